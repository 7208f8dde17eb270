// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "score/candidates.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <type_traits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "score/candidates_simd.cpp"
#include "base/simd.h"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace espy::score::HWY_NAMESPACE {
namespace {

/// Below AVX-512 there is no conversion instruction; an integer can be placed in the low bits of a
/// double that is 2^52 or 2^84.
double toDouble(std::uint32_t whole) {
  if (HWY_TARGET == HWY_AVX3) return static_cast<double>(whole);
  return std::bit_cast<double>(whole | 0x4330000000000000U) - 0x1p52;
}
/// Rounded once, when the halves are added.
double toDouble(std::uint64_t whole) {
  if (HWY_TARGET == HWY_AVX3) return static_cast<double>(whole);
  const auto upper = std::bit_cast<double>(whole >> 32U | 0x4530000000000000U);
  const auto lower = std::bit_cast<double>((whole & 0xffffffffU) | 0x4330000000000000U);
  return (upper - (0x1p84 + 0x1p52)) + lower;
}

/// Sums that `CorrelatedTiles::windows` has combined already.
double toDouble(double number) {
  return number;
}

/// Lower bound of a window's variance, scaled by n^2. Exact for sums of 8-bit samples; wider ones
/// lose their last bits where the sum and the squares nearly cancel.
template <class Sum>
double leastVariance(double n, Sum sum, Sum squares) {
  if constexpr (std::is_same_v<Sum, double>) {
    return squares;
  } else {
    const auto all = n * toDouble(squares);
    const double variance = all - toDouble(sum) * toDouble(sum);
    return sizeof(Sum) == 4 ? variance : variance - all * 1e-14;
  }
}

template <class Sum>
std::int64_t markByCorrelation(const CandidateTest& test, const float* r, const Sum* sums,
                               const Sum* squares, std::int64_t count, std::uint8_t* flags) {
  const double n = test.n;
  const double part = test.part;
  const double perSum = test.rest * (n / part);
  const double offset = test.n * test.mean * test.rest + test.n * test.error;
  const double bound = test.least * test.least * test.variance * (1 - kDoubleSlack) * (n / part);
  const bool flatMay = part < n;  // the rest may vary
  std::int64_t found = 0;
  for (std::int64_t x = 0; x < count; ++x) {
    const double variance = leastVariance(part, sums[x], squares[x]);
    // Upper bound of n sum I T - sum I sum T.
    const double a = n * static_cast<double>(r[x]) - perSum * toDouble(sums[x]) + offset;
    // Exactly 0: a flat window, which scores 0 and is below the minimum.
    const bool may = (a > 0) & (a * a >= bound * variance) & (flatMay | (variance != 0));
    flags[x] = may ? 1 : 0;
    found += may ? 1 : 0;
  }
  return found;
}

template <class Sum>
std::int64_t markByDistance(const CandidateTest& test, const float* r, const Sum* sums,
                            const Sum* squares, std::int64_t count, std::uint8_t* flags) {
  const double centre = test.centre;
  const double most = test.most + 2 * test.error + 2 * test.mean * test.rest - test.squares;
  std::int64_t found = 0;
  for (std::int64_t x = 0; x < count; ++x) {
    const double products = static_cast<double>(r[x]) + centre * toDouble(sums[x]);
    const bool may = toDouble(squares[x]) - 2 * products <= most;
    flags[x] = may ? 1 : 0;
    found += may ? 1 : 0;
  }
  return found;
}

/// A few roundings of a float near 1.
constexpr float kFloat = 3e-7F;

template <class Sum>
float scoreByCorrelation(const CandidateTest& test, const float* r, const Sum* sums,
                         const Sum* squares, std::int64_t count, float* scores, float* errors) {
  const double n = test.n;
  const double rest = test.rest;
  const double offset = test.n * test.mean * test.rest;
  const auto scale = static_cast<float>(1 / std::sqrt(test.variance));
  const auto error = static_cast<float>(test.n * test.error);
  std::int32_t most = 0;
  for (std::int64_t x = 0; x < count; ++x) {
    const auto sum = toDouble(sums[x]);
    const auto variance = static_cast<float>(
        std::is_same_v<Sum, double> ? toDouble(squares[x]) : n * toDouble(squares[x]) - sum * sum);
    const auto a = static_cast<float>(n * static_cast<double>(r[x]) - rest * sum + offset);
    const float weight = variance > 0 ? scale / std::sqrt(variance) : 0;
    const float score = a * weight;
    scores[x] = std::min(std::max(score, -1.0F), 1.0F);
    errors[x] = error * weight + kFloat;
    // Positive floats compare like their bits, which the compiler vectorises.
    most = std::max(most, std::bit_cast<std::int32_t>(errors[x]));
  }
  return std::bit_cast<float>(most);
}

template <class Sum>
float scoreByDistance(const CandidateTest& test, const float* r, const Sum* sums,
                      const Sum* squares, std::int64_t count, float* scores, float* errors) {
  const double centre = test.centre;
  const double offset = test.squares - 2 * test.mean * test.rest;
  const double scale = 1 / test.greatest;
  const auto error = static_cast<float>(2 * test.error * scale) + kFloat;
  for (std::int64_t x = 0; x < count; ++x) {
    const double products = static_cast<double>(r[x]) + centre * toDouble(sums[x]);
    const double distance = toDouble(squares[x]) - 2 * products + offset;
    scores[x] = static_cast<float>(1 - distance * scale);
    errors[x] = error;
  }
  return error;
}

void floatSums(double n, const std::uint32_t* sums, const std::uint32_t* squares,
               std::int64_t count, float* floatSums, float* variances) {
  for (std::int64_t x = 0; x < count; ++x) {
    const auto variance = static_cast<float>(leastVariance(n, sums[x], squares[x]));
    variances[x] = variance * (1 - 2e-7F);
    floatSums[x] = static_cast<float>(sums[x]);
  }
}

std::int64_t markWithSharedSums(const CandidateTest& test, const float* r, const float* sums,
                                const float* variances, std::int64_t count, std::uint8_t* flags) {
  // Like markByCorrelation; each term has a relative error of a few roundings.
  constexpr double kRounding = 4e-7;
  const double known = test.n * test.mean * test.rest;
  const double most = test.n * 255 * std::abs(test.rest);
  const auto n = static_cast<float>(test.n);
  const auto rest = static_cast<float>(test.rest);
  const auto offset =
      static_cast<float>(known + test.n * test.error + kRounding * (std::abs(known) + most) +
                         kRounding * test.n * test.error);
  const auto bound = static_cast<float>(test.least * test.least * test.variance * (1 - 1e-5));
  constexpr auto kOfProduct = static_cast<float>(kRounding);
  std::int64_t found = 0;
  for (std::int64_t x = 0; x < count; ++x) {
    const float product = n * r[x];
    const float a = product - rest * sums[x] + offset + kOfProduct * std::abs(product);
    const bool may = (a > 0) & (a * a >= bound * variances[x]) & (variances[x] != 0);
    flags[x] = may ? 1 : 0;
    found += may ? 1 : 0;
  }
  return found;
}

void spreadScores(const float* scores, const float* errors, std::int64_t count, float* least,
                  float* most) {
  for (std::int64_t x = 0; x < count; ++x) {
    const float off = errors[x] * 1.01F + 1e-6F;
    least[x] = scores[x] - off;
    most[x] = scores[x] + off;
  }
}

std::int64_t markPossiblePeaks(const float* const least[3], const float* most, float wanted,
                               std::int64_t count, std::uint8_t* flags) {
  const float* above = least[0];
  const float* here = least[1];
  const float* below = least[2];
  const auto greater = [](float a, float b) { return a > b ? a : b; };
  std::int32_t found = 0;
  for (std::int64_t x = 0; x < count; ++x) {
    const float upper = greater(greater(above[x - 1], above[x]), above[x + 1]);
    const float lower = greater(greater(below[x - 1], below[x]), below[x + 1]);
    const float beside = greater(here[x - 1], here[x + 1]);
    const float beats = greater(greater(upper, lower), greater(beside, wanted));
    const bool may = most[x] >= beats;
    flags[x] = may ? 1 : 0;
    found += may ? 1 : 0;
  }
  return found;
}

}  // namespace
}  // namespace espy::score::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espy::score {
namespace {

ESPY_SIMD_TABLES(markByCorrelation);
ESPY_SIMD_TABLES(markByDistance);
ESPY_SIMD_TABLES(scoreByCorrelation);
ESPY_SIMD_TABLES(scoreByDistance);

}  // namespace

