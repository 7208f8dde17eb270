// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractTableModel>
#include <QStringList>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "model/job.h"
#include "model/match_filter.h"
#include "model/needle_tray.h"
#include "model/settings.h"

namespace espy::desktop {

/// The window of a match in pixels of the scene.
inline QRect windowOf(const Match& match) {
  return {static_cast<int>(match.x), static_cast<int>(match.y), static_cast<int>(match.width),
          static_cast<int>(match.height)};
}

/// A needle that could not be searched.
struct SkippedNeedle {
  NeedleItem needle;
  bool tooLarge = false;  ///< for the picture
  QString reason;         ///< otherwise: the core's error
};

/// The pictures of a batch's matches.
struct BatchPictures {
  QStringList files;
  std::vector<std::uint32_t> of;  ///< index of the file by match

  const QString& fileOf(std::uint32_t match) const { return files[static_cast<int>(of[match])]; }
};

/// A finished search: the request and its matches.
struct SearchResult {
  PicturePtr scene;
  /// Of a batch: `scene` is then an empty picture; null: all matches are in `scene`.
  std::shared_ptr<const BatchPictures> pictures;
  /// Indexed by `Match::needle`: those asked for, then what was found of each index.
  std::vector<NeedleItem> needles;
  std::vector<NeedleItem> indexes;     ///< that were searched
  std::vector<SkippedNeedle> leftOut;  ///< not searched, unlike all others
  SearchSettings settings;
  Finding finding;
  double milliseconds = 0;  ///< wall time
  bool wider = false;       ///< other poses than those of the settings were tried
  bool gaveUp = false;      ///< the time limit was reached
};
using SearchResultPtr = std::shared_ptr<const SearchResult>;

/// Model of the current matches: filtered by minimum score, text and removal, and sorted. A match's
/// index is its position in `SearchResult::finding.matches`. Copies only indices, so 100,000 rows
/// take no noticeable time; millions are filtered and sorted on another thread, which the next
/// change cancels.
class MatchList : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column {  // NOLINTBEGIN(readability-identifier-naming): Qt convention
    NumberColumn,
    VerdictColumn,  ///< shown if there are verdicts
    NeedleColumn,
    XColumn,
    YColumn,
    SizeColumn,
    AngleColumn,  ///< this and the next two: if poses were searched
    ScaleColumn,
    MirroredColumn,
    ScoreColumn,
    JudgeColumn,  ///< shown if there are judged matches
    DistanceColumn,
    kColumns
  };  // NOLINTEND(readability-identifier-naming)

  using QAbstractTableModel::match;  // QAbstractItemModel has another one
  using QAbstractTableModel::QAbstractTableModel;

  void setResult(SearchResultPtr result);
  const SearchResultPtr& result() const { return result_; }

  /// Indices of the shown rows, top to bottom.
  std::span<const std::uint32_t> shown() const { return shown_; }
  /// A match of the result, or of covered(), whose indices follow.
  const Match& match(std::uint32_t index) const {
    const std::size_t count = matchCount();
    return index < count ? result_->finding.matches[index] : (*covered_)[index - count];
  }
  /// Whether poses were searched.
  bool hasPoses() const { return result_ && result_->settings.hasPoses(); }
  const NeedleItem& needleOf(const Match& match) const { return result_->needles[match.needle]; }
  int rowOf(std::uint32_t index) const;  ///< -1: not shown

  void setMinimum(double score);
  double minimum() const { return filter_.minimum(); }
  /// Number of matches that reach the minimum score, removed ones included.
  std::size_t reaching() const;
  /// Number of matches below the minimum score, without removed ones.
  std::size_t weaker() const;
  /// Shows only rows with a cell that contains this text.
  void setText(const QString& text);
  bool hasText() const { return !filter_.text().isEmpty(); }
  /// Sorted indices of the removed matches.
  std::vector<std::uint32_t> removed() const;
  bool isRemoved(std::uint32_t index) const { return filter_.isRemoved(index); }
  /// Removes or restores matches.
  void setRemoved(std::span<const std::uint32_t> indices, bool removed);

  /// Records verdicts; they belong to needle, picture and window.
  void say(std::span<const std::uint32_t> indices, MatchVerdict said);
  MatchVerdict said(std::uint32_t index) const { return filter_.said(index); }
  bool hasVerdicts() const { return said_ && !said_->empty(); }
  Verdicts& verdicts() { return verdicts_; }
  const Verdicts& verdicts() const { return verdicts_; }
  /// Reapplies the recorded verdicts to the current matches.
  void reapplyVerdicts();

  /// Probabilities and thresholds of these matches; null: no judge.
  void setJudged(JudgedPtr judged);
  const JudgedPtr& judged() const { return filter_.judged(); }
  /// Whether the judge rejects the match. Rejected matches are hidden by default and never counted.
  bool isRejected(std::uint32_t index) const { return filter_.isRejected(index); }
  std::size_t rejectedCount() const;
  void setRejectedShown(bool shown);
  bool rejectedShown() const { return filter_.rejectedShown(); }
  /// Rows that are not rejected, top to bottom: those counted and exported.
  std::vector<std::uint32_t> kept() const;

  /// What the search left out because it overlaps better matches, best first, `kMostCovered` at
  /// most. No rows: only the sheet shows it. Unset: unknown.
  static constexpr std::size_t kMostCovered = 10'000;
  void setCovered(std::optional<std::vector<Match>> covered);
  const std::optional<std::vector<Match>>& covered() const { return covered_; }
  /// Number of those that reach the minimum score; they come first.
  std::size_t coveredReaching() const;
  void setCoveredShown(bool shown);
  bool coveredShown() const { return coveredShown_; }

  int rowCount(const QModelIndex& parent = {}) const override {
    return parent.isValid() ? 0 : static_cast<int>(shown_.size());
  }
  int columnCount(const QModelIndex& parent = {}) const override {
    return parent.isValid() ? 0 : kColumns;
  }
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  void sort(int column, Qt::SortOrder order) override;

  /// How many matches are shown: "6 of 7 matches".
  QString countText() const;
  /// Whether the scales of the matches differ from 1 or each other.
  bool scalesVary() const;

  /// Whether the rows are outdated while filtering runs.
  bool filtering() const { return filtering_; }

 signals:
  void shownChanged();
  void verdictsChanged();  ///< verdicts changed
  void judgedChanged();    ///< probabilities, thresholds or visibility of rejected matches changed
  void removedChanged();   ///< also if the rows stay the same
  void coveredChanged();   ///< covered(), coveredReaching() or coveredShown()
  void filteringChanged(bool filtering);

 private:
  /// Updates the rows, now or on the worker; emits nothing if they stay the same.
  void refresh();
  /// The rows stay, their appearance changed.
  void repaint();
  void setFiltering(bool filtering);
  /// `rows` is computed if empty.
  void show(std::vector<std::uint32_t> shown, std::vector<std::int32_t> rows);
  std::size_t matchCount() const { return result_ ? result_->finding.matches.size() : 0; }
  /// With all digits.
  QString toolTip(const MatchRow& row) const;

  SearchResultPtr result_;
  MatchFilter filter_;
  Verdicts verdicts_;
  std::shared_ptr<const std::vector<MatchVerdict>> said_;  ///< null: none
  std::vector<std::uint32_t> shown_;
  std::vector<std::int32_t> rows_;  ///< row by match index; -1: not shown
  std::optional<std::vector<Match>> covered_;
  bool coveredShown_ = false;
  bool filtering_ = false;
  Job job_;  ///< filters and sorts
};

}  // namespace espy::desktop
