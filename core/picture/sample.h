// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstring>

#include "espy/image.h"

namespace espy::picture {

/// `sampleAt`, always inlined, for loops over many samples.
[[gnu::always_inline]] inline std::uint32_t sampleOf(const ImageView& image, std::int64_t x,
                                                     std::int64_t y, int channel) {
  const PixelFormat format = image.format();
  const std::uint8_t* at = image.pixel(x, y) + channel * format.bytesPerSample();
  if (format.depth == Depth::u8) return *at;
  std::uint16_t value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

}  // namespace espy::picture
