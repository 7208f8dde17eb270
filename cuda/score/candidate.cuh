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

/// sum + a * b in one instruction.
__device__ inline std::int64_t plusProduct(std::int64_t sum, std::uint32_t a, std::uint32_t b) {
  std::int64_t result = 0;
  asm("mad.wide.u32 %0, %1, %2, %3;" : "=l"(result) : "r"(a), "r"(b), "l"(sum));
  return result;
}
__device__ inline std::int64_t product(std::int32_t a, std::int32_t b) {
  std::int64_t result = 0;
  asm("mul.wide.s32 %0, %1, %2;" : "=l"(result) : "r"(a), "r"(b));
  return result;
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

/// From the formula's integers; updates `greatest` or `key`, if `inside`.
template <bool correlates>
__device__ inline Approximation approximate(const Scoring& scoring, std::int64_t a, std::int64_t b,
                                            bool inside, float& greatest, std::uint64_t& key) {
  Approximation seen{a, b};
  if constexpr (correlates) {
    // Double precision is slow and few positions pass. Where b is 0, so is a.
    float score =
        __ll2float_rn(a) * scoring.inverseRoot * aboutInverseRoot(fmaxf(__ll2float_rn(b), 0.5F));
    if (!inside) score = -2;
    greatest = fmaxf(greatest, score);
    seen.near = score >= scoring.least && inside;
  } else {
    const auto distance = static_cast<std::uint64_t>(a);
    if (inside && ~distance > key) key = ~distance;
    seen.near = inside && distance < scoring.threshold.below;
  }
  return seen;
}

/// From a window's sums and `centred`, the sum of I (T - 128).
template <bool correlates>
__device__ inline Approximation approximate(const Scoring& scoring, const WindowSums& window,
                                            std::int32_t centred, bool inside, float& greatest,
                                            std::uint64_t& key) {
  const std::uint32_t products = static_cast<std::uint32_t>(centred) + 128U * window.sum;
  std::int64_t a = 0;
  std::int64_t b = 0;
  if constexpr (correlates) {
    // Sums of samples have less than 31 bits.
    const auto sum = static_cast<std::int32_t>(window.sum);
    a = plusProduct(product(sum, scoring.minusSum), scoring.samples, products);
    b = plusProduct(product(sum, -sum), scoring.samples, window.squares);
  } else {
    a = std::int64_t{window.squares} - 2 * std::int64_t{products} +
        static_cast<std::int64_t>(scoring.rule.squares);
  }
  return approximate<correlates>(scoring, a, b, inside, greatest, key);
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
