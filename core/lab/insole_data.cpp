// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "lab/insole_data.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "lab/motif_dice.h"

namespace espy::lab {
namespace {

/// A hill on the foot; not periodic.
double hill(double at, double middle, double width) {
  const double off = (at - middle) / width;
  return std::exp(-off * off);
}

double heel(double at) {
  return hill(at, 0.1, 0.15);
}
double ball(double at) {
  return hill(at, 0.68, 0.13);
}
double toes(double at) {
  return 0.7 * hill(at, 0.95, 0.08);
}

/// A step whose load is at the heel at phase `strike` and at the toes `roll` later.
double rolled(double at, double phase, double strike, double roll, double width) {
  return bump(phase, strike + roll * at, width);
}

double walked(double at, double p, const Heights& h, double strike, double roll) {
  return (h.of[0] * heel(at) + 0.25 * h.of[1] + h.of[2] * ball(at) + h.of[3] * toes(at)) *
         rolled(at, p, strike, roll, 0.11 + 0.05 * h.of[4] * ball(at));
}

}  // namespace

Insole::Insole(std::int64_t sensors, MotifDice& person, MotifDice& dice) {
  for (std::int64_t i = 0; i < sensors; ++i) {
    Spot spot;
    spot.at = (static_cast<double>(i) + 0.5) / static_cast<double>(sensors);
    spot.load = std::max(0.2, 1 + 0.35 * person.normal());
    spot.delay = 0.04 * person.normal();
    spots_.push_back(spot);
  }
  for (std::size_t i = spots_.size() / 2; i + 1 < spots_.size(); ++i) {
    if (person.below(3) == 0) std::swap(spots_[i], spots_[i + 1]);
  }
  for (Spot& spot : spots_) {
    if (dice.below(20) == 0) spot.load = 0.02;
  }
}

void Insole::step(double variation, MotifDice& dice) {
  for (Spot& spot : spots_) {
    spot.here = std::max(0.2, 1 + 0.2 * variation * dice.normal());
    spot.early = 0.04 * variation * dice.normal();
  }
}

double Insole::pressure(Gait gait, std::int64_t sensor, double phase, const Heights& h) const {
  const Spot& spot = spots_[sensor];
  const double at = spot.at;
  const double load = spot.load * spot.here;
  const double p = phase - spot.delay - spot.early;
  switch (gait) {
    case Gait::walk:
      return load * walked(at, p, h, 0.1, 0.45);
    case Gait::limpRight:  // a short step on the outside of a stiff foot
      return load * (0.5 * h.of[0] * heel(at) + 0.6 * h.of[2] * ball(at)) *
             rolled(at, p, 0.12, 0.22, 0.09);
    case Gait::limpLeft:  // stands longer on the right foot
      return load * 1.15 *
             (walked(at, p, h, 0.1, 0.6) + 0.4 * h.of[5] * heel(at) * bump(p, 0.32, 0.1));
    case Gait::run:
      return load *
             (2.6 * h.of[0] * heel(at) * bump(p, 0.15, 0.06) +
              1.4 * (h.of[1] * ball(at) + h.of[2] * toes(at)) * rolled(at, p, 0.15, 0.2, 0.07));
    case Gait::jump:  // pushes off by the ball, lands on the whole foot
      return load * (1.2 * (h.of[0] * ball(at) + h.of[1] * toes(at)) * bump(p, 0.3, 0.1) +
                     1.8 * h.of[2] * (ball(at) + 0.8 * heel(at)) * bump(p, 0.77, 0.05));
    case Gait::hop:
      return load * (h.of[0] * ball(at) + 0.6 * h.of[1] * toes(at)) *
             (bump(p, 0.25, 0.09) + 1.3 * h.of[2] * bump(p, 0.75, 0.06));
    case Gait::stairs:  // the ball first, hardly the heel
      return load * (1.1 * h.of[0] * ball(at) + 0.25 * h.of[1] * heel(at)) *
             rolled(1 - at, p, 0.1, 0.3, 0.16);
    case Gait::stand:
      break;
  }
  return 0.4 * spot.load * (heel(at) + 0.7 * ball(at));
}

}  // namespace espy::lab
