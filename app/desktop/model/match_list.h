// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractTableModel>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "model/match_columns.h"
#include "model/needle_tray.h"
#include "model/settings.h"

namespace espy::desktop {

/// A needle that could not be searched for.
struct LeftOutNeedle {
  NeedleItem needle;
  bool tooLarge = false;  ///< for the picture
  QString reason;         ///< else: the core's sentence
};

/// One finished search: what was asked, and what was found.
struct SearchResult {
  PicturePtr scene;
  std::vector<NeedleItem> needles;     ///< `Match::needle` counts these
  std::vector<LeftOutNeedle> leftOut;  ///< these could not be searched for; the others were
  SearchSettings settings;
  Finding finding;
  double milliseconds = 0;  ///< of the search, as the user waited for it
};
using SearchResultPtr = std::shared_ptr<const SearchResult>;

/// The matches at hand as a table: filtered by a minimum score, a text and by hand, and sorted. A
/// match keeps its index, its place in `SearchResult::finding.matches`, through all of that. Holds
/// 100,000 rows without delay: nothing is copied but indices.
class MatchList : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column {  // NOLINTBEGIN(readability-identifier-naming): named as Qt names such
    NumberColumn,
    NeedleColumn,
    XColumn,
    YColumn,
    SizeColumn,
    ScoreColumn,
    DistanceColumn,
    kColumns
  };  // NOLINTEND(readability-identifier-naming)

  using QAbstractTableModel::match;  // Qt has another one, which looks for values
  using QAbstractTableModel::QAbstractTableModel;

  void setResult(SearchResultPtr result);
  const SearchResultPtr& result() const { return result_; }

  /// Indices of the rows that are shown, top to bottom.
  std::span<const std::uint32_t> shown() const { return shown_; }
  const Match& match(std::uint32_t index) const { return result_->finding.matches[index]; }
  const NeedleItem& needleOf(const Match& match) const { return result_->needles[match.needle]; }
  int rowOf(std::uint32_t index) const;  ///< -1 where it is not shown

  void setMinimum(double score);
  double minimum() const { return minimum_; }
  /// Shows only rows whose text in some column contains this.
  void setText(const QString& text);
  /// Takes matches out, or puts them back.
  void setRemoved(std::span<const std::uint32_t> indices, bool removed);

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  void sort(int column, Qt::SortOrder order) override;

 signals:
  void shownChanged();

 private:
  struct NeedleFacts {
    std::uint32_t nameRank = 0;  ///< for sorting by name
    bool shown = true;           ///< its name contains the filter
  };

  std::vector<std::uint32_t> wanted() const;
  std::vector<std::uint32_t> sorted(std::vector<std::uint32_t> indices) const;
  /// Shows what is wanted now; without a word where that is what is shown.
  void refresh();
  void replaceShown(std::vector<std::uint32_t> shown);
  void lookAtNeedles();
  MatchRow rowFor(std::uint32_t index) const;
  bool contains(const MatchRow& row, std::string_view lowText) const;
  QString toolTip(const MatchRow& row) const;

  SearchResultPtr result_;
  double minimum_ = -1;
  QString filter_;
  int sortColumn_ = NumberColumn;
  Qt::SortOrder sortOrder_ = Qt::AscendingOrder;
  std::vector<NeedleFacts> needles_;
  std::vector<bool> removed_;
  std::vector<std::uint32_t> shown_;
  std::vector<std::int32_t> rows_;  ///< by index
};

}  // namespace espy::desktop
