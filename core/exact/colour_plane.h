// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "exact/pattern.h"

namespace espy::exact {

/// Compares the pixels of a row with one colour (or range of colours); the result is a bit each.
class ColourPlane {
 public:
  /// The colour at this byte offset of the pattern.
  ColourPlane(const Pattern& pattern, std::int64_t at);

  /// Writes bit i of `bits` for pixel i < `count`; the rest of the last word is undefined.
  void compare(const std::uint8_t* pixels, std::int64_t count, std::uint64_t* bits) const;

 private:
  PixelFormat format_;
  /// Per sample, in the scene's depth: the minimum, and maximum - minimum.
  std::array<std::uint16_t, 4> low_{};
  std::array<std::uint16_t, 4> span_{};
};

}  // namespace espy::exact
