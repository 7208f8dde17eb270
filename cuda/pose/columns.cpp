// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "cuda/pose/columns.h"

#include <algorithm>

namespace espy::cuda {
namespace {

struct Factor {
  std::uint8_t sample = 0;  ///< less 128, as a signed byte
  std::uint8_t one = 0;
};

Factor factorAt(const ScoredNeedle& needle, std::int64_t x, std::int64_t y) {
  if (x >= needle.size.width || y >= needle.size.height || needle.weightAt(y, x) == 0) return {};
  return {static_cast<std::uint8_t>(needle.valueAt(0, y, x) - 128), 1};
}

bool hasPixels(const ScoredNeedle& needle, std::int64_t y, std::int64_t from, std::int64_t to) {
  if (y >= needle.size.height) return false;
  for (std::int64_t x = from; x < std::min(to, needle.size.width); ++x) {
    if (needle.weightAt(y, x) != 0) return true;
  }
  return false;
}

NeedleColumns::Factors factorsOf(const ScoredNeedle& needle, const NeedleColumns::Step& step,
                                 int quarter) {
  NeedleColumns::Factors factors{};
  for (int half = 0; half < 2; ++half) {
    for (int i = 0; i < 4; ++i) {
      const Factor factor = factorAt(needle, step.column + 16 * half + 4 * quarter + i, step.row);
      factors[static_cast<std::size_t>(half)] |= std::uint32_t{factor.sample} << (8 * i);
      factors[static_cast<std::size_t>(2 + half)] |= std::uint32_t{factor.one} << (8 * i);
    }
  }
  return factors;
}

}  // namespace

NeedleColumns::NeedleColumns(std::span<const ScoredNeedle> needles) : begins{0} {
  for (std::size_t first = 0; first < needles.size(); first += kNeedles) {
    const std::span<const ScoredNeedle> group =
        needles.subspan(first, std::min<std::size_t>(kNeedles, needles.size() - first));
    Size most;
    for (const ScoredNeedle& needle : group) {
      most = {std::max(most.width, needle.size.width), std::max(most.height, needle.size.height)};
    }
    for (std::int64_t y = 0; y < most.height; ++y) {
      for (std::int64_t x = 0; x < most.width; x += kBytes) {
        const bool any = std::any_of(group.begin(), group.end(), [&](const ScoredNeedle& needle) {
          return hasPixels(needle, y, x, x + kBytes);
        });
        if (!any) continue;
        const Step step{static_cast<std::int32_t>(y), static_cast<std::int32_t>(x)};
        steps.push_back(step);
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
          factors.push_back(lane / 4 < group.size()
                                ? factorsOf(group[lane / 4], step, static_cast<int>(lane % 4))
                                : Factors{});
        }
      }
    }
    begins.push_back(static_cast<std::uint32_t>(steps.size()));
    width = std::max(width, (most.width + kBytes - 1) / kBytes * kBytes);
    height = std::max(height, most.height);
  }
}

}  // namespace espy::cuda
