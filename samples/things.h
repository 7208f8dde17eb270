// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "canvas.h"

/// Objects of the scene. (x, y) is the middle of their foot.
namespace samples {

// Up to 16 pixels wide.
void drawAnimal(Canvas& canvas, int x, int y, Dice dice);  ///< dog, cat, pigeon or gull
void drawToy(Canvas& canvas, int x, int y, Dice dice);     ///< ball, castle, starfish or crab
void drawFlowerPot(Canvas& canvas, int x, int y, Dice dice);
void drawLamp(Canvas& canvas, int x, int y);

// On the beach and the water, up to 44 pixels wide.
void drawTowel(Canvas& canvas, int x, int y, Dice dice);  ///< 18 x 32, flat on the ground
void drawParasol(Canvas& canvas, int x, int y, Dice dice);
void drawDeckchair(Canvas& canvas, int x, int y, Dice dice);
void drawSurfboard(Canvas& canvas, int x, int y, Dice dice);
void drawSailingBoat(Canvas& canvas, int x, int y, Dice dice);

// On land, up to 64 pixels wide and 64 high.
void drawStall(Canvas& canvas, int x, int y, Dice dice);
void drawCart(Canvas& canvas, int x, int y, Dice dice);  ///< ice cream
void drawFountain(Canvas& canvas, int x, int y);
void drawPalm(Canvas& canvas, int x, int y, Dice dice);
void drawTree(Canvas& canvas, int x, int y, Dice dice);
void drawBench(Canvas& canvas, int x, int y, Dice dice);
void drawPicnic(Canvas& canvas, int x, int y, Dice dice);
void drawBalloons(Canvas& canvas, int x, int y,
                  Dice dice);  ///< above the head of a seller at (x, y)

}  // namespace samples
