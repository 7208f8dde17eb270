// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>
#include <string_view>
#include <utility>
#include <vector>

#include "espy/engine/find.h"
#include "model/short_text.h"
#include "model/verdicts.h"

namespace espy::desktop {

/// A match with the other data its columns need.
struct MatchRow {
  const Match& match;
  std::uint32_t index;     ///< index of the match
  std::uint32_t nameRank;  ///< rank of its needle's name, for sorting
  bool hasDistance;        ///< false for zncc
  MatchVerdict said = MatchVerdict::nothing;
  double judge = Judged::kNoProbability;  ///< probability of a true match
};

/// A column of the match table. Every column sorts by integer keys, made once per match, so that
/// sorting 100,000 rows takes less than a frame.
struct MatchColumn {
  const char* title;                          ///< untranslated
  const char* explanation;                    ///< untranslated tool tip
  void (*text)(const MatchRow&, ShortText&);  ///< as shown, in Latin-1; null: a name, word or sign
  std::uint64_t (*key)(const MatchRow&);
};

/// In the order of `MatchList::Column`.
std::span<const MatchColumn> matchColumns();

struct SearchResult;

/// Filter and order of a result's matches. A copyable value, so that millions of matches can be
/// filtered on another thread.
class MatchFilter {
 public:
  /// Sets the result; forgets removed matches.
  void setResult(std::shared_ptr<const SearchResult> result);
  void setMinimum(double score) { minimum_ = score; }
  double minimum() const { return minimum_; }
  /// Shows only rows with a column that contains this text.
  void setText(const QString& text);
  const QString& text() const { return text_; }
  void setRemoved(std::uint32_t index, bool removed);
  bool isRemoved(std::uint32_t index) const { return removed_[index]; }
  void setOrder(int column, Qt::SortOrder order);
  /// Verdicts by match; null or empty: none.
  void setVerdicts(std::shared_ptr<const std::vector<MatchVerdict>> said) {
    said_ = std::move(said);
  }
  MatchVerdict said(std::uint32_t index) const {
    return said_ && index < said_->size() ? (*said_)[index] : MatchVerdict::nothing;
  }
  /// Judges' probabilities; null: none.
  void setJudged(JudgedPtr judged) { judged_ = std::move(judged); }
  const JudgedPtr& judged() const { return judged_; }
  /// Whether the judge rejects the match. Verdicts override it: yes keeps the match, no rejects it.
  bool isRejected(std::uint32_t index) const;
  /// Also shows rejected matches.
  void setRejectedShown(bool shown) { leftOutShown_ = shown; }
  bool rejectedShown() const { return leftOutShown_; }

  /// Whether shown() takes less than a frame.
  bool isQuick() const;
  /// Indices of the shown matches, top to bottom; incomplete after a stop request.
  std::vector<std::uint32_t> shown(const std::stop_token& stop = {}) const;
  MatchRow rowFor(std::uint32_t index) const;

 private:
  struct NeedleFacts {
    std::uint32_t nameRank = 0;  ///< rank of its name
    bool shown = true;           ///< its name contains the text
  };

  void lookAtNeedles();
  void rankNames();
  bool contains(const MatchRow& row, std::string_view lowText) const;
  void sort(std::vector<std::uint32_t>& indices, const std::stop_token& stop) const;

  std::shared_ptr<const SearchResult> result_;
  std::vector<NeedleFacts> needles_;
  std::vector<bool> removed_;
  std::shared_ptr<const std::vector<MatchVerdict>> said_;
  JudgedPtr judged_;
  bool leftOutShown_ = false;
  double minimum_ = -1;
  QString text_;
  int column_ = 0;  ///< default: the number of the match
  Qt::SortOrder order_ = Qt::AscendingOrder;
};

}  // namespace espy::desktop
