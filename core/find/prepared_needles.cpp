// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "find/prepared_needles.h"

#include <bit>
#include <cstdint>
#include <map>
#include <utility>

#include "base/parallel.h"

namespace espy::find {

PreparedNeedles prepareNeedles(Size scene, PixelFormat format, std::span<const Needle> needles,
                               int tolerance, int threads, const Control& control) {
  const auto count = static_cast<std::int64_t>(needles.size());
  PreparedNeedles prepared;
  prepared.patterns.resize(needles.size());
  constexpr std::int64_t kWorthThreads = 64;
  parallelFor(count, count < kWorthThreads ? 1 : threads, {0, control.stop, {}},
              [&](std::int64_t n, int) {
                prepared.patterns[n] =
                    makePattern(needles[n], static_cast<std::uint32_t>(n), format, tolerance);
              });

  // Needles of much the same size share a lattice: that of the smallest.
  std::map<std::pair<int, int>, PreparedNeedles::Group> groups;
  for (const Pattern& pattern : prepared.patterns) {
    const bool fits = pattern.size.width <= scene.width && pattern.size.height <= scene.height;
    if (pattern.impossible || !fits) continue;
    if (pattern.ranged) {
      prepared.ranged.push_back(&pattern);
    } else {
      groups[{std::bit_width(static_cast<std::uint64_t>(pattern.size.width)),
              std::bit_width(static_cast<std::uint64_t>(pattern.size.height))}]
          .push_back(&pattern);
    }
  }
  for (auto& [shape, group] : groups) prepared.groups.push_back(std::move(group));
  return prepared;
}

}  // namespace espy::find
