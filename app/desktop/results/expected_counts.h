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

/// How many matches somebody expects, by the ids of needles.
using ExpectedCounts = QHash<int, int>;

/// One needle of a result, counted.
struct NeedleCount {
  NeedleItem needle;
  std::size_t found = 0;
  std::optional<int> expected;

  bool isOk() const { return !expected || found == static_cast<std::size_t>(*expected); }
};

/// All needles of the result, also those that were not found, and how many of these matches each
/// has.
std::vector<NeedleCount> countsOf(const SearchResult& result,
                                  std::span<const std::uint32_t> matches,
                                  const ExpectedCounts& expected);

/// "OK", "not OK: 2 missing", "not OK: 1 too many"; empty where nothing is expected.
QString verdictOf(const NeedleCount& count);

/// "All counts are OK", "1 count of 3 is not OK"; empty where nothing is expected.
QString verdictOf(const std::vector<NeedleCount>& counts);

}  // namespace espy::desktop
