// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bench/motif_trials.h"

/// What people do in recordings of gaits, and what is asked for in them.
namespace espy::bench {

/// What is recorded, and which of it is asked for.
struct GaitSet {
  const char* name;
  lab::GaitOptions recorded;
  std::vector<lab::Gait> asked;
  std::size_t cycles = 1;  ///< of a query
};

std::vector<GaitSet> gaitSets();
/// A limp among walks and stairs, by two strides.
GaitSet limpSet();

/// Heights tell gaits apart, so they stay; a sensor's turn moves means, so they go. Cycles follow
/// each other, and a step looks like the next one: three quarters of a cycle are kept clear.
MotifOptions gaitOptions(MotifRule rule, MotifNormalise normalise, std::int64_t cycle);

/// Some cycles, from a recording of its own.
lab::Rows gaitQuery(const GaitSet& set, lab::Gait gait, std::uint64_t person, std::uint64_t seed);
/// How far a query is from its own means.
double sizeOf(const lab::Rows& query);
/// Where so many cycles of this gait follow each other.
std::vector<RankedPlace> placesOf(const lab::GaitRecording& recording, lab::Gait gait,
                                  std::size_t cycles);

}  // namespace espy::bench
