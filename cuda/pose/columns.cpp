// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "cuda/pose/columns.h"

#include <algorithm>

#include "base/parallel.h"

namespace espy::cuda {
namespace {

struct Factor {
  std::uint8_t sample = 0;  ///< minus 128, as a signed byte
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
  constexpr int kBytesBetween = 16;
  NeedleColumns::Factors factors{};
  for (std::size_t half = 0; half < 2; ++half) {
    for (int i = 0; i < 4; ++i) {
      const Factor factor = factorAt(
          needle, step.column + (half == 0 ? 0 : kBytesBetween) + 4 * quarter + i, step.row);
      factors[half] |= std::uint32_t{factor.sample} << (8 * i);
      factors[2 + half] |= std::uint32_t{factor.one} << (8 * i);
    }
  }
  return factors;
}

/// Eight needles of the matrix.
struct Group {
  std::vector<NeedleColumns::Step> steps;
  std::vector<NeedleColumns::Factors> factors;
  Size most;
};

Group groupOf(std::span<const ScoredNeedle> needles) {
  Group group;
  for (const ScoredNeedle& needle : needles) {
    group.most = {std::max(group.most.width, needle.size.width),
                  std::max(group.most.height, needle.size.height)};
  }
  for (std::int64_t y = 0; y < group.most.height; ++y) {
    for (std::int64_t x = 0; x < group.most.width; x += NeedleColumns::kBytes) {
      const bool any = std::any_of(needles.begin(), needles.end(), [&](const ScoredNeedle& needle) {
        return hasPixels(needle, y, x, x + NeedleColumns::kBytes);
      });
      if (!any) continue;
      const NeedleColumns::Step step{static_cast<std::int32_t>(y), static_cast<std::int32_t>(x)};
      group.steps.push_back(step);
      for (std::size_t lane = 0; lane < NeedleColumns::kLanes; ++lane) {
        group.factors.push_back(lane / 4 < needles.size()
                                    ? factorsOf(needles[lane / 4], step, static_cast<int>(lane % 4))
                                    : NeedleColumns::Factors{});
      }
    }
  }
  return group;
}

}  // namespace

NeedleColumns::NeedleColumns(std::span<const ScoredNeedle> needles, const Control& control)
    : begins{0} {
  std::vector<Group> all((needles.size() + kNeedles - 1) / kNeedles);
  parallelFor(static_cast<std::int64_t>(all.size()), threadsFor(control),
              {control.threads, control.stop, {}}, [&](std::int64_t i, int) {
                const auto first = static_cast<std::size_t>(i) * kNeedles;
                all[static_cast<std::size_t>(i)] = groupOf(needles.subspan(
                    first, std::min<std::size_t>(kNeedles, needles.size() - first)));
              });
  for (const Group& group : all) {
    steps.insert(steps.end(), group.steps.begin(), group.steps.end());
    factors.insert(factors.end(), group.factors.begin(), group.factors.end());
    begins.push_back(static_cast<std::uint32_t>(steps.size()));
    width = std::max(width, (group.most.width + kBytes - 1) / kBytes * kBytes);
    height = std::max(height, group.most.height);
  }
}

}  // namespace espy::cuda
