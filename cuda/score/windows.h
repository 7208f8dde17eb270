// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cuda/score/places.h"
#include "cuda/score/planes.h"

namespace espy::cuda {

/// Widest needle that is supported.
inline constexpr std::int64_t kWidestWindow = 448;
/// Error bound of a score in single precision.
inline constexpr double kKeyError = 1e-5;

/// Sums over the samples of a window; at most kMostCorrelated of them fit into 32 bits.
struct alignas(8) WindowSums {
  std::uint32_t sum = 0;
  std::uint32_t squares = 0;

  __host__ __device__ void add(std::uint32_t value) {
    sum += value;
    squares += value * value;
  }
  __host__ __device__ void subtract(std::uint32_t value) {
    sum -= value;
    squares -= value * value;
  }
  __host__ __device__ void add(const WindowSums& other) {
    sum += other.sum;
    squares += other.squares;
  }
  __host__ __device__ void subtract(const WindowSums& other) {
    sum -= other.sum;
    squares -= other.squares;
  }
};

/// Parameters common to all positions.
struct Scoring {
  ScoreRule rule;
  Threshold threshold;
  std::uint32_t samples = 0;
  std::int32_t minusSum = 0;  ///< the sum of the needle's bytes, negated
  float least = 0;            ///< the least score, less the error bound of a float
  float inverseRoot = 1;      ///< 1 / sqrt(variance)
};

Scoring scoringOf(const ScoreRule& rule, const Threshold& threshold);

/// Computes the window sums of all positions, for needles of this size.
void sumWindows(const Gpu& gpu, const BytePlanes& planes, Size needle, int channels,
                const PlaceGrid& grid, WindowSums* windows);

/// For a needle without a mask: sums each window and its squares, computes scores (zncc) or
/// distances (ssd) from them and `products`, the sums of I (T - 128), and finds the candidates.
/// With zncc the summary's key has the error bound kKeyError.
void findCandidatesOfProducts(const Gpu& gpu, const BytePlanes& planes, Size needle, int channels,
                              const PlaceGrid& grid, const ScoreRule& rule,
                              const Threshold& threshold, const std::int32_t* products,
                              const Candidates& candidates);

/// Sums under a needle's mask, or a part of it: of I, of the low and high bytes of I^2, of I (T -
/// 128).
struct MaskedSums {
  const std::int32_t* sums = nullptr;
  const std::int32_t* lowSquares = nullptr;
  const std::int32_t* highSquares = nullptr;
  const std::int32_t* products = nullptr;
};

/// Adds such sums of all positions to those that valuesOfSums expects.
void addMaskedSums(const Gpu& gpu, const PlaceGrid& grid, const MaskedSums& part,
                   std::uint64_t* sums);

/// Converts sums of all positions (of I, then I^2, then I T, each `grid.count()` long) to values;
/// zncc and ssd.
void valuesOfSums(const Gpu& gpu, const PlaceGrid& grid, const ScoreRule& rule,
                  const std::uint64_t* sums, std::uint64_t* values);

/// Computes the values of all positions of a grid, sample by sample in 64 bits: for any format and
/// size, with weights. Short launches; checks `control` after each.
void valuesOfAnything(const Gpu& gpu, const DevicePlane& scene, PixelFormat format,
                      const ScoredNeedle& needle, const PlaceGrid& grid, const ScoreRule& rule,
                      const Control& control, std::uint64_t* values);

}  // namespace espy::cuda
