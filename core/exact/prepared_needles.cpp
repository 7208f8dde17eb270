// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "exact/prepared_needles.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
#include <utility>

#include "base/parallel.h"

namespace espy::exact {

PreparedNeedles prepareNeedles(Size scene, PixelFormat format, std::span<const Needle> needles,
                               int tolerance, int threads, const Control& control,
                               PreparedNeedles recycled) {
  const auto count = static_cast<std::int64_t>(needles.size());
  PreparedNeedles prepared = std::move(recycled);
  prepared.groups.clear();
  prepared.ranged.clear();
  prepared.patterns.resize(needles.size());
  constexpr std::int64_t kWorthThreads = 64;
  constexpr std::int64_t kPerTask = 16;  // a single needle is too little work for a task
  const std::int64_t each = count < kWorthThreads ? 1 : kPerTask;
  parallelFor((count + each - 1) / each, count < kWorthThreads ? 1 : threads, {0, control.stop, {}},
              [&](std::int64_t task, int) {
                for (std::int64_t n = task * each; n < std::min(count, (task + 1) * each); ++n) {
                  remakePattern(needles[n], static_cast<std::uint32_t>(n), format, tolerance,
                                prepared.patterns[n]);
                }
              });

  // Needles of similar size share a lattice: that of the smallest.
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

}  // namespace espy::exact
