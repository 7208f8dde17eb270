// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

/// Auto-vectorised loops at the SIMD level in use, as a baseline.
namespace espy::bench {

/// One network layer for one sample.
void addLayer(const float* inputs, const float* weights, const float* biases, std::int64_t outputs,
              int neighbours, float* results);

/// Squared distances of one feature (kFeatureBytes floats) to `count` others.
void distancesOf(const float* one, const float* others, std::size_t count, float* distances);

}  // namespace espy::bench
