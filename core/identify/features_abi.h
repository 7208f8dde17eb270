// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "io/formats_abi.h"

/// C interface between Espy and its feature module.
extern "C" {

/// A feature. The first pixel covers [0, 1) x [0, 1).
struct EspyFeature {
  float x;
  float y;
  float size;
  float angle;
  float response;  ///< strength
};

struct EspyFeatureList {
  const EspyFeature* features;  ///< unordered
  const float* numbers;         ///< of SIFT: 128 each
  const std::uint8_t* bits;     ///< of ORB: 256 each
  std::int64_t count;
  void* keep;  ///< freed by `release`
};

struct EspyFeatureFinder {
  std::uint32_t version;  ///< `kEspyFeaturesVersion` at the module's build
  const char* maker;      ///< "SIFT of OpenCV 4.6.0"
  /// The strongest `most` features of an 8-bit grey picture, ties with the last included. `orb`:
  /// ORB in place of SIFT; `alone`: on this thread only. Returns 0, or 1 with the reason in `said`.
  int (*find)(const EspyPixels* grey, std::int64_t most, int orb, int alone,
              EspyFeatureList* result, char* said, std::size_t saidSize);
  void (*release)(void* keep);
  /// The robust homography (row-major) that takes most points of `from` to within a few pixels of
  /// `to`; pairs of x and y, at least 4. Returns 0, or 1 with the reason in `said`, empty if there
  /// is none.
  int (*homography)(const double* from, const double* to, std::int64_t count, double within,
                    double* matrix, char* said, std::size_t saidSize);
};
}

inline constexpr std::uint32_t kEspyFeaturesVersion = 4;
