// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "espy/engine/denoise.h"

namespace espy::test {

/// A problem with its own samples: blocks with noise, of range about 1.
struct DenoiseCase {
  DenoiseProblem problem;
  std::vector<std::vector<float>> planes;

  DenoiseCase(const GridSize& size, int channels, std::uint32_t seed, double noise = 0.1) {
    std::mt19937 random(seed);
    std::normal_distribution<double> normal(0, noise);
    problem.size = size;
    problem.strength = 0.1;
    for (int c = 0; c < channels; ++c) {
      std::vector<float> plane;
      for (std::int64_t i = 0; i < size.voxels(); ++i) {
        const std::int64_t x = i % size.width;
        const std::int64_t y = i / size.width % size.height;
        const std::int64_t z = i / (size.width * size.height);
        const bool bright = (x / 7 + y / 5 + z / 3 + c) % 2 == 1;
        plane.push_back(static_cast<float>((bright ? 0.8 : 0.2) + normal(random)));
      }
      planes.push_back(plane);
    }
    refer();
  }
  DenoiseCase(const DenoiseCase&) = delete;

  /// Symmetric tensors, some of which are not positive.
  void makeTensors() {
    problem.weights = {1, 2, 1, 2, 2, 1};
    for (const std::size_t c : {1, 3, 4}) {
      for (float& sample : planes[c]) sample -= 0.5F;
    }
  }

 private:
  void refer() {
    for (const std::vector<float>& plane : planes) problem.planes.push_back(plane.data());
  }
};

/// The samples of a problem, as of a solution.
inline std::vector<float> samplesOf(const DenoiseProblem& problem) {
  std::vector<float> all;
  for (const float* plane : problem.planes) {
    all.insert(all.end(), plane, plane + problem.size.voxels());
  }
  return all;
}

}  // namespace espy::test
