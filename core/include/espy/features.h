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
/// What there is in a photograph that can be found again in another one of the same surface.
///
///     espy::Features query = espy::featuresOf(photograph.view(), {.most = 768});
///
/// Features are those of SIFT: corners and blobs, each with 128 numbers that stay nearly the same
/// when the light, the distance or the camera's tilt change. A number becomes the root of its share
/// of the sum of all 128, times 512, rounded: a byte. OpenCV finds them, in a module
/// (espy_features) that is loaded when a photograph is first looked at.
namespace espy {

/// Numbers of a feature, a byte each.
inline constexpr std::int64_t kFeatureBytes = 128;

/// Where a feature lies. Places are between pixels: the first pixel covers [0, 1) x [0, 1).
struct FeaturePoint {
  float x = 0;
  float y = 0;
  float size = 0;   ///< its diameter in pixels
  float angle = 0;  ///< where it points to, in degrees, clockwise as seen

  bool operator==(const FeaturePoint&) const = default;
};

/// The features of one photograph.
struct Features {
  Size picture;                      ///< of the photograph, in which the points lie
  std::vector<FeaturePoint> points;  ///< the strongest first
  std::vector<std::uint8_t> bytes;   ///< kFeatureBytes of each, in the same order

  std::int64_t count() const { return static_cast<std::int64_t>(points.size()); }
  std::span<const std::uint8_t> feature(std::int64_t index) const {
    return std::span(bytes).subspan(static_cast<std::size_t>(index * kFeatureBytes),
                                    static_cast<std::size_t>(kFeatureBytes));
  }

  bool operator==(const Features&) const = default;
};

/// What is looked for in a photograph.
struct FeatureOptions {
  std::int64_t most = 768;  ///< features are kept, the strongest; at least 1
  /// Larger photographs are first scaled down to a longer side of this many pixels: a
  /// surface's features are then found at about the same size in each. At least 32.
  std::int64_t longestSide = 1024;

  bool operator==(const FeatureOptions&) const = default;
};

/// The features of a photograph, which may be none. Transparency does not count. Throws
/// `unsupported` where this installation has no module for features, and `badUse` for options that
/// make no sense.
Features featuresOf(const ImageView& photograph, const FeatureOptions& options = {},
                    const Control& control = {});

/// Who finds features here: the version of OpenCV and how its numbers become bytes. Features of
/// unlike makers should not be compared.
std::string featureMaker();

/// 128 numbers of SIFT, none negative, as bytes. All 0 stay so.
void bytesOfFeature(std::span<const float> numbers, std::span<std::uint8_t> bytes);

}  // namespace espy
#pragma GCC visibility pop
