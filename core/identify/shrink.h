// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "espy/control.h"
#include "espy/image.h"

namespace espy::identify {

/// The size at which features of a photograph are looked for: its own, or one whose longer side
/// has `longestSide` pixels, the other one rounded, and at least 1.
Size shrunkSize(Size photograph, std::int64_t longestSide);

/// A photograph in grey, 8 bits, without alpha, at a size that is nowhere larger than its own.
/// Each pixel is the mean of the part of the photograph that it covers, pixels that it covers in
/// part counting in part, exactly, and rounded to nearest, halves up. Colours become grey pixel by
/// pixel before (io/convert_row.h).
Image shrunkGrey(const ImageView& photograph, Size size, const Control& control = {});

}  // namespace espy::identify
