// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "find/score_candidates.h"

#include <cmath>

#include "base/simd.h"

namespace espy::find {
namespace {

/// Doubles are off by far less than this share of what they hold.
constexpr double kSlack = 1e-9;

/// n^2 times a window's variance, not more than it is. Sums of 8-bit samples give it exactly; wider
/// ones lose up to their last bits where the sum and the squares all but cancel.
template <class Sum>
inline __attribute__((always_inline)) double leastVariance(double n, Sum sum, Sum squares) {
  const auto all = n * static_cast<double>(squares);
  const double variance = all - static_cast<double>(sum) * static_cast<double>(sum);
  return sizeof(Sum) == 4 ? variance : variance - all * 1e-14;
}

template <class Sum>
inline __attribute__((always_inline)) std::int64_t markByCorrelation(
    const CandidateTest& test, const float* r, const Sum* sums, const Sum* squares,
    std::int64_t count, std::uint8_t* flags) {
  const double n = test.n;
  const double rest = test.rest;
  const double offset = test.n * test.mean * test.rest + test.n * test.error;
  const double bound = test.least * test.least * test.variance * (1 - kSlack);
  std::int64_t found = 0;
  for (std::int64_t x = 0; x < count; ++x) {
    const double variance = leastVariance(n, sums[x], squares[x]);
    // n sum I T - sum I sum T, at most.
    const double a = n * static_cast<double>(r[x]) - rest * static_cast<double>(sums[x]) + offset;
    // An exact 0 is a flat window, which scores 0 and not enough.
    const bool may = (a > 0) & (a * a >= bound * variance) & (variance != 0);
    flags[x] = may ? 1 : 0;
    found += may ? 1 : 0;
  }
  return found;
}

template <class Sum>
inline __attribute__((always_inline)) std::int64_t markByDistance(const CandidateTest& test,
                                                                  const float* r, const Sum* sums,
                                                                  const Sum* squares,
                                                                  std::int64_t count,
                                                                  std::uint8_t* flags) {
  const double centre = test.centre;
  const double most = test.most + 2 * test.error + 2 * test.mean * test.rest - test.squares;
  std::int64_t found = 0;
  for (std::int64_t x = 0; x < count; ++x) {
    const double products = static_cast<double>(r[x]) + centre * static_cast<double>(sums[x]);
    const bool may = static_cast<double>(squares[x]) - 2 * products <= most;
    flags[x] = may ? 1 : 0;
    found += may ? 1 : 0;
  }
  return found;
}

// Templates cannot be built for several processors; these can.
#define ESPY_MARKS(name, sum)                                                          \
  ESPY_SIMD_CLONES std::int64_t name##OfRow(const CandidateTest& test, const float* r, \
                                            const sum* sums, const sum* squares,       \
                                            std::int64_t count, std::uint8_t* flags) { \
    return name(test, r, sums, squares, count, flags);                                 \
  }
ESPY_MARKS(markByCorrelation, std::uint32_t)
ESPY_MARKS(markByCorrelation, std::uint64_t)
ESPY_MARKS(markByDistance, std::uint32_t)
ESPY_MARKS(markByDistance, std::uint64_t)
#undef ESPY_MARKS

}  // namespace

CandidateTest testFor(Method method, const NeedleSums& needle, double minScore) {
  CandidateTest test;
  test.method = method;
  test.n = static_cast<double>(needle.samples);
  test.centre =
      std::floor(static_cast<double>((needle.sum + static_cast<std::uint64_t>(needle.samples) / 2) /
                                     static_cast<std::uint64_t>(needle.samples)));
  test.rest = static_cast<double>(needle.sum) - test.centre * test.n;
  test.squares = static_cast<double>(needle.squares);
  test.variance = static_cast<double>(needle.variance());
  test.least = minScore;
  const auto greatest = static_cast<double>(needle.maxValue * needle.maxValue) * test.n;
  test.most = (1 - minScore) * greatest + 1 + kSlack * greatest * (1 + std::abs(minScore));
  test.all = method == Method::zncc && minScore <= 0;
  return test;
}

template <class Sum>
std::int64_t markCandidates(const CandidateTest& test, const float* r, const Sum* sums,
                            const Sum* squares, std::int64_t count, std::uint8_t* flags) {
  if (test.all) {
    for (std::int64_t x = 0; x < count; ++x) flags[x] = 1;
    return count;
  }
  return test.method == Method::zncc ? markByCorrelationOfRow(test, r, sums, squares, count, flags)
                                     : markByDistanceOfRow(test, r, sums, squares, count, flags);
}

template <class Sum>
void approximateScores(const CandidateTest& test, const float* r, const Sum* sums,
                       const Sum* squares, std::int64_t count, double greatestDistance,
                       double* scores, double* errors) {
  const double deviation = std::sqrt(test.variance);
  for (std::int64_t x = 0; x < count; ++x) {
    const auto sum = static_cast<double>(sums[x]);
    if (test.method == Method::ssd) {
      const double products = static_cast<double>(r[x]) + test.centre * sum + test.mean * test.rest;
      const double distance = static_cast<double>(squares[x]) - 2 * products + test.squares;
      scores[x] = 1 - distance / greatestDistance;
      errors[x] = 2 * test.error / greatestDistance;
      continue;
    }
    const double variance = test.n * static_cast<double>(squares[x]) - sum * sum;
    if (variance <= 0) {
      scores[x] = 0;
      errors[x] = 0;
      continue;
    }
    const double a = test.n * static_cast<double>(r[x]) - test.rest * (sum - test.n * test.mean);
    const double scale = 1 / (std::sqrt(variance) * deviation);
    scores[x] = std::min(std::max(a * scale, -1.0), 1.0);
    errors[x] = test.n * test.error * scale;
  }
}

template std::int64_t markCandidates(const CandidateTest&, const float*, const std::uint32_t*,
                                     const std::uint32_t*, std::int64_t, std::uint8_t*);
template std::int64_t markCandidates(const CandidateTest&, const float*, const std::uint64_t*,
                                     const std::uint64_t*, std::int64_t, std::uint8_t*);
template void approximateScores(const CandidateTest&, const float*, const std::uint32_t*,
                                const std::uint32_t*, std::int64_t, double, double*, double*);
template void approximateScores(const CandidateTest&, const float*, const std::uint64_t*,
                                const std::uint64_t*, std::int64_t, double, double*, double*);

}  // namespace espy::find
