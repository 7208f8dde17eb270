// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "cuda/base/device_image.h"
#include "pose/warp_needle.h"

/// A warped needle, pixel by pixel as core/picture/warp.cpp makes it, and its sums with windows.
namespace espy::cuda {

/// A warped needle (picture::TurnMap).
struct Turned {
  std::int64_t cosine;
  std::int64_t sine;
  int width;
  int height;
  int samples;
  bool mirrored;
  bool inverted;
};

__host__ __device__ inline Turned turnedBy(Size needle, int enlarged, const GridPose& pose) {
  const picture::TurnMap map(needle, pose::turnOf(pose, enlarged));
  return {map.cosine,
          map.sine,
          static_cast<int>(map.to.width),
          static_cast<int>(map.to.height),
          map.samples,
          map.mirrored,
          pose.inverted};
}

/// Kernel argument: a needle's corners.
struct Corners {
  const std::uint32_t* words;
  int width;  ///< of the needle
  int height;
};

/// One row of a warped needle, as in core/picture/warp.cpp.
class TurnedRow {
  static constexpr int kBits = picture::TurnMap::kBits;
  static constexpr int kShift = kBits - 8;

  /// In the needle, in 2^-30 pixels.
  struct Position {
    std::int64_t x;
    std::int64_t y;
  };
  __device__ static std::int64_t floorOf(std::int64_t a, std::int64_t b) {
    return a / b - (a % b < 0 ? 1 : 0);
  }

 public:
  __device__ TurnedRow(const Corners& needle, const Turned& turned, int row)
      : needle_(needle), turned_(turned), row_(row) {
    const std::int64_t u = 1 - turned.width;
    const std::int64_t v = 2 * row + 1 - turned.height;
    middle_ = {u * turned.cosine - v * turned.sine, u * turned.sine + v * turned.cosine};
    const std::int64_t reach = llabs(turned.cosine) + llabs(turned.sine);
    room_ = {(std::int64_t{needle.width} << kBits) + 2 * picture::TurnMap::kTolerance - reach,
             (std::int64_t{needle.height} << kBits) + 2 * picture::TurnMap::kTolerance - reach};
  }

  /// Some of [left, right), by a rough computation, among them all columns that are inside.
  __device__ int2 likely(int left, int right) const {
    const auto narrow = [&](std::int64_t at, std::int64_t step, std::int64_t room) {
      const float way = 2 * static_cast<float>(step);
      const float one = __fdividef(static_cast<float>(-room - at), way);
      const float other = __fdividef(static_cast<float>(room - at), way);
      constexpr float kRough = 2;
      left = static_cast<int>(fminf(fmaxf(left, fminf(one, other) - kRough), right));
      right = static_cast<int>(fmaxf(fminf(right, fmaxf(one, other) + kRough), left));
    };
    if (turned_.cosine != 0) narrow(middle_.x, turned_.cosine, room_.x);
    if (turned_.sine != 0) narrow(middle_.y, turned_.sine, room_.y);
    return {left, right};
  }
  __device__ void moveTo(int column) {
    column_ = column;
    middle_.x += 2 * column * turned_.cosine;
    middle_.y += 2 * column * turned_.sine;
  }
  __device__ void advance(int columns) {
    column_ += columns;
    middle_.x += 2 * columns * turned_.cosine;
    middle_.y += 2 * columns * turned_.sine;
  }
  /// Whether the pixel is wholly inside the needle.
  __device__ bool isInside() const {
    return llabs(middle_.x) <= room_.x && llabs(middle_.y) <= room_.y;
  }
  template <bool averaged>
  __device__ std::uint32_t pixel() const {
    const std::uint32_t value = averaged ? mean() : one();
    return turned_.inverted ? 255 - value : value;
  }

