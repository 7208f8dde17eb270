// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QHash>
#include <QString>
#include <optional>
#include <span>
#include <vector>

#include "model/match_list.h"

namespace espy::desktop {

/// Expected number of matches by needle id.
using ExpectedCounts = QHash<int, int>;

/// Number of matches of one needle.
struct NeedleCount {
  NeedleItem needle;
  std::size_t found = 0;
  std::optional<int> expected;

  bool isOk() const { return !expected || found == static_cast<std::size_t>(*expected); }
};

/// Counts these matches for every needle of the result, also for needles without matches.
std::vector<NeedleCount> countsOf(const SearchResult& result,
                                  std::span<const std::uint32_t> matches,
                                  const ExpectedCounts& expected);

/// "OK", "not OK: 2 missing", "not OK: 1 too many"; empty if nothing is expected.
QString verdictOf(const NeedleCount& count);

/// "All counts are OK", "1 count of 3 is not OK"; empty if nothing is expected.
QString verdictOf(const std::vector<NeedleCount>& counts);

}  // namespace espy::desktop
