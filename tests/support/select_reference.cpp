// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "support/select_reference.h"

#include <algorithm>

#include "find/match.h"

namespace espy::test {

std::vector<Match> selectReference(std::vector<Match> matches, const SelectOptions& options) {
  std::sort(matches.begin(), matches.end(), finders::IsBetter());
  std::vector<Match> kept;
  for (const Match& match : matches) {
    const bool drop = std::any_of(kept.begin(), kept.end(), [&](const Match& other) {
      if (!options.across && other.needle != match.needle) return false;
      const auto shared = [](double p, double pl, double q, double ql) {
        return std::max(0.0, std::min(p + pl, q + ql) - std::max(p, q));
      };
      const double both = shared(match.x, match.width, other.x, other.width) *
                          shared(match.y, match.height, other.y, other.height);
      const double area = double(match.width) * match.height + double(other.width) * other.height;
      return both / (area - both) > options.overlap;
    });
    if (!drop) kept.push_back(match);
  }
  if (options.top && kept.size() > *options.top) kept.resize(*options.top);
  return kept;
}

}  // namespace espy::test
