// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "find/match.h"
#include "picture/form.h"

namespace espy::find {

/// What a score needs to know of the needle, over the samples that are compared.
struct NeedleSums {
  std::int64_t samples = 0;  ///< compared: colour channels times pixels that take part
  std::int64_t weight = 0;   ///< the same, each as often as it weighs
  std::int64_t maxValue = 255;
  std::uint64_t sum = 0;      ///< of T
  std::uint64_t squares = 0;  ///< of T^2

  /// Of the needle's samples, times n^2. Without it there is no zncc.
  Wide variance() const {
    return static_cast<Wide>(samples) * static_cast<Wide>(squares) -
           static_cast<Wide>(sum) * static_cast<Wide>(sum);
  }
};

/// Does this pixel of the needle take part? Its alpha and its mask say so.
bool takesPart(const Needle& needle, std::int64_t x, std::int64_t y);

/// A needle in the form in which it is compared with a scene.
struct PreparedNeedle {
  std::uint32_t index = 0;  ///< which needle this is
  Size size;
  picture::CommonForm form;
  /// One plane for each channel, row by row; 0 where the pixel is ignored.
  std::vector<std::uint16_t> values;
  /// One for each pixel, 0 = ignored; 1 for all others, or 0..255 where alpha and mask weigh.
  std::vector<std::uint8_t> weights;
  bool weighted = false;  ///< some weight is neither 0 nor 1
  bool solid = true;      ///< no pixel is ignored
  NeedleSums sums;

  const std::uint16_t* row(int channel, std::int64_t y) const {
    return values.data() + (channel * size.height + y) * size.width;
  }
  std::uint8_t weight(std::int64_t x, std::int64_t y) const {
    return weights[static_cast<std::size_t>(y * size.width + x)];
  }
};

/// For a scene of this format.
PreparedNeedle prepareNeedle(const Needle& needle, std::uint32_t index, PixelFormat scene,
                             bool weighted, const Control& control = {});

/// The sums alone, for which nothing is kept.
NeedleSums needleSums(const Needle& needle, PixelFormat scene, bool weighted,
                      const Control& control);

}  // namespace espy::find
