// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>

#include "canvas.h"

namespace samples {

inline constexpr int kLeastCrowdSide = 256;
inline constexpr int kMostCrowdSide = 32768;

/// "Where is the traveller?": a beach, a boardwalk, market squares and lawns full of people, with
/// one traveller and many look-alikes.
struct Crowd {
  Canvas canvas;
  int travellerX = 0;  ///< the upper-left pixel of the needle
  int travellerY = 0;
};

/// Look-alikes of the traveller.
struct LookAlikes {
  int count = 0;  ///< 0: a number that suits the size
  int kind = 0;   ///< of `drawTraveller`; 0: each in turn
};

/// Deterministic: the same arguments give the same crowd on all machines. Incomplete after a stop.
Crowd drawCrowd(int width, int height, const LookAlikes& alike = {},
                const std::stop_token& stop = {});

}  // namespace samples
