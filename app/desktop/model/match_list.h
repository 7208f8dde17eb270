// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractTableModel>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "model/job.h"
#include "model/match_filter.h"
#include "model/needle_tray.h"
#include "model/settings.h"

namespace espy::desktop {

/// The window of a match, in pixels of the scene.
inline QRect windowOf(const Match& match) {
  return {static_cast<int>(match.x), static_cast<int>(match.y), static_cast<int>(match.width),
          static_cast<int>(match.height)};
}

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
  bool wider = false;       ///< other angles and sizes were tried than those that were set
  bool gaveUp = false;      ///< not all of them, since that took too long
};
using SearchResultPtr = std::shared_ptr<const SearchResult>;

/// The matches at hand as a table: filtered by a minimum score, a text and by hand, and sorted. A
/// match keeps its index, its place in `SearchResult::finding.matches`, through all of that. Holds
/// 100,000 rows without delay: nothing is copied but indices. Where there are millions, they are
/// filtered and sorted in another thread, which the next change cancels.
class MatchList : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column {  // NOLINTBEGIN(readability-identifier-naming): named as Qt names such
    NumberColumn,
    SaidColumn,  ///< where somebody has said something of a match
    NeedleColumn,
    XColumn,
    YColumn,
    SizeColumn,
    AngleColumn,  ///< this one and the next two: where poses were searched
    ScaleColumn,
    MirroredColumn,
    ScoreColumn,
    JudgeColumn,  ///< where a judge has said something
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
  /// Matches may be turned, or of another size than their needles.
  bool hasPoses() const { return result_ && result_->settings.pose.isAsked(); }
  const NeedleItem& needleOf(const Match& match) const { return result_->needles[match.needle]; }
  int rowOf(std::uint32_t index) const;  ///< -1 where it is not shown

  void setMinimum(double score);
  double minimum() const { return filter_.minimum(); }
  /// Shows only rows whose text in some column contains this.
  void setText(const QString& text);
  /// Those that were taken out, rising.
  std::vector<std::uint32_t> removed() const;
  /// Takes matches out, or puts them back.
  void setRemoved(std::span<const std::uint32_t> indices, bool removed);

  /// What somebody says of matches: it stays with needle, picture and place.
  void say(std::span<const std::uint32_t> indices, Said said);
  Said said(std::uint32_t index) const { return filter_.said(index); }
  bool anySaid() const { return said_ && !said_->empty(); }
  Verdicts& verdicts() { return verdicts_; }
  const Verdicts& verdicts() const { return verdicts_; }
  /// Tells again what `verdicts` says of the matches at hand.
  void recallSaid();

  /// Probabilities of these matches, and thresholds; null: nobody judges them.
  void setJudged(JudgedPtr judged);
  const JudgedPtr& judged() const { return filter_.judged(); }
  /// By the judge. Such matches are not shown unless they are wanted, and never count.
  bool isLeftOut(std::uint32_t index) const { return filter_.isLeftOut(index); }
  std::size_t leftOutCount() const;
  void setLeftOutShown(bool shown);
  bool leftOutShown() const { return filter_.leftOutShown(); }
  /// Those of the rows that are not left out, top to bottom: what counts, and what is exported.
  std::vector<std::uint32_t> kept() const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  void sort(int column, Qt::SortOrder order) override;

  /// What is shown is not yet what was asked for last.
  bool filtering() const { return filtering_; }

 signals:
  void shownChanged();
  void saidChanged();    ///< what somebody says of matches
  void judgedChanged();  ///< probabilities, thresholds, or whether those left out are shown
  void filteringChanged(bool filtering);

 private:
  /// Shows what is wanted now, at once or soon; without a word where that is what is shown.
  void refresh();
  /// Rows look different, though they are the same.
  void repaint();
  void setFiltering(bool filtering);
  /// `rows` is made where it is empty.
  void show(std::vector<std::uint32_t> shown, std::vector<std::int32_t> rows);
  std::size_t matchCount() const { return result_ ? result_->finding.matches.size() : 0; }
  QString toolTip(const MatchRow& row) const;

  SearchResultPtr result_;
  MatchFilter filter_;
  Verdicts verdicts_;
  std::shared_ptr<const std::vector<Said>> said_;  ///< null: nothing of any
  std::vector<std::uint32_t> shown_;
  std::vector<std::int32_t> rows_;  ///< by index
  bool filtering_ = false;
  Job job_;  ///< filters
};

}  // namespace espy::desktop
