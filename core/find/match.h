// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "espy/find.h"

namespace espy::find {

/// An integer that holds the product of a count of samples and a sum of squares of 16-bit samples.
__extension__ using Wide = __int128;

/// More than any distance.
inline constexpr Wide kFar = static_cast<Wide>(1) << 120;

/// Can a sum that is not negative be counted in 64 bits?
bool fitsInto64(Wide sum);
/// Writes a distance of up to 96 bits down.
void setDistance(Match& match, Wide distance);

/// Is match `a` to be listed before `b`? By score, then y, then x, then needle.
bool isBetter(const Match& a, const Match& b);

}  // namespace espy::find
