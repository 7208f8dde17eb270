// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "espy/image.h"

namespace espy::io {

/// All of a TIFF file but its samples, which follow row by row: one 32-bit floating-point channel,
/// little endian, without compression, in strips of less than 2^31 bytes where rows allow. A
/// BigTIFF where 32 bits cannot say how long the file is.
std::vector<std::uint8_t> floatTiffHeader(Size size);

}  // namespace espy::io
