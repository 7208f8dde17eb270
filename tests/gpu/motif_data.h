// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "support/motifs.h"

/// Samples for the tests of motifs on the GPU.
namespace espy::test {

/// From -1 to 1.
inline float noise(Random& random) {
  return static_cast<float>(random.below(2'000'001) - 1'000'000) * 1e-6F;
}

/// A random walk that stays near 0.
inline std::vector<float> walk(Random& random, std::int64_t count) {
  std::vector<float> samples;
  float at = 0;
  for (std::int64_t i = 0; i < count; ++i) {
    at = 0.98F * at + noise(random);
    samples.push_back(at + 0.1F * noise(random));
  }
  return samples;
}

}  // namespace espy::test
