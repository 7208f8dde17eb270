// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <vector>

#include "espy/image.h"
#include "support/random_pictures.h"

namespace espy::test {

/// An analytic picture, a sum of Gaussian blobs of many sizes: it can be sampled at sub-pixel
/// positions, and rotated and scaled without interpolation.
class BlobField {
 public:
  BlobField(Size size, std::uint64_t seed) : size_(size) {
    Random random(seed);
    const auto part = [&](std::int64_t most) { return static_cast<double>(random.below(most)); };
    const std::int64_t count = 6 + std::min<std::int64_t>(150, size.pixels() / 40);
    for (std::int64_t k = 0; k < count; ++k) {
      const double x = part(size.width * 10) / 10;
      const double y = part(size.height * 10) / 10;
      blobs_.push_back({x, y, 1.5 + part(30) / 10, part(121) - 60});
    }
  }

  /// Value at (x, y); pixel (0, 0) covers [0, 1) x [0, 1).
  double at(double x, double y) const {
    double sum = 128;
    for (const Blob& blob : blobs_) {
      const double dx = x - blob.x;
      const double dy = y - blob.y;
      if (dx * dx + dy * dy > 25 * blob.radius * blob.radius) continue;
      sum += blob.height * std::exp(-(dx * dx + dy * dy) / (2 * blob.radius * blob.radius));
    }
    return std::clamp(sum, 0.0, 255.0);
  }

  Image drawn() const {
    Image picture(size_, {1, Depth::u8});
    drawInto(picture.pixels(), static_cast<double>(size_.width) / 2,
             static_cast<double>(size_.height) / 2, 0, 1);
    return picture;
  }

  /// Draws it with its centre at (x, y), rotated counter-clockwise by `angle` degrees.
  void drawInto(const MutableImageView& picture, double x, double y, double angle, double scale,
                bool mirrored = false) const {
    const double cosine = std::cos(angle * std::numbers::pi / 180) / scale;
    const double sine = std::sin(angle * std::numbers::pi / 180) / scale;
    const double halfWidth = static_cast<double>(size_.width) / 2;
    const double halfHeight = static_cast<double>(size_.height) / 2;
    for (std::int64_t row = 0; row < picture.height(); ++row) {
      for (std::int64_t column = 0; column < picture.width(); ++column) {
        const double u = static_cast<double>(column) + 0.5 - x;
        const double v = static_cast<double>(row) + 0.5 - y;
        const double fromX = (mirrored ? -1 : 1) * (u * cosine - v * sine);
        const double fromY = u * sine + v * cosine;
        if (std::abs(fromX) > halfWidth || std::abs(fromY) > halfHeight) continue;
        const double value = at(halfWidth + fromX, halfHeight + fromY);
        setSample(picture, column, row, 0, static_cast<std::uint32_t>(std::lround(value)));
      }
    }
  }

 private:
  struct Blob {
    double x;
    double y;
    double radius;
    double height;
  };
  Size size_;
  std::vector<Blob> blobs_;
};

}  // namespace espy::test
