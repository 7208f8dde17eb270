// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "espy/control.h"
#include "espy/image.h"
#include "lab/pattern_scenes.h"

/// Elements of the generated pictures.
namespace espy::lab::pattern {

inline constexpr PixelFormat kGrey{1, Depth::u8};
inline constexpr PixelFormat kColour{3, Depth::u8};

/// Pixels per side of a pattern and of a figure.
inline constexpr int kPatternSide = 16;

/// Fills a grey picture with a texture like rough plaster.
void drawPlaster(const MutableImageView& picture, std::uint64_t seed, const Control& control);

/// Draws a crowd of figures, one of which is the needle.
PatternScene drawCrowd(Size size, std::uint64_t seed, const Control& control);

/// Copies a picture into another of the same format.
void paste(const ImageView& what, const MutableImageView& to, std::int64_t x, std::int64_t y);

}  // namespace espy::lab::pattern