ESPY_SIMD_DEFINE(floatSums);
ESPY_SIMD_DEFINE(markWithSharedSums);
ESPY_SIMD_DEFINE(spreadScores);
ESPY_SIMD_DEFINE(markPossiblePeaks);

CandidateTest testFor(Method method, const finders::NeedleSums& needle, double minScore) {
  CandidateTest test;
  test.method = method;
  test.n = static_cast<double>(needle.samples);
  test.part = test.n;
  const auto samples = static_cast<std::uint64_t>(needle.samples);
  const std::uint64_t centre = (needle.sum + samples / 2) / samples;  // as in Correlator
  test.centre = static_cast<double>(centre);
  test.rest = static_cast<double>(needle.sum) - test.centre * test.n;
  test.squares = static_cast<double>(needle.squares);
  test.variance = static_cast<double>(needle.variance());
  test.least = minScore;
  const auto greatest = static_cast<double>(needle.maxValue * needle.maxValue) * test.n;
  test.greatest = greatest;
  test.most = (1 - minScore) * greatest + 1 + kDoubleSlack * greatest * (1 + std::abs(minScore));
  test.all = method == Method::zncc && minScore <= 0;
  if (needle.eachMean()) test.n = test.part = static_cast<double>(needle.sharing());
  return test;
}

