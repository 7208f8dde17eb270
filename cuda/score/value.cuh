// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "cuda/score/needle.h"

/// The formula of core/score/formula.cpp, operation by operation: each rounded to nearest, none
/// fused, so that scores are bit-equal to the host's.
namespace espy::cuda {

__extension__ using Unsigned = unsigned __int128;

/// Rounds a wide integer to the nearest double.
__device__ inline double doubleOf(finders::Wide value) {
  const bool negative = value < 0;
  const Unsigned magnitude =
      negative ? -static_cast<Unsigned>(value) : static_cast<Unsigned>(value);
  const auto high = static_cast<std::uint64_t>(magnitude >> 64);
  const auto low = static_cast<std::uint64_t>(magnitude);
  double result = 0;
  if (high == 0) {
    result = __ull2double_rn(low);
  } else {
    const int shift = 64 - __clzll(static_cast<long long>(high));  // 1..64
    auto top = static_cast<std::uint64_t>(magnitude >> shift);
    // A sticky bit for the bits that were shifted out.
    if (static_cast<Unsigned>(top) << shift != magnitude) top |= 1U;
    result = __dmul_rn(__ull2double_rn(top), __hiloint2double((1023 + shift) << 20, 0));
  }
  return negative ? -result : result;
}

/// A 256-bit integer.
struct Product {
  Unsigned high;
  Unsigned low;
};

__device__ inline Product productOf(Unsigned a, Unsigned b) {
  const auto half = [](Unsigned value) -> Unsigned { return static_cast<std::uint64_t>(value); };
  const Unsigned low = half(a) * half(b);
  const Unsigned one = (a >> 64) * half(b);
  const Unsigned two = half(a) * (b >> 64);
  const Unsigned middle = (low >> 64) + half(one) + half(two);
  return {(a >> 64) * (b >> 64) + (one >> 64) + (two >> 64) + (middle >> 64),
          middle << 64 | half(low)};
}

/// Is a^2 = b c? Rare and long, so it is not inlined.
__device__ __noinline__ inline bool isWhole(finders::Wide a, finders::Wide b, Unsigned c) {
  const auto magnitude = static_cast<Unsigned>(a < 0 ? -a : a);
  const Product square = productOf(magnitude, magnitude);
  const Product variances = productOf(static_cast<Unsigned>(b), c);
  return square.high == variances.high && square.low == variances.low;
}

/// The same for 64-bit integers: inlined, because a call would cost registers.
__device__ inline bool isWholeIn64(std::int64_t a, std::int64_t b, std::uint64_t c) {
  const auto magnitude = static_cast<std::uint64_t>(a < 0 ? -a : a);
  const auto window = static_cast<std::uint64_t>(b);
  return magnitude * magnitude == window * c &&
         __umul64hi(magnitude, magnitude) == __umul64hi(window, c);
}

/// Score from a, b and c as doubles; `whole` returns whether a^2 = b c.
template <class Whole>
__device__ inline double correlationOf(double a, double b, double c, const Whole& whole) {
  constexpr double kNearOne = 1e-14;
  const double score = __ddiv_rn(a, __dsqrt_rn(__dmul_rn(b, c)));
  if (fabs(score) > 1 - kNearOne && whole()) return a < 0 ? -1 : 1;
  return fmin(1.0, fmax(-1.0, score));
}

/// zncc from sums of any size.
__device__ inline double correlationOf(const ScoreRule& rule, std::uint64_t sum,
                                       std::uint64_t squares, std::uint64_t products) {
  const finders::Wide n = rule.samples;
  const finders::Wide b = n * static_cast<finders::Wide>(squares) -
                          static_cast<finders::Wide>(sum) * static_cast<finders::Wide>(sum);
  if (b == 0) return 0;
  const finders::Wide a = n * static_cast<finders::Wide>(products) -
                          static_cast<finders::Wide>(sum) * static_cast<finders::Wide>(rule.sum);
  return correlationOf(doubleOf(a), doubleOf(b), rule.variance, [&] {
    return isWhole(a, b, static_cast<Unsigned>(rule.highVariance) << 64 | rule.lowVariance);
  });
}

__device__ inline double scoreOfDistance(const ScoreRule& rule, std::uint64_t distance) {
  return __dsub_rn(1.0, __ddiv_rn(__ull2double_rn(distance), rule.greatest));
}

__device__ inline double scoreOfValue(const ScoreRule& rule, std::uint64_t value) {
  return rule.correlates ? __longlong_as_double(static_cast<long long>(value))
                         : scoreOfDistance(rule, value);
}

__device__ inline std::uint64_t valueOfScore(double score) {
  return static_cast<std::uint64_t>(__double_as_longlong(score));
}

/// Order-preserving bits of a score.
__device__ inline std::uint64_t keyOfScore(double score) {
  const std::uint64_t bits = valueOfScore(score);
  constexpr std::uint64_t kSign = std::uint64_t{1} << 63;
  return (bits & kSign) != 0 ? ~bits : bits | kSign;
}

__device__ inline std::uint64_t keyOfValue(const ScoreRule& rule, std::uint64_t value) {
  return rule.correlates ? keyOfScore(__longlong_as_double(static_cast<long long>(value))) : ~value;
}

/// For all threads of a block: updates `greatest` with the maximum of their keys.
__device__ inline void updateGreatest(std::uint64_t key, std::uint64_t* greatest) {
  __shared__ unsigned long long ofBlock;
  if (threadIdx.x == 0) ofBlock = 0;
  __syncthreads();
  for (int away = 16; away > 0; away /= 2) {
    const std::uint64_t other = __shfl_xor_sync(~0U, key, away);
    if (other > key) key = other;
  }
  if (threadIdx.x % 32 == 0) atomicMax(&ofBlock, static_cast<unsigned long long>(key));
  __syncthreads();
  if (threadIdx.x == 0) atomicMax(reinterpret_cast<unsigned long long*>(greatest), ofBlock);
}

}  // namespace espy::cuda
