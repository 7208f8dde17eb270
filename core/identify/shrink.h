// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "espy/control.h"
#include "espy/image.h"

namespace espy::identify {

/// The size for feature detection: unchanged, or with `longestSide` pixels on the longer side and
/// the other rounded, at least 1.
Size shrunkSize(Size photograph, std::int64_t longestSide);

/// The photograph as 8-bit grey without alpha, by exact area averaging, rounded to nearest, halves
/// up; `size` must not be larger. Colours become grey first (io/convert_row.h).
Image shrunkGrey(const ImageView& photograph, Size size, const Control& control = {});

}  // namespace espy::identify