/// The sum of the rest of the window is unknown, but bounded: if its mean differs by d from the
/// part's, it adds rest (n - part) d to the left side and part (n - part) d^2 to the variance. By
/// Cauchy-Schwarz, (a + c d)^2 <= (a^2 / v + c^2 / k) (v + k d^2).
CandidateTest looserTest(const CandidateTest& test, std::int64_t part) {
  CandidateTest looser = test;
  looser.part = static_cast<double>(part);
  const double unknown = test.rest * test.rest * (test.n - looser.part) / looser.part;
  looser.variance -= unknown / (test.least * test.least);
  looser.all = test.all || !(looser.variance > 0);
  return looser;
}

template <class Sum>
std::int64_t markCandidates(const CandidateTest& test, const float* r, const Sum* sums,
                            const Sum* squares, std::int64_t count, std::uint8_t* flags) {
  if (test.all) {
    for (std::int64_t x = 0; x < count; ++x) flags[x] = 1;
    return count;
  }
  auto mark = ESPY_SIMD_PICK_OF(markByCorrelation, Sum);
  if constexpr (!std::is_same_v<Sum, double>) {
    if (test.method != Method::zncc) mark = ESPY_SIMD_PICK_OF(markByDistance, Sum);
  }
  return mark(test, r, sums, squares, count, flags);
}

template <class Sum>
float approximateScores(const CandidateTest& test, const float* r, const Sum* sums,
                        const Sum* squares, std::int64_t count, float* scores, float* errors) {
  auto score = ESPY_SIMD_PICK_OF(scoreByCorrelation, Sum);
  if constexpr (!std::is_same_v<Sum, double>) {
    if (test.method != Method::zncc) score = ESPY_SIMD_PICK_OF(scoreByDistance, Sum);
  }
  return score(test, r, sums, squares, count, scores, errors);
}

template std::int64_t markCandidates(const CandidateTest&, const float*, const std::uint32_t*,
                                     const std::uint32_t*, std::int64_t, std::uint8_t*);
template std::int64_t markCandidates(const CandidateTest&, const float*, const std::uint64_t*,
                                     const std::uint64_t*, std::int64_t, std::uint8_t*);
template std::int64_t markCandidates(const CandidateTest&, const float*, const double*,
                                     const double*, std::int64_t, std::uint8_t*);
template float approximateScores(const CandidateTest&, const float*, const double*, const double*,
                                 std::int64_t, float*, float*);
template float approximateScores(const CandidateTest&, const float*, const std::uint32_t*,
                                 const std::uint32_t*, std::int64_t, float*, float*);
template float approximateScores(const CandidateTest&, const float*, const std::uint64_t*,
                                 const std::uint64_t*, std::int64_t, float*, float*);

}  // namespace espy::score
#endif  // HWY_ONCE
