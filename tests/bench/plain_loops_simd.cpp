// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/plain_loops.h"

#include <algorithm>
#include <numeric>

#include "espy/features.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bench/plain_loops_simd.cpp"
#include "base/simd.h"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace espy::bench::HWY_NAMESPACE {
namespace {

void addLayer(const float* inputs, const float* weights, const float* biases, std::int64_t outputs,
              int neighbours, float* results) {
  for (std::int64_t i = 0; i < outputs; ++i) results[i] = biases[i];
  for (int r = 0; r < neighbours; ++r) {
    for (std::int64_t i = 0; i < outputs; ++i) {
      results[i] = __builtin_fmaf(weights[r * outputs + i], inputs[i + r], results[i]);
    }
  }
  constexpr float kAt = 1.875F;
  for (std::int64_t i = 0; i < outputs; ++i) {
    const float z = std::min(std::max(results[i], -kAt), kAt);
    const float u = z * z;
    const float inner = __builtin_fmaf(u, 1 / (5 * kAt * kAt * kAt * kAt), -2 / (3 * kAt * kAt));
    results[i] = z * __builtin_fmaf(u, inner, 1.0F);
  }
}

void distancesOf(const float* one, const float* others, std::size_t count, float* distances) {
  constexpr auto kNumbers = static_cast<std::size_t>(kFeatureBytes);
  constexpr std::size_t kLanes = 16;
  for (std::size_t r = 0; r < count; ++r, others += kNumbers) {
    float sums[kLanes] = {};
    for (std::size_t k = 0; k < kNumbers; k += kLanes) {
      for (std::size_t lane = 0; lane < kLanes; ++lane) {
        const float off = one[k + lane] - others[k + lane];
        sums[lane] += off * off;
      }
    }
    distances[r] = std::accumulate(sums, sums + kLanes, 0.0F);
  }
}

}  // namespace
}  // namespace espy::bench::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espy::bench {
namespace {

ESPY_SIMD_TABLE(addLayer);
ESPY_SIMD_TABLE(distancesOf);

}  // namespace

void addLayer(const float* inputs, const float* weights, const float* biases, std::int64_t outputs,
              int neighbours, float* results) {
  ESPY_SIMD_CALL(addLayer)(inputs, weights, biases, outputs, neighbours, results);
}

void distancesOf(const float* one, const float* others, std::size_t count, float* distances) {
  ESPY_SIMD_CALL(distancesOf)(one, others, count, distances);
}

}  // namespace espy::bench
#endif  // HWY_ONCE
