// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "canvas.h"

/// The one who is looked for, and those who are not quite like him.
namespace samples {

/// The needle: his head, jumper and rucksack, which fill this square from its first pixel to its
/// last, so that it is the same wherever he stands.
inline constexpr int kNeedleSize = 16;
/// His feet are so many rows below the upper edge of the needle.
inline constexpr int kTravellerHeight = 24;

/// How many kinds of look-alikes there are, numbered from 1; 0 is the traveller himself.
inline constexpr int kLookAlikes = 12;

/// Draws the traveller or a look-alike with the upper-left pixel of the needle at (x, y).
void drawTraveller(Canvas& canvas, int x, int y, int kind);

}  // namespace samples
