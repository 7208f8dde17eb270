// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "io/formats_abi.h"

/// The border between Espy and its module for features, in plain C as that for picture formats.
extern "C" {

/// A feature as it is found. The first pixel covers [0, 1) x [0, 1).
struct EspyFeature {
  float x;
  float y;
  float size;
  float angle;
  float response;  ///< the stronger it is, the greater
};

struct EspyFeatureList {
  const EspyFeature* features;  ///< in no order
  const float* numbers;         ///< 128 of each
  std::int64_t count;
  void* keep;  ///< what `release` frees
};

struct EspyFeatureFinder {
  std::uint32_t version;  ///< `kEspyFeaturesVersion` of the module's build
  const char* maker;      ///< "SIFT of OpenCV 4.6.0"
  /// The strongest `most` features of a grey picture of 8 bits, and those that are as strong as
  /// the last of them. On this thread only where it is to be `alone`. 0; or 1 with the reason in
  /// `said`.
  int (*find)(const EspyPixels* grey, std::int64_t most, int alone, EspyFeatureList* result,
              char* said, std::size_t saidSize);
  void (*release)(void* keep);
  /// The homography, nine numbers row by row, that takes most points of `from` to within some
  /// pixels of those of `to`; x and y of each, at least 4. 0; or 1 with the reason in `said`, or
  /// nothing where there is none.
  int (*homography)(const double* from, const double* to, std::int64_t count, double within,
                    double* matrix, char* said, std::size_t saidSize);
};

/// What the module exports, under the name "espyFeatures".
using EspyFeaturesEntry = const EspyFeatureFinder* (*)();
}

inline constexpr std::uint32_t kEspyFeaturesVersion = 3;
