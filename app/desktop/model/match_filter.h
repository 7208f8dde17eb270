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

/// A match with what its columns need to know beside it.
struct MatchRow {
  const Match& match;
  std::uint32_t index;     ///< of the match, from 0
  std::uint32_t nameRank;  ///< place of its needle's name among all names, for sorting
  bool hasDistance;        ///< zncc has none
  Said said = Said::nothing;
  double judge = Judged::kNobody;  ///< how probable it is that it is a true one
};

/// One column of the table of matches. All columns sort by whole numbers that are made once per
/// match, so that a hundred thousand rows are in order within a frame.
struct MatchColumn {
  const char* title;                          ///< to be translated
  const char* explanation;                    ///< the same, for the tool tip
  void (*text)(const MatchRow&, ShortText&);  ///< null: the needle's name
  std::uint64_t (*key)(const MatchRow&);
};

/// In the order of `MatchList::Column`.
std::span<const MatchColumn> matchColumns();

struct SearchResult;

/// Which matches of a result are shown, and in which order. A value of its own, so that millions of
/// matches can be looked through in another thread while the list goes on.
class MatchFilter {
 public:
  /// Knows the needles of this result from now on, and nothing that was removed.
  void setResult(std::shared_ptr<const SearchResult> result);
  void setMinimum(double score) { minimum_ = score; }
  double minimum() const { return minimum_; }
  /// Only rows whose text in some column contains this.
  void setText(const QString& text);
  const QString& text() const { return text_; }
  void setRemoved(std::uint32_t index, bool removed);
  bool isRemoved(std::uint32_t index) const { return removed_[index]; }
  void setOrder(int column, Qt::SortOrder order);
  /// What somebody said of each match; null or empty: nothing.
  void setSaid(std::shared_ptr<const std::vector<Said>> said) { said_ = std::move(said); }
  Said said(std::uint32_t index) const {
    return said_ && !said_->empty() ? (*said_)[index] : Said::nothing;
  }
  /// What judges say; null: there are none.
  void setJudged(JudgedPtr judged) { judged_ = std::move(judged); }
  const JudgedPtr& judged() const { return judged_; }
  /// The judge leaves it out, unless somebody said that it is one; what somebody said is none is
  /// left out wherever there is a judge.
  bool isLeftOut(std::uint32_t index) const;
  /// Also those that are left out are shown.
  void setLeftOutShown(bool shown) { leftOutShown_ = shown; }
  bool leftOutShown() const { return leftOutShown_; }

  /// It takes no time that somebody would notice.
  bool isQuick() const;
  /// Indices of the matches that are shown, top to bottom; anything after a stop.
  std::vector<std::uint32_t> shown(const std::stop_token& stop = {}) const;
  MatchRow rowFor(std::uint32_t index) const;

 private:
  struct NeedleFacts {
    std::uint32_t nameRank = 0;  ///< for sorting by name
    bool shown = true;           ///< its name contains the text
  };

  void lookAtNeedles();
  bool contains(const MatchRow& row, std::string_view lowText) const;
  void sort(std::vector<std::uint32_t>& indices, const std::stop_token& stop) const;

  std::shared_ptr<const SearchResult> result_;
  std::vector<NeedleFacts> needles_;
  std::vector<bool> removed_;
  std::shared_ptr<const std::vector<Said>> said_;
  JudgedPtr judged_;
  bool leftOutShown_ = false;
  double minimum_ = -1;
  QString text_;
  int column_ = 0;  ///< the number of the match
  Qt::SortOrder order_ = Qt::AscendingOrder;
};

}  // namespace espy::desktop
