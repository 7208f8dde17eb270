// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signal/place_costs.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/cpu.h"
#include "signal/motif_plan.h"

namespace espy::signal {
namespace {

constexpr double kNowhere = std::numeric_limits<double>::infinity();
constexpr std::int64_t kWide = 16;
/// Samples of a window from one look at whether to stop to the next.
constexpr std::int64_t kSamplesAtOnce = 1 << 13;

/// Numbers that the compiler keeps in registers of whatever width the machine has: of plain loops
/// it takes the longer one, along the samples, to be the one to vectorise.
constexpr std::int64_t kEight = 8;
constexpr std::int64_t kHalves = kWide / kEight;
typedef double Eight __attribute__((vector_size(64), aligned(8), may_alias));

ESPY_SIMD_CLONES void addSamples(const double* samples, std::int64_t count, double* sums) {
  for (std::int64_t h = 0; h < kWide; h += kEight) {
    auto* const out = reinterpret_cast<Eight*>(sums + h);
    Eight own = *out;
    for (std::int64_t k = 0; k < count; ++k) {
      own += *reinterpret_cast<const Eight*>(samples + k + h);
    }
    *out = own;
  }
}

ESPY_SIMD_CLONES void addSpread(const double* samples, std::int64_t count, const double* means,
                                double* squares, double* largest) {
  for (std::int64_t h = 0; h < kWide; h += kEight) {
    auto* const out = reinterpret_cast<Eight*>(squares + h);
    auto* const farthest = reinterpret_cast<Eight*>(largest + h);
    const Eight mean = *reinterpret_cast<const Eight*>(means + h);
    Eight own = *out;
    Eight most = *farthest;
    for (std::int64_t k = 0; k < count; ++k) {
      const Eight sample = *reinterpret_cast<const Eight*>(samples + k + h);
      const Eight apart = sample - mean;
      own += apart * apart;
      most = most < sample ? sample : most;
      most = most < -sample ? -sample : most;
    }
    *out = own;
    *farthest = most;
  }
}

/// What is added for each sample: the distance, or its square.
enum class Apart : std::uint8_t { absolute, square };

/// `kLevelled`: windows lose their means and are divided first.
template <Apart kApart, bool kLevelled>
__attribute__((always_inline)) inline void addApart(const double* query, const double* samples,
                                                    std::int64_t count, const double* means,
                                                    const double* divisors, double* sums) {
  Eight own[kHalves];
  Eight mean[kHalves];
  Eight divisor[kHalves];
  for (std::int64_t h = 0; h < kHalves; ++h) {
    own[h] = *reinterpret_cast<const Eight*>(sums + h * kEight);
    mean[h] = *reinterpret_cast<const Eight*>(means + h * kEight);
    divisor[h] = *reinterpret_cast<const Eight*>(divisors + h * kEight);
  }
  for (std::int64_t k = 0; k < count; ++k) {
    for (std::int64_t h = 0; h < kHalves; ++h) {
      Eight sample = *reinterpret_cast<const Eight*>(samples + k + h * kEight);
      if constexpr (kLevelled) sample = (sample - mean[h]) / divisor[h];
      const Eight apart = query[k] - sample;
      if constexpr (kApart == Apart::square) {
        own[h] += apart * apart;
      } else {
        own[h] += apart < 0 ? -apart : apart;
      }
    }
  }
  for (std::int64_t h = 0; h < kHalves; ++h) *reinterpret_cast<Eight*>(sums + h * kEight) = own[h];
}

using AddApart = void (*)(const double*, const double*, std::int64_t, const double*, const double*,
                          double*);
ESPY_SIMD_CLONES void addPlainSad(const double* query, const double* samples, std::int64_t count,
                                  const double* means, const double* divisors, double* sums) {
  addApart<Apart::absolute, false>(query, samples, count, means, divisors, sums);
}
ESPY_SIMD_CLONES void addPlainSquares(const double* query, const double* samples,
                                      std::int64_t count, const double* means,
                                      const double* divisors, double* sums) {
  addApart<Apart::square, false>(query, samples, count, means, divisors, sums);
}
ESPY_SIMD_CLONES void addLevelledSad(const double* query, const double* samples, std::int64_t count,
                                     const double* means, const double* divisors, double* sums) {
  addApart<Apart::absolute, true>(query, samples, count, means, divisors, sums);
}
ESPY_SIMD_CLONES void addLevelledSquares(const double* query, const double* samples,
                                         std::int64_t count, const double* means,
                                         const double* divisors, double* sums) {
  addApart<Apart::square, true>(query, samples, count, means, divisors, sums);
}

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
  static_assert(kLanes == kWide);
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
    addSamples(samples + k, std::min(kSamplesAtOnce, length - k), levels.means);
  }
  for (double& mean : levels.means) mean /= static_cast<double>(length);
  std::fill(levels.divisors, levels.divisors + kLanes, 1.0);
  if (normaliseOf(task_) == MotifNormalise::mean) return levels;
  for (std::int64_t k = 0; k < length; k += kSamplesAtOnce) {
    control_.check();
    addSpread(samples + k, std::min(kSamplesAtOnce, length - k), levels.means, squares, largest);
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
    const AddApart add = levelled ? (sad ? addLevelledSad : addLevelledSquares)
                                  : (sad ? addPlainSad : addPlainSquares);
    add(query.data() + k, samples + k, count, levels.means, levels.divisors, sums);
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
