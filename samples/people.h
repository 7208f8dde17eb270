// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "canvas.h"

namespace samples {

/// Where somebody is, which decides what they wear and hold.
enum class Scene { sea, beach, street };

/// A standing or walking person whose feet are at (x, y), with a shadow; who it is comes from the
/// dice. At most 18 pixels wide and 27 high, with what they hold up to 48 and 46.
void drawPerson(Canvas& canvas, int x, int y, Scene scene, Dice dice, bool emptyHanded = false);

/// Somebody behind a counter or a railing: only what is above the hips, which are at (x, y).
void drawHalfPerson(Canvas& canvas, int x, int y, Dice dice);

/// Somebody in the water up to the shoulders, at (x, y).
void drawSwimmer(Canvas& canvas, int x, int y, Dice dice);

/// Somebody on their back in the sun, head up, soles at (x, y).
void drawSunbather(Canvas& canvas, int x, int y, Dice dice);

}  // namespace samples
