// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bench/motif_trials.h"

/// Gait recordings and the queries for them.
namespace espy::bench {

/// A recording's parameters and the gaits to search for.
struct GaitSet {
  const char* name;
  lab::GaitOptions recorded;
  std::vector<lab::Gait> queried;
  std::size_t cycles = 1;  ///< per query
};

std::vector<GaitSet> gaitSets();
/// Two limping strides among walking and stairs.
GaitSet limpSet();

/// Options for gaits: amplitudes are kept because they discriminate; means are removed because
/// sensor orientation changes them. The exclusion zone is three quarters of a cycle, because
/// consecutive cycles and steps are similar.
MotifOptions gaitOptions(MotifRule rule, MotifNormalise normalise, std::int64_t cycle);

/// A query of some cycles, from a recording of its own.
lab::Rows gaitQuery(const GaitSet& set, lab::Gait gait, std::uint64_t person, std::uint64_t seed);
/// Distance of a query from its own means.
double sizeOf(const lab::Rows& query);
/// Occurrences of `cycles` consecutive cycles of this gait.
std::vector<RankedPlace> placesOf(const lab::GaitRecording& recording, lab::Gait gait,
                                  std::size_t cycles);

}  // namespace espy::bench
