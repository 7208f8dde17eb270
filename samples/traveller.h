// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "canvas.h"

/// The traveller and his look-alikes.
namespace samples {

/// Size of the needle: his head, jumper and rucksack, which fill this square completely, so that
/// no background shows.
inline constexpr int kNeedleSize = 16;
/// Rows from the upper edge of the needle to his feet.
inline constexpr int kTravellerHeight = 24;

/// Number of kinds of look-alikes, numbered from 1; 0 is the traveller himself.
inline constexpr int kLookAlikes = 12;

/// Draws the traveller or a look-alike with the upper-left pixel of the needle at (x, y).
void drawTraveller(Canvas& canvas, int x, int y, int kind);

}  // namespace samples
