// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "base/simd.h"
#include "find/needle.h"
#include "score/formula.h"

/// Tests which positions of a row may reach a score, from correlations r = sum (I - m) (T - t) with
/// a known error bound. Never rejects a position that reaches it.
namespace espy::score {

/// Upper bound of the relative rounding error in double precision.
inline constexpr double kDoubleSlack = 1e-9;

/// Parameters of the test, constant over a tile.
struct CandidateTest {
  Method method = Method::zncc;
  bool all = false;  ///< no position can be rejected
  double n = 1;
  double part = 1;      ///< samples that the window sums cover: n, or fewer
  double error = 0;     ///< of r
  double centre = 0;    ///< t
  double rest = 0;      ///< sum (T - t)
  double mean = 0;      ///< m
  double squares = 0;   ///< sum T^2
  double variance = 0;  ///< zncc: n^2 times that of T
  double least = 0;     ///< zncc: minimum score
  double most = 0;      ///< ssd: maximum distance
  double greatest = 1;  ///< ssd: the greatest possible distance
};

/// The test for a minimum score. The caller sets `error` and `mean`.
CandidateTest testFor(Method method, const finders::NeedleSums& needle, double minScore);

/// zncc: a looser test that needs the sums of `part` samples of each window only: the variance of a
/// part is a lower bound of the whole's.
CandidateTest looserTest(const CandidateTest& test, std::int64_t part);

/// Writes 1 for each candidate of a row of `count` positions, else 0; returns the number of ones.
/// `sums` and `squares` are the exact sums of the windows. With Sum = double (one mean per channel)
/// they are what is subtracted from n r, and n times the sum of squared deviations.
template <class Sum>
std::int64_t markCandidates(const CandidateTest& test, const float* r, const Sum* sums,
                            const Sum* squares, std::int64_t count, std::uint8_t* flags);

/// For needles of one size: the needle-independent part of a window, in single precision. The
/// variances are lower bounds, scaled by n^2.
ESPY_SIMD_DECLARE(floatSums, void(double n, const std::uint32_t* sums, const std::uint32_t* squares,
                                  std::int64_t count, float* floatSums, float* variances));

/// `markCandidates` with zncc, from the output of `floatSums`.
ESPY_SIMD_DECLARE(markWithSharedSums,
                  std::int64_t(const CandidateTest& test, const float* r, const float* sums,
                               const float* variances, std::int64_t count, std::uint8_t* flags));

/// Writes approximate scores from r and their error bounds; returns the greatest error bound.
template <class Sum>
float approximateScores(const CandidateTest& test, const float* r, const Sum* sums,
                        const Sum* squares, std::int64_t count, float* scores, float* errors);

/// Writes slightly widened lower and upper bounds of scores, from scores and their error bounds.
ESPY_SIMD_DECLARE(spreadScores, void(const float* scores, const float* errors, std::int64_t count,
                                     float* least, float* most));

/// Writes 1 for each position that may reach `wanted` and that none of its eight neighbours surely
/// beats, else 0; returns the number of ones. `least` are the rows above, here and below, each with
/// a valid number at both ends.
ESPY_SIMD_DECLARE(markPossiblePeaks,
                  std::int64_t(const float* const least[3], const float* most, float wanted,
                               std::int64_t count, std::uint8_t* flags));

/// Calls `take(x)` for each flagged x below `count`. Fast if few are flagged.
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
