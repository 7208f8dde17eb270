// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tuple>

#include "espy/engine/motif.h"

/// What every engine makes of a task before it searches, and of its candidates afterwards.
namespace espy::signal {

/// Numbers beyond this are gaps, as are those that are no numbers: their squares might not fit.
inline constexpr double kLargest = 1e100;
inline bool isGap(double sample) {
  return !(sample >= -kLargest && sample <= kLargest);
}
/// Whether a scale can be divided by, and its square is no number with fewer digits than others.
inline bool isUsable(double scale) {
  return scale > 1e-90 && scale < 1e110;
}
/// A window whose deviation is at most this part of its largest sample is as good as constant.
inline constexpr double kFlat = 1e-10;

inline std::int64_t queryLength(const MotifTask& task) {
  return task.query.front().size();
}
inline std::int64_t dataLength(const MotifTask& task) {
  return task.data.front().size();
}
/// How far from the diagonal a path may go.
std::int64_t bandOf(const MotifTask& task);
std::int64_t exclusionOf(const MotifTask& task);
/// The lengths that the query is brought to and that the data has room for, the least first.
std::vector<std::int64_t> lengthsOf(const MotifTask& task);
/// The samples brought to another length, along straight lines between them.
std::vector<double> stretched(const std::vector<double>& samples, std::int64_t length);
/// A task's `options.normalise`, which is given once it is settled.
inline MotifNormalise normaliseOf(const MotifTask& task) {
  return *task.options.normalise;
}

/// Sums of differences become distances: roots, but for sad.
double rootOf(MotifMethod method, double sum);

/// A place as far as its rank goes.
struct Candidate {
  double distance = 0;
  /// Samples that its channels lag, together: where each may lag, many places are equally good.
  std::int64_t shift = 0;
  std::int64_t start = 0;
  std::int64_t length = 0;

  bool operator==(const Candidate&) const = default;
  bool operator<(const Candidate& other) const {
    return std::tie(distance, shift, start, length) <
           std::tie(other.distance, other.shift, other.start, other.length);
  }
};

/// The best first, without those that begin within `exclude` of a better one, `top` at most (0: no
/// limit) and none farther off than `maxDistance`.
std::vector<Candidate> selected(std::vector<Candidate> candidates, std::int64_t exclude,
                                std::int64_t top, double maxDistance);
std::vector<Candidate> selected(std::vector<Candidate> candidates, const MotifTask& task);

}  // namespace espy::signal
