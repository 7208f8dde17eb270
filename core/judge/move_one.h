// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "judge/training.h"

namespace espy::judge {

/// One number of a network in one step: as the reference moves it. Without `square`, by momentum.
inline void moveOne(const StepFactors& factors, float decay, float slope, float& number,
                    float& mean, float* square) {
  slope = std::fma(decay, number, slope);
  if (square == nullptr) {
    mean = std::fma(factors.momentum, mean, slope);
    number = std::fma(-factors.rate, mean, number);
    return;
  }
  mean = std::fma(factors.momentum, mean, factors.newMomentum * slope);
  *square = std::fma(factors.spread, *square, factors.newSpread * slope * slope);
  const float divisor = std::sqrt(*square * factors.spreadScale) + kAdamFloor;
  number = std::fma(-factors.rate, mean * factors.momentumScale / divisor, number);
}

}  // namespace espy::judge
