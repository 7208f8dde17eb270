// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lab/motif_data.h"

/// Recordings with planted motifs at known positions: the cases of the dissertation.
namespace espy::lab {

/// Modification of a motif before it is planted.
enum class PlantedAs : std::uint8_t {
  exact,      ///< none
  lagged,     ///< its channels start slightly earlier or later
  missing,    ///< some channels are absent
  stretched,  ///< slower or faster, each channel with its own amplitude
  switched,   ///< some neighbouring channels are exchanged
  // No occurrences, but similar:
  part,       ///< its first half
  reordered,  ///< its halves exchanged
  single,     ///< one channel only
  similar,    ///< a mixture with as much other noise
  scattered,  ///< its channels start in three groups, farther apart than `lag`
  exchanged,  ///< all channels, far from their own positions
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

/// A query, a recording, and the occurrences in it.
struct MotifCase {
  Rows query;
  Rows data;
  std::vector<PlantedMotif> planted;  ///< by start
};

/// Parameters of a case.
struct MotifCaseOptions {
  std::int64_t channels = 5;
  std::int64_t length = 64;    ///< of the query, samples
  std::int64_t lag = 8;        ///< of `lagged`: largest lag, samples
  double stretch = 1.2;        ///< of `stretched`: largest factor, or its inverse
  double decibels = 10;        ///< signal-to-noise ratio; noise is everywhere
  std::int64_t negatives = 2;  ///< of each kind that is no occurrence
};

/// Plants each of the five kinds of occurrence once, and the others `negatives` times, in more than
/// as much background. Query and background are low-pass noise. Deterministic in `seed`.
MotifCase drawMotifCase(const MotifCaseOptions& options, std::uint64_t seed);

}  // namespace espy::lab