 private:
  __device__ std::int64_t mirror(std::int64_t x) const { return turned_.mirrored ? -x : x; }
  /// `middle_` is twice the position; its parity is the same in all columns, so halving it drops
  /// the same fraction in all.
  __device__ std::uint32_t one() const {
    return (at({mirror(middle_.x) >> 1, middle_.y >> 1}) + 32768) >> 16;
  }
  /// The mean of evenly spread samples, for shrinking.
  __device__ std::uint32_t mean() const {
    const std::int64_t n = turned_.samples;
    std::uint64_t sum = 0;
    for (std::int64_t k = 0; k < n * n; ++k) {
      const std::int64_t u = 2 * (k % n) + 1 - n * turned_.width;
      const std::int64_t v = 2 * n * row_ + 2 * (k / n) + 1 - n * turned_.height;
      sum += at({floorOf(mirror(u * turned_.cosine - v * turned_.sine), 2 * n) +
                     column_ * mirror(turned_.cosine),
                 floorOf(u * turned_.sine + v * turned_.cosine, 2 * n) + column_ * turned_.sine});
    }
    const auto all = static_cast<std::uint64_t>(n * n) << 16U;
    return static_cast<std::uint32_t>((sum + all / 2) / all);
  }
  /// The bilinear sample at this offset from the needle's middle, times 2^16.
  __device__ std::uint32_t at(const Position& fromMiddle) const {
    constexpr std::int64_t kHalf = std::int64_t{1} << (kShift - 1);
    const auto in256th = [](std::int64_t offset, int side) {
      return (offset + (std::int64_t{side - 1} << (kBits - 1)) + kHalf) >> kShift;
    };
    const std::int64_t x = in256th(fromMiddle.x, needle_.width);
    const std::int64_t y = in256th(fromMiddle.y, needle_.height);
    const int column = min(max(static_cast<int>(x >> 8) + 1, 0), needle_.width);
    const int row = min(max(static_cast<int>(y >> 8) + 1, 0), needle_.height);
    const std::uint32_t four =
        __ldg(needle_.words + std::int64_t{row} * (needle_.width + 1) + column);
    const auto alongX = static_cast<std::uint32_t>(x & 255);
    const auto alongY = static_cast<std::uint32_t>(y & 255);
    const std::uint32_t weights = (256 - alongX) | alongX << 16;
    return __dp2a_lo(weights, four, 0U) * (256 - alongY) + __dp2a_hi(weights, four, 0U) * alongY;
  }

  const Corners& needle_;
  const Turned& turned_;
  int row_;
  int column_ = 0;
  Position middle_;  ///< twice the offset of the pixel's centre from the needle's
  Position room_;    ///< its limit
};

/// Of the needle: count, sum, squares; per position: sum, squares, products.
template <int side>
constexpr int kNumbers = 3 + 3 * side* side;

/// Adds the needle's pixels of a row that are in [left, right), in the windows at side x side
/// positions from (x, y) on. `clamped`: of windows partly outside the scene, whose sums are
/// ignored.
template <int side, bool averaged, bool clamped>
__device__ inline void addPixels(const DevicePlane& scene, const Corners& needle,
                                 const Turned& turned, std::int64_t windowX, std::int64_t windowY,
                                 int row, int left, int right,
                                 std::uint32_t (&own)[kNumbers<side>]) {
  TurnedRow at(needle, turned, row);
  const int2 span = at.likely(left, right);
  const std::uint8_t* rows[side];
#pragma unroll
  for (int k = 0; k < side; ++k) {
    std::int64_t y = windowY + row + k;
    if (clamped) y = min(max(y, std::int64_t{0}), scene.height - 1);
    rows[k] = scene.bytes + y * scene.pitch;
  }
  int column = span.x + static_cast<int>(threadIdx.x % 32);
  at.moveTo(column);
  for (; column < span.y; column += 32, at.advance(32)) {
    if (!at.isInside()) continue;
    const std::uint32_t wanted = at.template pixel<averaged>();
    own[0] += 1;
    own[1] += wanted;
    own[2] += wanted * wanted;
    const std::int64_t first = windowX + column;
#pragma unroll
    for (int k = 0; k < side * side; ++k) {
      std::int64_t x = first + k % side;
      if (clamped) x = min(max(x, std::int64_t{0}), scene.width - 1);
      const std::uint32_t there = __ldg(rows[k / side] + x);
      own[3 + 3 * k] += there;
      own[4 + 3 * k] += there * there;
      own[5 + 3 * k] += there * wanted;
    }
  }
}

}  // namespace espy::cuda
