// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lab/motif_data.h"

/// Recordings with a motif in them whose positions are known: the cases of the dissertation.
namespace espy::lab {

/// What was done to a motif before it was put into a recording.
enum class PlantedAs : std::uint8_t {
  exact,      ///< nothing
  lagged,     ///< its channels come a little earlier or later
  missing,    ///< some of its channels are not there
  stretched,  ///< slower or faster, each channel at a height of its own
  switched,   ///< some channels have changed places with their neighbours
  // What is no occurrence, but looks like one.
  part,       ///< half of it
  reordered,  ///< its second half comes first
  single,     ///< one channel only
  similar,    ///< the same mixed with as much of something else
  scattered,  ///< its channels come in three bunches, farther apart than they lag
  exchanged,  ///< its channels are all there, but far from where they belong
};
inline constexpr int kPlantedRight = 5;
inline constexpr int kPlantedKinds = 11;
const char* nameOf(PlantedAs kind);
inline bool isMotif(PlantedAs kind) {
  return static_cast<int>(kind) < kPlantedRight;
}

struct PlantedMotif {
  PlantedAs kind = PlantedAs::exact;
  std::int64_t start = 0;
  std::int64_t length = 0;
};

/// A motif, a recording, and where the one is in the other.
struct MotifCase {
  Rows query;
  Rows data;
  std::vector<PlantedMotif> planted;  ///< in the order of their starts
};

/// How such a case is made.
struct MotifCaseOptions {
  std::int64_t channels = 5;
  std::int64_t length = 64;    ///< samples of the motif
  std::int64_t lag = 8;        ///< of `lagged`: at most
  double stretch = 1.2;        ///< of `stretched`: by so much, or by 1 / so much, at most
  double decibels = 10;        ///< the motif's power by that of the noise, which is everywhere
  std::int64_t negatives = 2;  ///< of each kind that is no occurrence
};

/// Each of the five kinds once, those that are none some times, and more than as much again of
/// nothing. Motif and background are drawn alike: noise without what varies quickly. From a seed,
/// the same on every machine.
MotifCase drawMotifCase(const MotifCaseOptions& options, std::uint64_t seed);

/// Returns the row at another length, interpolated linearly; the ends stay the ends.
std::vector<double> resampled(const std::vector<double>& row, std::int64_t length);

}  // namespace espy::lab
