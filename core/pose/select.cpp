// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "pose/select.h"

#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "find/turned.h"

namespace espy::pose {
namespace {

/// Kept matches, hashed by the grid cell of their centres. Sizes differ, so there is a grid per
/// power of two; overlapping windows are no farther apart than half of both diagonals.
class KeptPoses {
 public:
  explicit KeptPoses(const SelectOptions& options) : options_(options) {}

  bool covers(const Match& match) const {
    const Circle circle(match);
    const std::uint32_t needle = options_.across ? 0 : match.needle;
    for (auto level = levels_.lower_bound({needle, std::numeric_limits<int>::min()});
         level != levels_.end() && level->first.first == needle; ++level) {
      const double cell = std::exp2(level->first.second);
      const double reach = circle.radius + cell;
      const auto [y0, x0] = cellOf(circle.x - reach, circle.y - reach, cell);
      const auto [y1, x1] = cellOf(circle.x + reach, circle.y + reach, cell);
      for (std::int64_t y = y0; y <= y1; ++y) {
        const auto first = level->second.lower_bound({y, x0});
        const auto end = level->second.upper_bound({y, x1});
        for (auto at = first; at != end; ++at) {
          for (const Match& kept : at->second) {
            if (finders::overlapOf(match, kept) > options_.overlap) return true;
          }
        }
      }
    }
    return false;
  }

  void add(const Match& match) {
    const Circle circle(match);
    const int level = static_cast<int>(std::ceil(std::log2(circle.radius)));
    const double cell = std::exp2(level);
    levels_[{options_.across ? 0 : match.needle, level}][cellOf(circle.x, circle.y, cell)]
        .push_back(match);
  }

 private:
  struct Circle {
    explicit Circle(const Match& match) {
      const MatchOutline outline = outlineOf(match);
      x = outline.centre.x;
      y = outline.centre.y;
      radius = std::hypot(outline.corners[0].x - x, outline.corners[0].y - y);
    }
    double x;
    double y;
    double radius;  ///< circumscribed circle of the window
  };
  using Cell = std::pair<std::int64_t, std::int64_t>;  ///< row, column
  static Cell cellOf(double x, double y, double cell) {
    return {static_cast<std::int64_t>(std::floor(y / cell)),
            static_cast<std::int64_t>(std::floor(x / cell))};
  }

  const SelectOptions& options_;
  std::map<std::pair<std::uint32_t, int>, std::map<Cell, std::vector<Match>>> levels_;
};

}  // namespace

std::vector<std::size_t> keptOf(std::span<const Match> matches, const SelectOptions& options,
                                const Control& control) {
  KeptPoses windows(options);
  std::vector<std::size_t> kept;
  for (std::size_t i = 0; i < matches.size(); ++i) {
    if (options.top && kept.size() >= *options.top) break;
    if (i % 256 == 0) control.check();
    if (options.overlap < 1) {
      if (windows.covers(matches[i])) continue;
      windows.add(matches[i]);
    }
    kept.push_back(i);
  }
  return kept;
}

}  // namespace espy::pose
