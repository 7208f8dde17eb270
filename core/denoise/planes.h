// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "base/scratch.h"
#include "espy/control.h"
#include "espy/image.h"

namespace espy::variation {

/// The colour channels of a picture as planes of 0..1, one after the other.
ScratchVector<float> planesOf(const ImageView& picture, int threads, const Control& control);

/// The picture with these planes as its colour channels: scaled to its depth, rounded to nearest
/// (halves up), clipped. Alpha is copied.
Image pictureOf(std::span<const float> planes, const ImageView& picture, int threads,
                const Control& control);

}  // namespace espy::variation
