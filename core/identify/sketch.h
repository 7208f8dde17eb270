// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "base/scratch.h"
#include "base/simd.h"
#include "identify/nearest.h"

/// A screen of few products: distances of sketches, which are at most those of features.
///
/// A feature's sketch is its projection on `kSketch` orthonormal vectors (low frequencies of a
/// discrete cosine transform over the 4 x 4 cells of SIFT, and of a Fourier transform over its 8
/// directions), in units of 1/2, rounded. A projection makes no distance longer; rounding adds at
/// most 1/2 per number and sketch. For each query feature the four rows with the nearest sketches
/// are compared exactly. Two exact distances bound the second nearest one from above; all other
/// rows are at least as far as the last sketch compared. If that is too far for the ratio test, the
/// answer is known.
namespace espy::identify {

inline constexpr std::int64_t kSketch = 40;
/// Rows of a reference are numbered in this many bits of a key.
inline constexpr int kRowBits = 9;
inline constexpr std::int64_t kMostSketched = 1 << kRowBits;
inline constexpr std::int64_t kLeastSketched = 64;
/// Keys per query feature: the rows with the nearest sketches, nearest first.
inline constexpr std::int64_t kNearest = 4;

struct Sketches {
  std::int64_t count = 0;
  ScratchVector<std::int16_t> numbers;  ///< kSketch each
  ScratchVector<std::int32_t> norms;    ///< squared
  ScratchVector<std::int32_t> sums;     ///< scratch
};

/// Sketches of `count` features.
void sketch(const std::uint8_t* features, std::int64_t count, Sketches& sketches);
/// Products of features with all vectors of a basis, whose numbers are stored by pairs of bytes.
ESPY_SIMD_DECLARE(project, void(const std::uint8_t* features, std::int64_t count,
                                const std::int16_t* basis, std::int32_t* sums));

/// Query sketches in the layout of `nearestSketches`.
struct PackedSketches {
  std::int64_t padded = 0;
  ScratchVector<std::int16_t> numbers;
};
ESPY_SIMD_DECLARE(packSketches, void(const Sketches& sketches, PackedSketches& packed));

/// Per query feature `kNearest` keys, those of one rank together: 2^kRowBits times (product less
/// half of the row's norm) plus the row. Keys of very far rows may overflow, which makes them look
/// near.
ESPY_SIMD_DECLARE(nearestSketches,
                  void(const PackedSketches& query, const Sketches& reference, std::int32_t* keys));

/// Arguments of `testNearest`.
struct NearestTest {
  const std::uint8_t* features;     ///< of the query
  const std::int32_t* norms;        ///< of these
  const std::int32_t* sketchNorms;  ///< of their sketches
  std::int64_t count;               ///< query features
  const std::int32_t* keys;         ///< of `nearestSketches`
  std::int64_t stride;              ///< between keys of two ranks
  double under2;
  double over2;
};
/// Per query feature: 0 if it does not match, 1 if it might. Returns the number of features for
/// which sketches decide nothing.
ESPY_SIMD_DECLARE(testNearest, std::int64_t(const NearestTest& test, const FeatureRows& reference,
                                            std::int32_t* passes));

}  // namespace espy::identify
