// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "espy/image.h"

namespace espy::io {

/// Converts row `y` to another format: colour to luma (0.299 red + 0.587 green + 0.114 blue,
/// rounded), grey to equal red, green and blue; 16 bits to 8 rounded to nearest, 8 bits v to 257 v;
/// alpha dropped or opaque. `out` has space for the row.
void convertRow(const ImageView& image, std::int64_t y, PixelFormat format, std::uint8_t* out);

/// Returns a copy in another format.
Image convertedCopy(const ImageView& image, PixelFormat format);

}  // namespace espy::io
