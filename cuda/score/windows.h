// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cuda/score/places.h"
#include "cuda/score/planes.h"

namespace espy::cuda {

/// Widest needle whose windows are summed here.
inline constexpr std::int64_t kWidestWindow = 448;
/// By how much floats may be off a score.
inline constexpr double kKeyError = 1e-5;

/// Of the samples of a window. Of at most kMostCorrelated, sums fit into 32 bits.
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

/// What all places have in common.
struct Scoring {
  ScoreRule rule;
  Threshold threshold;
  std::uint32_t samples = 0;
  std::uint32_t sum = 0;  ///< of the needle
  float least = 0;        ///< less than the least score, by as much as a float may be off
  float inverseRoot = 1;  ///< 1 / the root of the variance
};

Scoring scoringOf(const ScoreRule& rule, const Threshold& threshold);

/// Sums up the windows of all places, for needles of that size.
void sumWindows(const Gpu& gpu, const BytePlanes& planes, Size needle, int channels,
                const PlaceGrid& grid, WindowSums* windows);

/// For a needle all of whose pixels take part: sums up each window and its squares, makes scores
/// (zncc) or distances (ssd) of them and of `products`, the sums of I (T - 128), and finds the
/// candidates. The summary's key is of a score that may be off by kKeyError with zncc.
void findCandidatesOfProducts(const Gpu& gpu, const BytePlanes& planes, Size needle, int channels,
                              const PlaceGrid& grid, const ScoreRule& rule,
                              const Threshold& threshold, const std::int32_t* products,
                              const Candidates& candidates);

/// Sums under a needle's mask, or a part of it: of I, of the lower and upper bytes of I^2, of I (T
/// - 128).
struct MaskedSums {
  const std::int32_t* sums = nullptr;
  const std::int32_t* lowSquares = nullptr;
  const std::int32_t* highSquares = nullptr;
  const std::int32_t* products = nullptr;
};

/// Adds such sums of all places to those of valuesOfSums (score_sums.h).
void addMaskedSums(const Gpu& gpu, const PlaceGrid& grid, const MaskedSums& part,
                   std::uint64_t* sums);

}  // namespace espy::cuda
