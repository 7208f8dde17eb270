// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "canvas.h"

namespace samples {

/// Where a person is; decides clothes and held objects.
enum class Scene { sea, beach, street };

/// A standing or walking person with a shadow, feet at (x, y); `dice` decides the looks. At most
/// 18 x 27 pixels, with held objects 48 x 46.
void drawPerson(Canvas& canvas, int x, int y, Scene scene, Dice dice, bool emptyHanded = false);

/// A person behind a counter or a railing: only the part above the hips, which are at (x, y).
void drawHalfPerson(Canvas& canvas, int x, int y, Dice dice);

/// A person in the water up to the shoulders, at (x, y).
void drawSwimmer(Canvas& canvas, int x, int y, Dice dice);

/// A person lying on their back, head up, soles at (x, y).
void drawSunbather(Canvas& canvas, int x, int y, Dice dice);

}  // namespace samples
