// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lab/motif_data.h"

/// People who wear accelerometers, as far as they can be drawn: what they do repeats, and no two
/// cycles are alike. Units are those of gravity; 50 samples a second.
///
/// A cycle (a stride, a jump, an arm raised and lowered) is a shape of its own for each sensor and
/// axis. What varies, as normal numbers of these deviations: a person's cadence (8 %) and that of
/// each cycle (4 %); the heights of what a person's shapes are made of (10 %) and a cycle's (10 %);
/// how evenly time runs within a cycle (4 % of it); when a sensor's part begins (2.5 % of a cycle).
/// Sensors are turned by up to 20 degrees about any axis when they are put on, and gravity with
/// them. Over all lie noise (0.06 g) and slow sway (0.04 g).
namespace espy::lab {

/// What somebody does.
enum class Gait : std::uint8_t {
  walk,
  run,
  jump,
  stairs,  ///< at the cadence of a walk
  hop,     ///< on one leg: lower than a jump, and without bending the knees first
  arm,     ///< an arm is raised and lowered
  waist,   ///< somebody bends down
  leg,     ///< a leg is lifted
  limp,    ///< a walk of which one step is shorter and softer than the other
  stand,
};
inline constexpr int kGaits = 10;
const char* nameOf(Gait gait);

/// Where sensors are worn, three axes each: up, ahead, aside.
enum class Sensor : std::uint8_t { arm, waist, leg };

/// One cycle.
struct GaitCycle {
  Gait gait = Gait::stand;
  std::int64_t start = 0;
  std::int64_t length = 0;
};

/// What was recorded.
struct GaitRecording {
  Rows channels;
  std::vector<GaitCycle> cycles;  ///< in the order of their starts; standing has none
};

/// What is recorded.
struct GaitOptions {
  std::vector<Sensor> sensors{Sensor::waist};
  std::vector<Gait> gaits;  ///< in bouts of three to five cycles, all equally often, shuffled
  std::int64_t bouts = 12;  ///< of each gait
  bool turned = true;       ///< sensors are put on anew before each bout
  double variation = 1;     ///< of all but what makes a person, and of noise
};

/// From a seed, the same on every machine but for the last bits of sines. `person` is who does it:
/// another person has another cadence and other heights.
GaitRecording drawGaits(const GaitOptions& options, std::uint64_t person, std::uint64_t seed);

}  // namespace espy::lab
