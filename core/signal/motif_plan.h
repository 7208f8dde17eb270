// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <tuple>

#include "espy/engine/motif.h"

/// What every engine derives from a task before the search, and from its candidates afterwards.
namespace espy::signal {

/// The distance of what cannot be compared.
inline constexpr double kNever = std::numeric_limits<double>::infinity();
/// Larger numbers are gaps, as are NaN and infinity: their squares might overflow.
inline constexpr double kLargest = 1e100;
inline bool isGap(double sample) {
  return !(sample >= -kLargest && sample <= kLargest);
}
/// Whether a scale can be divided by and its square is a normal number.
inline bool isUsable(double scale) {
  return scale > 1e-90 && scale < 1e110;
}
/// A window whose deviation is at most this share of its largest sample counts as constant.
inline constexpr double kFlat = 1e-10;

inline std::int64_t queryLength(const MotifTask& task) {
  return task.query.front().size();
}
inline std::int64_t dataLength(const MotifTask& task) {
  return task.data.front().size();
}
/// Sakoe-Chiba radius in samples.
std::int64_t bandOf(const MotifTask& task);
std::int64_t exclusionOf(const MotifTask& task);
/// Window lengths that fit into the data, ascending.
std::vector<std::int64_t> lengthsOf(const MotifTask& task);
/// The samples resampled to another length, by linear interpolation.
std::vector<double> stretched(const std::vector<double>& samples, std::int64_t length);
/// `options.normalise` of a resolved task.
inline MotifNormalise normaliseOf(const MotifTask& task) {
  return *task.options.normalise;
}

/// The distance of a sum: its root, or the sum itself for sad.
double rootOf(MotifMethod method, double sum);

/// A position with its sort keys.
struct Candidate {
  double distance = 0;
  /// Sum of the channels' absolute lags, which breaks ties between positions.
  std::int64_t shift = 0;
  std::int64_t start = 0;
  std::int64_t length = 0;

  bool operator==(const Candidate&) const = default;
  bool operator<(const Candidate& other) const {
    return std::tie(distance, shift, start, length) <
           std::tie(other.distance, other.shift, other.start, other.length);
  }
};

/// Sorts candidates and drops those within `exclude` of a better one or beyond `maxDistance`; at
/// most `top` are kept (0: all).
std::vector<Candidate> selected(std::vector<Candidate> candidates, std::int64_t exclude,
                                std::int64_t top, double maxDistance);
std::vector<Candidate> selected(std::vector<Candidate> candidates, const MotifTask& task);

}  // namespace espy::signal
