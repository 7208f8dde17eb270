// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "lab/gait_data.h"

namespace espy::lab {

class MotifDice;

/// Pressure sensors in the insole of a right shoe, in a row from the heel to the toes.
///
/// The load rolls from heel to toes, at a speed and with heights that the activity decides.
/// Standard deviations: a person's load at a sensor 20 %, the time of its peak 2 % of a cycle; a
/// cycle's load at a sensor 15 %, the time of its peak 3 %. Of the front half a fifth of the
/// neighbouring sensors are exchanged, because feet have other shapes; one sensor in twenty hardly
/// responds.
class Insole {
 public:
  /// One person's foot (from `person`) in one shoe.
  Insole(std::int64_t sensors, MotifDice& person, MotifDice& dice);

  /// Draws the variation of the next cycle.
  void step(double variation, MotifDice& dice);
  /// Pressure in the cycle; 1 is about the body's weight on a tenth of the sole.
  double pressure(Gait gait, std::int64_t sensor, double phase, const Heights& heights) const;

 private:
  struct Spot {
    double at = 0;     ///< on the foot, from 0 (heel) to 1 (toes)
    double load = 1;   ///< of this person
    double delay = 0;  ///< in cycles
    double here = 1;   ///< the same of the present cycle
    double early = 0;
  };
  std::vector<Spot> spots_;
};

}  // namespace espy::lab
