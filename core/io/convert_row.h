// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "espy/image.h"

namespace espy::io {

/// Converts the pixels of row `y` to another format: colour to its luma (0.299 red + 0.587 green +
/// 0.114 blue, rounded), grey to equal red, green and blue, 16 bits to 8 rounded to nearest, alpha
/// dropped or made opaque. From 8 to 16 bits it is v to 257 v. `out` holds the whole row.
void convertRow(const ImageView& image, std::int64_t y, PixelFormat format, std::uint8_t* out);

/// A copy in another format.
Image convertedCopy(const ImageView& image, PixelFormat format);

}  // namespace espy::io
