// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signal/lane_loops.h"

#include <algorithm>
#include <cmath>

#include "signal/motif_plan.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "signal/lane_loops_simd.cpp"
#include "base/simd.h"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace espy::signal::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

constexpr hn::CappedTag<double, kWideLanes> d{};
using Doubles = hn::Vec<decltype(d)>;
constexpr auto kRegister = static_cast<std::int64_t>(hn::MaxLanes(d));

/// Registers per iteration, to hide the latency of additions.
constexpr int kVectors = static_cast<int>(std::min<std::int64_t>(4, kWideLanes / kRegister));
constexpr std::int64_t kTogether = kVectors * kRegister;

bool anyGap(const double* samples, std::int64_t length) {
  std::int64_t gaps = 0;
  for (std::int64_t k = 0; k < length; ++k) gaps += std::abs(samples[k]) <= kLargest ? 0 : 1;
  return gaps > 0;
}

void addLanes(const LaneSamples& of, double* sums) {
  for (std::int64_t lane = 0; lane < kWideLanes; lane += kTogether) {
    const double* samples = of.samples + lane;
    Doubles own[kVectors];
#pragma GCC unroll 4
    for (int v = 0; v < kVectors; ++v) own[v] = hn::LoadU(d, sums + lane + v * kRegister);
    for (std::int64_t k = 0; k < of.count; ++k, samples += of.pitch) {
#pragma GCC unroll 4
      for (int v = 0; v < kVectors; ++v) {
        own[v] = hn::Add(own[v], hn::LoadU(d, samples + v * kRegister));
      }
    }
#pragma GCC unroll 4
    for (int v = 0; v < kVectors; ++v) hn::StoreU(own[v], d, sums + lane + v * kRegister);
  }
}

void addSpread(const LaneSamples& of, const double* means, double* squares, double* largest) {
  for (std::int64_t lane = 0; lane < kWideLanes; lane += kTogether) {
    const double* samples = of.samples + lane;
    Doubles own[kVectors];
    Doubles most[kVectors];
    Doubles mean[kVectors];
#pragma GCC unroll 4
    for (int v = 0; v < kVectors; ++v) {
      own[v] = hn::LoadU(d, squares + lane + v * kRegister);
      most[v] = hn::LoadU(d, largest + lane + v * kRegister);
      mean[v] = hn::LoadU(d, means + lane + v * kRegister);
    }
    for (std::int64_t k = 0; k < of.count; ++k, samples += of.pitch) {
#pragma GCC unroll 4
      for (int v = 0; v < kVectors; ++v) {
        const Doubles sample = hn::LoadU(d, samples + v * kRegister);
        const Doubles apart = hn::Sub(sample, mean[v]);
        own[v] = hn::Add(own[v], hn::Mul(apart, apart));
        most[v] = hn::Max(most[v], hn::Abs(sample));
      }
    }
#pragma GCC unroll 4
    for (int v = 0; v < kVectors; ++v) {
      hn::StoreU(own[v], d, squares + lane + v * kRegister);
      hn::StoreU(most[v], d, largest + lane + v * kRegister);
    }
  }
}

void applyLanes(double* windows, std::int64_t length, const double* means,
                const double* deviations) {
  for (std::int64_t lane = 0; lane < kWideLanes; lane += kRegister) {
    const Doubles mean = hn::LoadU(d, means + lane);
    const Doubles deviation = hn::LoadU(d, deviations + lane);
    const auto divided = hn::Gt(deviation, hn::Zero(d));
    for (std::int64_t k = 0; k < length; ++k) {
      double* const at = windows + k * kWideLanes + lane;
      const Doubles made = hn::Div(hn::Sub(hn::LoadU(d, at), mean), deviation);
      hn::StoreU(hn::IfThenElseZero(divided, made), d, at);
    }
  }
}

enum class Cost : std::uint8_t { difference, square };

template <Cost kCost, bool kLevelled>
void addSeparately(const LaneCosts& costs, double* sums) {
  for (std::int64_t lane = 0; lane < kWideLanes; lane += kTogether) {
    const double* samples = costs.of.samples + lane;
    Doubles own[kVectors];
    Doubles mean[kVectors];
    Doubles divisor[kVectors];
#pragma GCC unroll 4
    for (int v = 0; v < kVectors; ++v) {
      own[v] = hn::LoadU(d, sums + lane + v * kRegister);
      if constexpr (kLevelled) {
        mean[v] = hn::LoadU(d, costs.means + lane + v * kRegister);
        divisor[v] = hn::LoadU(d, costs.divisors + lane + v * kRegister);
      }
    }
    for (std::int64_t k = 0; k < costs.of.count; ++k, samples += costs.of.pitch) {
      const Doubles query = hn::Set(d, costs.query[k]);
#pragma GCC unroll 4
      for (int v = 0; v < kVectors; ++v) {
        Doubles sample = hn::LoadU(d, samples + v * kRegister);
        if constexpr (kLevelled) sample = hn::Div(hn::Sub(sample, mean[v]), divisor[v]);
        const Doubles apart = hn::Sub(query, sample);
        if constexpr (kCost == Cost::square) {
          own[v] = hn::Add(own[v], hn::Mul(apart, apart));
        } else {
          own[v] = hn::Add(own[v], hn::Abs(apart));
        }
      }
    }
#pragma GCC unroll 4
    for (int v = 0; v < kVectors; ++v) hn::StoreU(own[v], d, sums + lane + v * kRegister);
  }
}
void addDifferences(const LaneCosts& costs, double* sums) {
  costs.means != nullptr ? addSeparately<Cost::difference, true>(costs, sums)
                         : addSeparately<Cost::difference, false>(costs, sums);
}
void addSquares(const LaneCosts& costs, double* sums) {
  costs.means != nullptr ? addSeparately<Cost::square, true>(costs, sums)
                         : addSeparately<Cost::square, false>(costs, sums);
}

}  // namespace
}  // namespace espy::signal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espy::signal {
namespace {

ESPY_SIMD_TABLE(anyGap);
ESPY_SIMD_TABLE(addLanes);
ESPY_SIMD_TABLE(addSpread);
ESPY_SIMD_TABLE(applyLanes);
ESPY_SIMD_TABLE(addDifferences);
ESPY_SIMD_TABLE(addSquares);

}  // namespace

bool anyGap(const double* samples, std::int64_t length) {
  return ESPY_SIMD_CALL(anyGap)(samples, length);
}
void addLanes(const LaneSamples& of, double* sums) {
  ESPY_SIMD_CALL(addLanes)(of, sums);
}
void addSpread(const LaneSamples& of, const double* means, double* squares, double* largest) {
  ESPY_SIMD_CALL(addSpread)(of, means, squares, largest);
}
void applyLanes(double* windows, std::int64_t length, const double* means,
                const double* deviations) {
  ESPY_SIMD_CALL(applyLanes)(windows, length, means, deviations);
}
void addDifferences(const LaneCosts& costs, double* sums) {
  ESPY_SIMD_CALL(addDifferences)(costs, sums);
}
void addSquares(const LaneCosts& costs, double* sums) {
  ESPY_SIMD_CALL(addSquares)(costs, sums);
}

}  // namespace espy::signal
#endif  // HWY_ONCE
