// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstdint>

#include "base/scratch.h"
#include "espy/engine/denoise.h"

namespace espy {
namespace {

/// The median of absolute values of a normal distribution, in standard deviations.
constexpr double kMedianOfNormal = 0.6745;
/// Differences that are looked at; of more, every n-th row.
constexpr std::int64_t kManyDifferences = std::int64_t{1} << 20;

}  // namespace

double estimatedNoise(const DenoiseProblem& problem, const Control& control) {
  const GridSize size = problem.size;
  if (size.width < 2 || size.height < 2) return 0;
  const std::int64_t rows = (size.height - 1) * size.depth;
  const auto channels = static_cast<std::int64_t>(problem.channels());
  const std::int64_t step =
      std::max<std::int64_t>(1, rows * (size.width - 1) * channels / kManyDifferences);
  ScratchVector<float> differences;
  for (const float* plane : problem.planes) {
    for (std::int64_t row = 0; row < rows; row += step) {
      control.check();
      const std::int64_t z = row / (size.height - 1);
      const std::int64_t y = row % (size.height - 1);
      const float* upper = plane + (z * size.height + y) * size.width;
      const float* lower = upper + size.width;
      for (std::int64_t x = 0; x + 1 < size.width; ++x) {
        differences.push_back(std::fabs((upper[x] - upper[x + 1]) - (lower[x] - lower[x + 1])));
      }
    }
  }
  const auto median = differences.begin() + std::ssize(differences) / 2;
  std::nth_element(differences.begin(), median, differences.end());
  // The difference of four samples has twice the deviation of one.
  return static_cast<double>(*median) / 2 / kMedianOfNormal;
}

double strengthForNoise(DenoiseModel model, double noise) {
  // Best peak signal-to-noise ratio over photographs with added noise (docs/denoise.md).
  constexpr double kOfNoise = 0.75;
  constexpr double kLeast = 1e-6;
  constexpr double kLeastOfTvL1 = 0.55;
  constexpr double kMostOfTvL1 = 1;
  if (model == DenoiseModel::tvl1) return std::min(kMostOfTvL1, kLeastOfTvL1 + noise);
  return std::max(kLeast, kOfNoise * noise);
}

}  // namespace espy
