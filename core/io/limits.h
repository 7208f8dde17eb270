// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "espy/pictures.h"

namespace espy::io {

/// A pixel of more bytes is refused: of four channels there are 8.
inline constexpr std::int64_t kMostPixelBytes = 64;

/// Throws `tooLarge` when a picture of this size has more pixels than the caller allows, more bytes
/// a pixel than `kMostPixelBytes`, or more bytes than can be counted. To be asked before memory is
/// taken.
void checkSize(std::int64_t width, std::int64_t height, std::int64_t bytesPerPixel,
               const ReadOptions& options, const std::string& name);

}  // namespace espy::io
