// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

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

}  // namespace espy::desktop
