// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "espy/engine/mark.h"
#include "mark/expression.h"

/// Internal interface of the module. The engines' functions expect a checked request.
namespace espy::mark {

/// Throws `badUse` for an invalid request: flags that are no 8-bit grey plane of the picture's
/// size, an outline thickness out of range, or a coloured outline in a grey picture.
void checkRequest(Size size, PixelFormat format, const ImageView& flags,
                  const MarkOptions& options);

/// The format of a copy that can show the marks.
PixelFormat copyFormat(PixelFormat format, const MarkOptions& options);

/// Throws `badUse` for a negative tolerance.
void checkTolerance(int tolerance);
/// Throws `badUse` unless `least` is in 1..kMostEdge.
void checkEdges(int least);

/// Samples of an opaque pixel of this colour; as many as the format has channels.
using Samples = std::array<std::uint16_t, 4>;
Samples opaquePixel(PixelFormat format, Colour colour);

/// Reference implementations.
void paintReference(const MutableImageView& picture, const ImageView& flags,
                    const MarkOptions& options, const Control& control);
Image screenReference(const ImageView& scene, Colour keep, int tolerance, const Control& control);
Image whereReference(const ImageView& scene, const Expression& where, const Control& control);
Image edgesReference(const ImageView& scene, int least, const Control& control);

/// Fast implementations, on `threads` threads.
void paintOutline(const MutableImageView& picture, const ImageView& flags, int thickness,
                  Colour colour, int threads, const Control& control);
void paintWhite(const MutableImageView& picture, const ImageView& flags, int threads,
                const Control& control);
/// Dims, or lightens.
void paintDim(const MutableImageView& picture, const ImageView& flags, bool lighten, int threads,
              const Control& control);
Image screenFast(const ImageView& scene, Colour keep, int tolerance, int threads,
                 const Control& control);
Image whereFast(const ImageView& scene, const Expression& where, int threads,
                const Control& control);
Image edgesFast(const ImageView& scene, int least, int threads, const Control& control);

}  // namespace espy::mark
