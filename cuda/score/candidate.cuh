// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "cuda/score/value.cuh"
#include "cuda/score/windows.h"

/// From a window's sums and its product with a needle to a candidate.
namespace espy::cuda {

/// The score of a window in doubles, bit-equal to the host's. For needles of up to 65536 samples,
/// so that both variances have less than 63 bits.
__device__ inline double exactScore(const ScoreRule& rule, std::int64_t a, std::int64_t b) {
  if (b == 0) return 0;
  return correlationOf(__ll2double_rn(a), __ll2double_rn(b), rule.variance,
                       [&] { return isWholeIn64(a, b, rule.lowVariance); });
}

__device__ inline std::int64_t wide(std::uint32_t a, std::uint32_t b) {
  return static_cast<std::int64_t>(std::uint64_t{a} * b);
}

/// Approximate inverse square root, for numbers from 0.5 on.
__device__ inline float aboutInverseRoot(float value) {
  float result = 0;
  asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(result) : "f"(value));
  return result;
}

/// Approximate result for a position.
struct Approximation {
  std::int64_t a = 0;  ///< zncc: the numerator, times n; else the distance
  std::int64_t b = 0;
  bool near = false;  ///< may be a candidate
};

/// Updates `greatest` or `key`.
template <bool correlates>
__device__ inline Approximation approximate(const Scoring& scoring, const WindowSums& window,
                                            std::int32_t product, float& greatest,
                                            std::uint64_t& key) {
  const std::uint32_t products = static_cast<std::uint32_t>(product) + 128U * window.sum;
  Approximation seen;
  if constexpr (correlates) {
    seen.a = wide(scoring.samples, products) - wide(window.sum, scoring.sum);
    seen.b = wide(scoring.samples, window.squares) - wide(window.sum, window.sum);
    // Double precision is slow and few positions pass. Where b is 0, so is a.
    const float score = __ll2float_rn(seen.a) * scoring.inverseRoot *
                        aboutInverseRoot(fmaxf(__ll2float_rn(seen.b), 0.5F));
    greatest = fmaxf(greatest, score);
    seen.near = score >= scoring.least;
  } else {
    seen.a = std::int64_t{window.squares} - 2 * std::int64_t{products} +
             static_cast<std::int64_t>(scoring.rule.squares);
    const auto distance = static_cast<std::uint64_t>(seen.a);
    if (~distance > key) key = ~distance;
    seen.near = distance < scoring.threshold.below;
  }
  return seen;
}

/// Is it a candidate? If so, also writes its value.
template <bool correlates>
__device__ inline bool isCandidate(const Scoring& scoring, const Approximation& seen,
                                   std::uint64_t& value) {
  if (!seen.near) return false;
  if constexpr (correlates) {
    const double score = exactScore(scoring.rule, seen.a, seen.b);
    value = valueOfScore(score);
    return score >= scoring.threshold.minScore;
  } else {
    value = static_cast<std::uint64_t>(seen.a);
    return true;
  }
}

}  // namespace espy::cuda
