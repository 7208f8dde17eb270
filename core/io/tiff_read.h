// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "espy/image.h"
#include "espy/message.h"

namespace espy::io {

/// Reads a TIFF file without compression, or packed by LZW, Deflate or PackBits: grey, colour or
/// palettes, 1 to 16 bits, with alpha and without, in one plane or many. Nothing where the module's
/// reader is as exact; throws `unsupported` where it is not, and `badPicture`.
std::optional<Image> readTiff(std::span<const std::uint8_t> bytes, const std::string& name,
                              Message& note);

}  // namespace espy::io
