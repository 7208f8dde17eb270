// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "espy/engine/mark.h"

/// What the files of this room share. The functions that engines run expect a checked request.
namespace espy::mark {

/// Throws `badUse` for what no engine paints in a picture of this size and format: flags that are
/// not a grey 8-bit plane of its size, an outline of no or too much thickness, an outline in colour
/// where the picture is grey.
void checkRequest(Size size, PixelFormat format, const ImageView& flags,
                  const MarkOptions& options);

/// The format of a copy that can show the marks.
PixelFormat copyFormat(PixelFormat format, const MarkOptions& options);

/// Throws `badUse` for a tolerance below 0.
void checkTolerance(int tolerance);

/// The samples of an opaque pixel of this colour; as many as the format has channels.
using Samples = std::array<std::uint16_t, 4>;
Samples opaquePixel(PixelFormat format, Colour colour);

/// The definition.
void paintReference(const MutableImageView& picture, const ImageView& flags,
                    const MarkOptions& options, const Control& control);
Image screenReference(const ImageView& scene, Colour keep, int tolerance, const Control& control);

/// Its fast twins, on so many threads.
void paintOutline(const MutableImageView& picture, const ImageView& flags, int thickness,
                  Colour colour, int threads, const Control& control);
void paintWhite(const MutableImageView& picture, const ImageView& flags, int threads,
                const Control& control);
void paintDim(const MutableImageView& picture, const ImageView& flags, int threads,
              const Control& control);
Image screenFast(const ImageView& scene, Colour keep, int tolerance, int threads,
                 const Control& control);

}  // namespace espy::mark
