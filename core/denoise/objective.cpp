// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

#include "espy/engine/denoise.h"

namespace espy {
namespace {

/// Squared differences of a voxel's channel to the next voxel along each axis.
double squaredSlope(const DenoiseProblem& problem, const float* plane, std::int64_t x,
                    std::int64_t y, std::int64_t z) {
  const GridSize size = problem.size;
  const float* at = plane + (z * size.height + y) * size.width + x;
  const auto squared = [&](bool inside, std::int64_t stride, std::size_t axis) {
    if (!inside) return 0.0;
    const double slope = (double{at[stride]} - double{at[0]}) / problem.spacing[axis];
    return slope * slope;
  };
  return squared(x + 1 < size.width, 1, 0) + squared(y + 1 < size.height, size.width, 1) +
         squared(z + 1 < size.depth, size.width * size.height, 2);
}

}  // namespace

double objectivePerVoxel(const DenoiseProblem& problem, std::span<const float> samples) {
  const GridSize size = problem.size;
  const bool isRof = problem.model == DenoiseModel::rof;
  double variation = 0;
  double data = 0;
  std::int64_t i = 0;
  for (std::int64_t z = 0; z < size.depth; ++z) {
    for (std::int64_t y = 0; y < size.height; ++y) {
      for (std::int64_t x = 0; x < size.width; ++x, ++i) {
        double slope = 0;
        double far = 0;
        for (std::size_t c = 0; c < problem.channels(); ++c) {
          const double weight = problem.weights.empty() ? 1 : problem.weights[c];
          const float* plane = samples.data() + static_cast<std::int64_t>(c) * size.voxels();
          const double difference = double{plane[i]} - double{problem.planes[c][i]};
          slope += weight * squaredSlope(problem, plane, x, y, z);
          far += weight * difference * difference;
        }
        variation += std::sqrt(slope);
        data += isRof ? far / 2 : std::sqrt(far);
      }
    }
  }
  return (variation + data / problem.strength) / static_cast<double>(size.voxels());
}

}  // namespace espy
