// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/simd.h"
#include "picture/common_format.h"
#include "score/formula.h"

/// Loops over samples, compiled for each SIMD level.
namespace espy::pose {

/// Sums over a window's counted samples.
struct PartSums {
  score::WindowSums window;
  std::uint64_t sum = 0;  ///< of the needle
  std::uint64_t squares = 0;
};

/// Readable padding behind the last row of a `PartRows`.
constexpr std::int64_t kPartPadding = 16;

/// A plane of a scene and of a needle; `needle` is 0 where `weights` (0 or 1) are. With 8-bit
/// scenes needle samples are below 256.
template <class Sample>
struct PartRows {
  const Sample* scene;
  std::int64_t pitch;
  const std::uint16_t* needle;
  const std::uint8_t* weights;
  std::int64_t needlePitch;
  Size size;
};

void correlate(const PartRows<std::uint8_t>& part, PartSums& sums);
void correlate(const PartRows<std::uint16_t>& part, PartSums& sums);

/// Rounded averages of 2 x 2 pixels without their alpha, of the first of `count`. Returns how many.
ESPY_SIMD_DECLARE(halveBytes, std::int64_t(const std::uint8_t* above, const std::uint8_t* below,
                                           std::int64_t count, int channels, std::uint8_t* to));

/// Integer sums over a row's samples that have neighbours on all sides: twice the squared gradients
/// along x and y, four times their product; `near` weighs by twice the distance right of the
/// middle, `far` by its square.
struct RowChanges {
  std::int64_t count = 0;
  std::int64_t sum = 0;
  std::int64_t squares = 0;
  std::int64_t alongX = 0;
  std::int64_t alongY = 0;
  std::int64_t both = 0;
  std::int64_t nearX = 0;
  std::int64_t nearY = 0;
  std::int64_t nearBoth = 0;
  std::int64_t farX = 0;
  std::int64_t farY = 0;
  std::int64_t farBoth = 0;
};

struct ThreeRows {
  const std::uint16_t* above;
  const std::uint16_t* row;
  const std::uint16_t* below;
};

/// Columns first, first + every, ... of a needle.
struct Columns {
  std::int64_t first;
  std::int64_t every;
  std::int64_t count;
  std::int64_t width;
};

ESPY_SIMD_DECLARE(sumChanges, RowChanges(ThreeRows rows, Columns columns));

/// Bytes of a picture.
struct ByteSamples {
  const std::uint8_t* first;
  std::int64_t stride;
  int channels;
  Size size;
  double times;  ///< what a sample is multiplied by
};

/// Points from the centre of a window, at most `kMost`, and their channels.
struct Points {
  static constexpr std::int64_t kMost = 64;

  const double* x;
  const double* y;
  const std::int32_t* channels;
  std::int64_t count;
};

/// Where the window is: its centre, and how it has moved since.
struct WindowPlace {
  double x;
  double y;
  double right;
  double down;
  double turned;  ///< radians, counter-clockwise as seen
  double enlarged;

  double columnOf(double fromX, double fromY) const {
    return x + (fromX + right + turned * fromY + enlarged * fromX);
  }
  double rowOf(double fromX, double fromY) const {
    return y + (fromY + down - turned * fromX + enlarged * fromY);
  }
};

/// Bilinear samples at points of a window; pixel centres are at whole numbers. False if one of the
/// four pixels around a point is outside.
ESPY_SIMD_DECLARE(valuesAt, bool(const ByteSamples& samples, const Points& points,
                                 const WindowPlace& place, double* values));

/// Rows of six numbers.
struct SixColumns {
  static constexpr std::size_t kColumns = 6;

  const double* first;
  std::int64_t count;
};

/// Adds each row, times its factor, to the six sums, in order.
ESPY_SIMD_DECLARE(addRows, void(const SixColumns& rows, const double* factors, double* sums));
/// Adds the products of each row's numbers to six rows of sums, in order; those left of the
/// diagonal are not complete.
ESPY_SIMD_DECLARE(addProducts, void(const SixColumns& rows, double* sums));

}  // namespace espy::pose
