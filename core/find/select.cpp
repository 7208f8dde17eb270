// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Which places become matches: order, overlap, the best so many.
#include <algorithm>
#include <unordered_map>

#include "espy/find.h"
#include "find/score_formula.h"

namespace espy {
namespace {

/// Intersection over union of two windows.
double overlapOf(const Match& a, const Match& b) {
  const auto common = [](std::int64_t p, std::int64_t pLength, std::int64_t q,
                         std::int64_t qLength) {
    return std::max<std::int64_t>(0, std::min(p + pLength, q + qLength) - std::max(p, q));
  };
  const double both = static_cast<double>(common(a.x, a.width, b.x, b.width)) *
                      static_cast<double>(common(a.y, a.height, b.y, b.height));
  const double areas =
      static_cast<double>(a.width) * a.height + static_cast<double>(b.width) * b.height;
  return both / (areas - both);
}

/// The kept matches, sorted into square cells as large as the largest window, so that whatever
/// overlaps a window has its upper-left pixel in one of the nine cells around.
class KeptMatches {
 public:
  explicit KeptMatches(std::int64_t cell) : cell_(cell) {}

  void add(const Match& match) { cells_[key(match.x / cell_, match.y / cell_)].push_back(match); }

  /// Does any kept match satisfy `test` among those that may overlap this one?
  template <class Test>
  bool anyNear(const Match& match, const Test& test) const {
    const std::int64_t column = match.x / cell_;
    const std::int64_t row = match.y / cell_;
    for (std::int64_t r = row - 1; r <= row + 1; ++r) {
      for (std::int64_t c = column - 1; c <= column + 1; ++c) {
        const auto found = cells_.find(key(c, r));
        if (found == cells_.end()) continue;
        if (std::any_of(found->second.begin(), found->second.end(), test)) return true;
      }
    }
    return false;
  }

 private:
  static std::uint64_t key(std::int64_t column, std::int64_t row) {
    return static_cast<std::uint64_t>(row) << 32 | static_cast<std::uint32_t>(column);
  }

  std::int64_t cell_;
  std::unordered_map<std::uint64_t, std::vector<Match>> cells_;
};

void dropOverlapping(std::vector<Match>& matches, const SelectOptions& options,
                     const Control& control) {
  std::int64_t largest = 1;
  for (const Match& match : matches) {
    largest = std::max<std::int64_t>({largest, match.width, match.height});
  }
  KeptMatches kept(largest);
  const auto covered = [&](const Match& match) {
    control.check();
    const bool drop = kept.anyNear(match, [&](const Match& other) {
      return (options.across || other.needle == match.needle) &&
             overlapOf(match, other) > options.overlap;
    });
    if (!drop) kept.add(match);
    return drop;
  };
  matches.erase(std::remove_if(matches.begin(), matches.end(), covered), matches.end());
}

}  // namespace

void selectMatches(std::vector<Match>& matches, const SelectOptions& options,
                   const Control& control) {
  if (!std::is_sorted(matches.begin(), matches.end(), find::isBetter)) {
    std::sort(matches.begin(), matches.end(), find::isBetter);
  }
  if (options.overlap < 1) dropOverlapping(matches, options, control);
  if (options.top && matches.size() > *options.top) {
    matches.erase(matches.begin() + static_cast<std::ptrdiff_t>(*options.top), matches.end());
  }
}

}  // namespace espy
