// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "picture/form.h"
#include "score/formula.h"

/// Loops over samples, compiled for each SIMD level.
namespace espy::pose {

/// Sums over a window's samples that take part.
struct PartSums {
  score::WindowSums window;
  std::uint64_t sum = 0;  ///< of the needle
  std::uint64_t squares = 0;
};

/// Samples that may be read behind the last row of a `PartRows`.
constexpr std::int64_t kPartPadding = 16;

/// A plane of a scene and of a needle; `needle` is 0 where `weights`, which are 0 or 1, are. Of
/// scenes of bytes the needle's samples are below 256.
template <class Sample>
struct PartRows {
  const Sample* scene;
  std::int64_t pitch;
  const std::uint16_t* needle;
  const std::uint8_t* weights;
  std::int64_t needlePitch;
  Size size;
};

/// Adds the part's sums to `sums`.
void correlate(const PartRows<std::uint8_t>& part, PartSums& sums);
void correlate(const PartRows<std::uint16_t>& part, PartSums& sums);

/// Writes the rounded averages of 2 x 2 samples of two rows of grey, `count` of them.
void halveGrey(const std::uint8_t* above, const std::uint8_t* below, std::int64_t count,
               std::uint8_t* to);

/// Sums over samples of a row that have neighbours to each side, in whole numbers: twice what
/// changes along x and along y squared, four times the product of the two; `near` times twice how
/// far the sample lies to the right of the middle, `far` times that squared.
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

/// Columns first, first + every, ... of a needle so wide.
struct Columns {
  std::int64_t first;
  std::int64_t every;
  std::int64_t count;
  std::int64_t width;
};

RowChanges sumChanges(ThreeRows rows, Columns columns);

}  // namespace espy::pose
