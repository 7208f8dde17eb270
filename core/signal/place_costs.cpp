// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signal/place_costs.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "signal/lane_loops.h"
#include "signal/motif_plan.h"

namespace espy::signal {
namespace {

constexpr double kNowhere = std::numeric_limits<double>::infinity();
/// Samples of a window from one look at whether to stop to the next.
constexpr std::int64_t kSamplesAtOnce = 1 << 13;

}  // namespace

/// What each of sixteen windows loses, and what it is divided by.
struct PlaceCosts::Levels {
  alignas(64) double means[kLanes];
  alignas(64) double divisors[kLanes];
};

PlaceCosts::PlaceCosts(const MotifTask& task, std::span<const RowLevel> levels,
                       const Control& control)
    : task_(task),
      levels_(levels),
      control_(control),
      settler_(task, levels, control),
      warps_(task.options.method == MotifMethod::dtw && bandOf(task) > 0) {
  static_assert(kLanes == kWideLanes);
}

void PlaceCosts::read(std::int64_t channel, std::int64_t first, std::int64_t length,
                      std::span<double> costs) {
  const std::int64_t places = std::ssize(costs);
  const std::int64_t size = places + length - 1;
  samples_.assign(static_cast<std::size_t>(size + kLanes), 0);
  const auto real = std::span(samples_).first(static_cast<std::size_t>(size));
  task_.data[static_cast<std::size_t>(channel)].read(first, real);
  std::int64_t told = 0;
  for (std::int64_t k = 0; k < size; ++k) {
    if (!isGap(samples_[k])) continue;
    samples_[k] = 0;
    const std::int64_t end = std::min(k + 1, places);
    for (told = std::max(told, k - length + 1); told < end; ++told) costs[told] = kNowhere;
  }
  if (normaliseOf(task_) == MotifNormalise::global) applyLevel(real, levels_[channel]);
}

PlaceCosts::Levels PlaceCosts::levelsOf(const double* samples, std::int64_t length) const {
  Levels levels{};
  alignas(64) double squares[kLanes] = {};
  alignas(64) double largest[kLanes] = {};
  for (std::int64_t k = 0; k < length; k += kSamplesAtOnce) {
    control_.check();
    addLanes({samples + k, 1, std::min(kSamplesAtOnce, length - k)}, levels.means);
  }
  for (double& mean : levels.means) mean /= static_cast<double>(length);
  std::fill(levels.divisors, levels.divisors + kLanes, 1.0);
  if (normaliseOf(task_) == MotifNormalise::mean) return levels;
  for (std::int64_t k = 0; k < length; k += kSamplesAtOnce) {
    control_.check();
    addSpread({samples + k, 1, std::min(kSamplesAtOnce, length - k)}, levels.means, squares,
              largest);
  }
  for (std::int64_t l = 0; l < kLanes; ++l) {
    levels.divisors[l] = std::sqrt(squares[l] / static_cast<double>(length));
    // What is as good as constant becomes zeros.
    if (!(levels.divisors[l] > kFlat * largest[l])) levels.divisors[l] = kNowhere;
  }
  return levels;
}

void PlaceCosts::sumLanes(std::span<const double> query, const double* samples, double* sums) {
  const std::int64_t length = std::ssize(query);
  const MotifNormalise how = normaliseOf(task_);
  const bool levelled = how == MotifNormalise::mean || how == MotifNormalise::z;
  const Levels levels = levelled ? levelsOf(samples, length) : Levels{};
  const bool sad = task_.options.method == MotifMethod::sad;
  std::fill(sums, sums + kLanes, 0.0);
  for (std::int64_t k = 0; k < length; k += kSamplesAtOnce) {
    control_.check();
    const std::int64_t count = std::min(kSamplesAtOnce, length - k);
    const LaneCosts costs{query.data() + k,
                          {samples + k, 1, count},
                          levelled ? levels.means : nullptr,
                          levelled ? levels.divisors : nullptr};
    sad ? addDifferences(costs, sums) : addSquares(costs, sums);
  }
}

void PlaceCosts::ofPair(const QueryRows& queries, std::int64_t i, std::int64_t j,
                        std::int64_t first, std::span<double> costs) {
  const std::span<const double> query = queries.row(i, j);
  if (warps_) {
    settler_.settle(query, j, startsFrom(first, std::ssize(costs)), kNowhere, costs);
  } else {
    addUp(query, j, first, costs);
  }
  for (double& cost : costs) cost *= queries.scale();
}

void PlaceCosts::addUp(std::span<const double> query, std::int64_t channel, std::int64_t first,
                       std::span<double> costs) {
  std::fill(costs.begin(), costs.end(), 0.0);
  read(channel, first, std::ssize(query), costs);
  alignas(64) double sums[kLanes];
  for (std::int64_t at = 0; at < std::ssize(costs); at += kLanes) {
    control_.check();
    sumLanes(query, samples_.data() + at, sums);
    const std::int64_t end = std::min(at + kLanes, std::ssize(costs));
    for (std::int64_t p = at; p < end; ++p) {
      if (costs[p] < kNowhere) costs[p] = sums[p - at];
    }
  }
}

void PlaceCosts::together(const QueryRows& queries, std::int64_t first, std::span<double> costs) {
  settler_.settleTogether(queries, startsFrom(first, std::ssize(costs)), kNowhere, costs);
  for (double& cost : costs) cost *= queries.scale();
}

std::span<const std::int64_t> PlaceCosts::startsFrom(std::int64_t first, std::int64_t count) {
  starts_.resize(static_cast<std::size_t>(count));
  std::iota(starts_.begin(), starts_.end(), first);
  return starts_;
}

}  // namespace espy::signal
