// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

/// What the compiler makes of formulas for the SIMD level in use: yardsticks.
namespace espy::bench {

/// One layer of a network for one sample.
void addLayer(const float* inputs, const float* weights, const float* biases, std::int64_t outputs,
              int neighbours, float* results);

/// Squared distances of a feature, kFeatureBytes numbers, to `count` others.
void distancesOf(const float* one, const float* others, std::size_t count, float* distances);

}  // namespace espy::bench
