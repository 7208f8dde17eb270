// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "cuda/exact/bit_search.h"

/// Rough costs of the searches of bit_search.h, in nanoseconds on a large GPU (132 multiprocessors,
/// 4 TB/s). Only ratios matter, so they hold for smaller GPUs. `gpu_bench` measured them
/// (docs/measurements/gpu-h200.md).
namespace espy::cuda {

/// Cost of hashing a needle's run, among thousands, in probes.
inline constexpr double kInsertInProbes = 2.0;

/// One needle in one picture.
struct PlaceWork {
  double pixels = 0;
  double needleWords = 1;  ///< of four bytes
  PositionSample sample;
};

/// Limit of the words compared; above it another search is faster. Adjacent copies of a needle have
/// at most the picture's words.
constexpr std::uint64_t mostWordsToCheck(std::int64_t pixels) {
  return static_cast<std::uint64_t>(4 * pixels + (1 << 20));
}

/// Every position until a word differs, and windows that match for long.
double costOfEveryPlace(const PlaceWork& work);
double costOfHashes(const PlaceWork& work);
/// Testing sampled rows, including the synchronisation.
double costOfSample();
double costOfPlanes(double pixels, std::size_t colours, std::size_t joins);

}  // namespace espy::cuda
