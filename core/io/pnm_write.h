// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "espy/image.h"

namespace espy::io {

enum class PnmFormat { pbm, pgm, ppm, pam };

/// Receives the parts of a file in order.
using Sink = std::function<void(std::span<const std::uint8_t>)>;

/// PAM for pictures with alpha, else PGM or PPM.
PnmFormat pnmFormatFor(PixelFormat format, bool keepAlpha);

/// Throws `unsupported` unless every pixel is exactly black or white.
void checkBlackAndWhite(const ImageView& image, const std::string& name);

/// Writes a raw PBM (after checkBlackAndWhite), PGM, PPM or PAM file with maxval 255 or 65535.
void writePnm(const ImageView& image, PnmFormat format, const Sink& sink);

}  // namespace espy::io
