// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "espy/pictures.h"

namespace espy::io {

/// Bytes; larger pixels are refused. Four channels have 8.
inline constexpr std::int64_t kMostPixelBytes = 64;

/// Throws `tooLarge` if a picture of this size has more pixels than `options` allows, more than
/// `kMostPixelBytes` per pixel, or a size in bytes that overflows. Call it before allocating.
void checkSize(std::int64_t width, std::int64_t height, std::int64_t bytesPerPixel,
               const ReadOptions& options, const std::string& name);

}  // namespace espy::io
