// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "canvas.h"

namespace samples {

inline constexpr int kLeastCrowdSide = 256;
inline constexpr int kMostCrowdSide = 32768;

/// "Where is the traveller?": a beach, a boardwalk, market squares and lawns full of people. One of
/// them is the traveller; a good many look almost like him.
struct Crowd {
  Canvas canvas;
  int travellerX = 0;  ///< the upper-left pixel of the needle
  int travellerY = 0;
};

/// Those who look almost like the traveller.
struct LookAlikes {
  int count = 0;  ///< 0: as many as suit the size
  int kind = 0;   ///< of `drawTraveller`; 0: each in turn
};

/// The same crowd for the same size and look-alikes, on every machine.
Crowd drawCrowd(int width, int height, const LookAlikes& alike = {});

}  // namespace samples
