// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "lab/motif_data.h"

/// Synthetic recordings of walking and other activities, 50 samples per second, by accelerometers
/// (in g) or by a shoe's insole of pressure sensors (lab/insole_data.h). Cycles repeat with
/// variation.
///
/// A cycle (a stride, a jump) has a shape for each sensor and axis. Standard deviations: cadence of
/// a person 8 % and of a cycle 4 %, heights of a person's shapes 10 % and of a cycle's 10 %, time
/// within a cycle 4 %, delay of a sensor 2.5 % of a cycle. Mounting rotates sensors, and gravity
/// with them, by up to 20 degrees about any axis. Noise (0.06 g) and slow sway (0.04 g) are added.
namespace espy::lab {

/// Activity of a person.
enum class Gait : std::uint8_t {
  walk,
  run,
  jump,
  stairs,         ///< at the cadence of walking
  hop,            ///< on one leg: lower than a jump, without bending the knees first
  limpLeft,       ///< walking with the left step shorter and softer than the right
  limpRight = 8,  ///< and the reverse; its number decides which heights a seed draws
  stand,
};
inline constexpr int kGaits = 10;
const char* nameOf(Gait gait);

/// Factors of the heights of a cycle's parts.
struct Heights {
  std::array<double, 6> of{1, 1, 1, 1, 1, 1};
};

/// A Gaussian bump at a phase of the cycle, periodic with period 1.
double bump(double phase, double at, double width);

/// Position of a sensor, with three axes: up, forward, sideways.
enum class Sensor : std::uint8_t { arm, waist, leg };

/// One cycle of an activity.
struct GaitCycle {
  Gait gait = Gait::stand;
  std::int64_t start = 0;
  std::int64_t length = 0;
};

/// A recording with its annotated cycles.
struct GaitRecording {
  Rows channels;
  std::vector<GaitCycle> cycles;  ///< by start; standing has none
};

/// Parameters of a recording.
struct GaitOptions {
  std::vector<Sensor> sensors{Sensor::waist};
  std::vector<Gait> gaits;    ///< in shuffled bouts of 3 to 5 cycles
  std::int64_t bouts = 12;    ///< per gait; with an insole a quarter of that for a limp
  bool turned = true;         ///< sensors are mounted anew before each bout
  double variation = 1;       ///< factor of all variation within a person, noise included
  std::int64_t insole = 0;    ///< pressure sensors in place of accelerometers; 0: none
  bool switched = false;      ///< two axes of each accelerometer may be switched for the recording
  bool switchedAnew = false;  ///< and again whenever it is mounted anew
  double axisLag = 0;         ///< deviation of an axis's own delay in each cycle, in cycles
  double strength = 0;        ///< deviation of the strength of a whole cycle
};

/// Deterministic in its seeds, up to rounding of sines. `person` determines cadence and heights.
GaitRecording drawGaits(const GaitOptions& options, std::uint64_t person, std::uint64_t seed);

}  // namespace espy::lab
