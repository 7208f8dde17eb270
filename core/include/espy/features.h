// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "espy/control.h"
#include "espy/image.h"

#pragma GCC visibility push(default)
/// Local features of a photograph, for recognising a surface in other photographs.
///
///     espy::Features query = espy::featuresOf(photograph.view(), {.most = 768});
///
/// SIFT features: corners and blobs with 128 numbers that are nearly invariant to light, distance
/// and tilt. Numbers are RootSIFT: the square root of the share in the sum of all 128, times 512,
/// rounded to a byte. ORB features: corners with 256 bits, for comparing two photographs. OpenCV
/// computes both, in a module (espy_features) that is loaded on first use.
namespace espy {

/// Numbers of a SIFT feature, a byte each.
inline constexpr std::int64_t kFeatureBytes = 128;
/// Bytes of the 256 bits of an ORB feature.
inline constexpr std::int64_t kOrbBytes = 32;

/// Position of a feature. The first pixel covers [0, 1) x [0, 1).
struct FeaturePoint {
  float x = 0;
  float y = 0;
  float size = 0;   ///< diameter in pixels
  float angle = 0;  ///< orientation in degrees, clockwise on the screen

  bool operator==(const FeaturePoint&) const = default;
};

/// The features of one photograph.
struct Features {
  Size picture;                      ///< of the photograph, to which the points refer
  std::vector<FeaturePoint> points;  ///< strongest first
  std::vector<std::uint8_t> bytes;   ///< bytesEach() per feature, in the same order
  bool orb = false;                  ///< ORB, not SIFT

  std::int64_t count() const { return static_cast<std::int64_t>(points.size()); }
  std::int64_t bytesEach() const { return orb ? kOrbBytes : kFeatureBytes; }
  std::span<const std::uint8_t> feature(std::int64_t index) const {
    return std::span(bytes).subspan(static_cast<std::size_t>(index * bytesEach()),
                                    static_cast<std::size_t>(bytesEach()));
  }

  bool operator==(const Features&) const = default;
};

/// Options of feature detection.
struct FeatureOptions {
  std::int64_t most = 768;  ///< keeps this many, the strongest; at least 1
  /// Pixels, at least 32. Larger photographs are scaled down to this longer side, so that a
  /// surface's features have about the same size in each.
  std::int64_t longestSide = 1024;
  /// ORB in place of SIFT: 6 times faster, and less certain if sizes or views differ much.
  bool orb = false;

  bool operator==(const FeatureOptions&) const = default;
};

/// Computes the features of a photograph, of which there may be none; ignores alpha. Throws
/// `unsupported` if the module is not installed, and `badUse` for invalid options.
Features featuresOf(const ImageView& photograph, const FeatureOptions& options = {},
                    const Control& control = {});

/// Identifies the feature detector: the version of OpenCV and of the conversion to bytes. Features
/// of different makers should not be compared.
std::string featureMaker();

/// Converts 128 non-negative SIFT numbers to bytes. All zeros stay zeros.
void bytesOfFeature(std::span<const float> numbers, std::span<std::uint8_t> bytes);

}  // namespace espy
#pragma GCC visibility pop
