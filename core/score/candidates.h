// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "find/needle.h"
#include "score/formula.h"

/// Which places of a row may reach a score, told from correlations r = sum (I - m) (T - t) that are
/// off by a known error at most. Never says no to a place that reaches it.
namespace espy::score {

/// Relative rounding error that results in double precision stay far below.
inline constexpr double kDoubleSlack = 1e-9;

/// The same for all places of a tile.
struct CandidateTest {
  Method method = Method::zncc;
  bool all = false;  ///< everything may reach it
  double n = 1;
  double part = 1;      ///< samples that the window's sums are of: n, or fewer
  double error = 0;     ///< of r
  double centre = 0;    ///< t
  double rest = 0;      ///< sum (T - t)
  double mean = 0;      ///< m
  double squares = 0;   ///< sum T^2
  double variance = 0;  ///< zncc: n^2 times that of T
  double least = 0;     ///< zncc: the score to reach
  double most = 0;      ///< ssd: the distance allowed
  double greatest = 1;  ///< ssd: that there can be
};

/// The score to reach, as what a test compares with; `error` and `mean` are for the caller.
CandidateTest testFor(Method method, const finders::NeedleSums& needle, double minScore);

/// With zncc: a test that lets more places pass and needs the sums of a part of the windows only,
/// of so many samples: what varies in a part varies in the whole.
CandidateTest looserTest(const CandidateTest& test, std::int64_t part);

/// Writes 1 for each candidate of a row of `count` places and 0 for the others; returns how many
/// there are. `sums` and `squares` are the exact sums of the windows; as doubles, for means of each
/// channel, what is taken off n r, and n times the sum of squared deviations.
template <class Sum>
std::int64_t markCandidates(const CandidateTest& test, const float* r, const Sum* sums,
                            const Sum* squares, std::int64_t count, std::uint8_t* flags);

/// For needles of one size: what of a window does not depend on the needle, in single precision.
/// The variances are n^2 times those of the windows, and not more than they are.
void floatSums(double n, const std::uint32_t* sums, const std::uint32_t* squares,
               std::int64_t count, float* floatSums, float* variances);

/// `markCandidates` with zncc, from these.
std::int64_t markAlike(const CandidateTest& test, const float* r, const float* sums,
                       const float* variances, std::int64_t count, std::uint8_t* flags);

/// Scores as far as r tells them, and by how much each may be off; returns the greatest of that.
template <class Sum>
float approximateScores(const CandidateTest& test, const float* r, const Sum* sums,
                        const Sum* squares, std::int64_t count, float* scores, float* errors);

/// From scores and by how much they may be off: the least and the most that each can be, a little
/// widened.
void spreadScores(const float* scores, const float* errors, std::int64_t count, float* least,
                  float* most);

/// Writes 1 for each place that may reach `wanted` and of whose eight neighbours none surely beats
/// it, else 0; returns how many there are. `least` are the rows above, of the places and below,
/// with a number at either end that is there, too.
std::int64_t markPossiblePeaks(const float* const least[3], const float* most, float wanted,
                               std::int64_t count, std::uint8_t* flags);

/// Calls `take(x)` for each x below `count` that is flagged; of few in many.
template <class Take>
void forEachFlagged(const std::uint8_t* flags, std::int64_t count, const Take& take) {
  for (std::int64_t first = 0; first < count; first += 8) {
    std::uint64_t eight = 0;
    std::memcpy(&eight, flags + first,
                static_cast<std::size_t>(std::min<std::int64_t>(8, count - first)));
    if (eight == 0) continue;
    for (std::int64_t x = first; x < std::min(first + 8, count); ++x) {
      if (flags[x] != 0) take(x);
    }
  }
}

}  // namespace espy::score
