// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "find/rectangles.h"
#include "find/score_formula.h"

namespace espy::find {

/// What needle and scene are both turned into before they are compared: the more channels and the
/// deeper samples of the two.
struct CommonForm {
  int channels = 1;  ///< of colour: 1 or 3
  Depth depth = Depth::u8;

  bool operator==(const CommonForm&) const = default;
};
CommonForm commonForm(PixelFormat a, PixelFormat b);

/// A needle as scored search wants it.
struct ScoredNeedle {
  std::uint32_t index = 0;  ///< which needle this is
  Size size;
  CommonForm form;
  /// One plane for each channel, row by row; 0 where the pixel is ignored.
  std::vector<std::uint16_t> values;
  /// One for each pixel, 0 = ignored.
  std::vector<std::uint8_t> weights;
  bool weighted = false;  ///< some weight is neither 0 nor 1
  bool solid = true;      ///< no pixel is ignored
  /// Of the pixels that take part, each in one of them. Empty with sad, which asks for no sums, and
  /// where they are scattered.
  std::vector<Rectangle> rectangles;
  static constexpr std::size_t kMostRectangles = 4096;
  bool scattered = false;  ///< there are more than that: to list millions takes more than the scene
  Rectangle inner;         ///< the largest that holds no ignored pixel; likewise
  NeedleSums sums;

  const std::uint16_t* row(int channel, std::int64_t y) const {
    return values.data() + (channel * size.height + y) * size.width;
  }
  std::uint8_t weight(std::int64_t x, std::int64_t y) const {
    return weights[static_cast<std::size_t>(y * size.width + x)];
  }
};

/// What `sumsOf` tells, soon where no sample has to be looked up one by one.
NeedleSums fastSumsOf(const Needle& needle, PixelFormat scene, bool weighted,
                      const Control& control);

/// `method` is what it is for: not all is made for each.
ScoredNeedle makeScoredNeedle(const Needle& needle, std::uint32_t index, PixelFormat scene,
                              bool weighted, Method method = Method::zncc,
                              const Control& control = {});

}  // namespace espy::find
