// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "exact/pattern.h"

namespace espy::exact {

/// Says of each pixel of a row whether it is one certain colour (or within its range), as bits.
class ColourPlane {
 public:
  /// The colour at this byte offset of the pattern.
  ColourPlane(const Pattern& pattern, std::int64_t at);

  /// Writes bit i of `bits` for pixel i, for `count` pixels; the rest of the last word is
  /// undefined.
  void compare(const std::uint8_t* pixels, std::int64_t count, std::uint64_t* bits) const;

 private:
  PixelFormat format_;
  /// Per sample, in the depth of the scene: the least value, and how far the greatest is above it.
  std::array<std::uint16_t, 4> low_{};
  std::array<std::uint16_t, 4> span_{};
};

}  // namespace espy::exact
