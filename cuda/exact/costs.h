// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "cuda/exact/bit_search.h"

/// What the searches of bit_search.h take, roughly, in nanoseconds on a large card (132
/// multiprocessors, 4 TB/s): only what is more and what is less counts, so smaller cards choose
/// alike. `gpu_bench` measured them (docs/measurements/gpu-h200.md).
namespace espy::cuda {

/// What a needle's run costs where thousands are hashed at once, in probes.
inline constexpr double kInsertInProbes = 2.0;

/// One needle in one picture.
struct PlaceWork {
  double pixels = 0;
  double needleWords = 1;  ///< of four bytes
  LookAtPlaces look;
};

/// Words that are compared before another search is the faster one. Copies side by side have no
/// more than the picture has.
constexpr std::uint64_t mostWordsToCheck(std::int64_t pixels) {
  return static_cast<std::uint64_t>(4 * pixels + (1 << 20));
}

/// Every place until something differs, and then what was right for long.
double costOfEveryPlace(const PlaceWork& work);
double costOfHashes(const PlaceWork& work);
/// Of looking at some rows, and waiting for what was seen.
double costOfLook();
double costOfPlanes(double pixels, std::size_t colours, std::size_t joins);

}  // namespace espy::cuda
