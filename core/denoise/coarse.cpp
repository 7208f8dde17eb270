// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "denoise/coarse.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "base/parallel.h"
#include "base/scratch.h"
#include "denoise/choose.h"

namespace espy::variation {
namespace {

std::int64_t halved(std::int64_t side) {
  return (side + 1) / 2;
}

/// Averages the samples of each 2 x 2 or 2 x 2 x 2 cell that are inside.
void averageRow(const float* from, const GridSize& fine, const GridSize& half, bool halvesDepth,
                std::int64_t row, float* to) {
  const std::int64_t y = row % half.height;
  const std::int64_t thick = halvesDepth ? 2 : 1;
  const std::int64_t z = row / half.height * thick;
  for (std::int64_t x = 0; x < half.width; ++x) {
    float sum = 0;
    float count = 0;
    for (std::int64_t w = z; w < std::min(z + thick, fine.depth); ++w) {
      for (std::int64_t v = 2 * y; v < std::min(2 * y + 2, fine.height); ++v) {
        for (std::int64_t u = 2 * x; u < std::min(2 * x + 2, fine.width); ++u) {
          sum += from[(w * fine.height + v) * fine.width + u];
          ++count;
        }
      }
    }
    to[row * half.width + x] = sum / count;
  }
}

/// Repeats each sample of a plane of the dual variable; across the border it stays 0.
void enlargeRow(const float* from, const GridSize& half, const GridSize& fine, bool halvesDepth,
                int axis, std::int64_t row, float* to) {
  const std::int64_t y = row % fine.height;
  const std::int64_t z = row / fine.height;
  const bool isAtBorder = (axis == 1 && y == fine.height - 1) || (axis == 2 && z == fine.depth - 1);
  const float* source = from + ((halvesDepth ? z / 2 : z) * half.height + y / 2) * half.width;
  float* target = to + row * fine.width;
  for (std::int64_t x = 0; x < fine.width; ++x) target[x] = isAtBorder ? 0 : source[x / 2];
  if (axis == 0) target[fine.width - 1] = 0;
}

}  // namespace

bool isWorthCoarse(const DenoiseProblem& problem) {
  constexpr double kStrong = 0.1;  // with samples of range 1, for neighbours at the distance 1
  constexpr std::int64_t kLeastSide = 32;
  const GridSize size = problem.size;
  double least = std::min(problem.spacing[0], problem.spacing[1]);
  if (size.depth > 1) least = std::min(least, problem.spacing[2]);
  return problem.model == DenoiseModel::rof && problem.start == nullptr &&
         !needsFile(size, problem.channels()) && problem.strength > kStrong * least &&
         std::min(size.width, size.height) >= kLeastSide;
}

DenoiseSolution coarseStart(const DenoiseProblem& problem, const Control& control,
                            const std::function<DenoiseSolution(const DenoiseProblem&)>& solve) {
  const GridSize fine = problem.size;
  const bool halvesDepth = fine.depth > 2;  // a volume of two slices stays a volume
  DenoiseProblem coarse = problem;
  coarse.wantDual = true;
  coarse.size = {halved(fine.width), halved(fine.height),
                 halvesDepth ? halved(fine.depth) : fine.depth};
  coarse.spacing[0] *= 2;
  coarse.spacing[1] *= 2;
  if (halvesDepth) coarse.spacing[2] *= 2;

  const std::int64_t voxels = coarse.size.voxels();
  ScratchVector<float> averages(problem.channels() * static_cast<std::size_t>(voxels));
  for (std::size_t c = 0; c < problem.channels(); ++c) {
    float* plane = averages.data() + static_cast<std::int64_t>(c) * voxels;
    coarse.planes[c] = plane;
    parallelFor(coarse.size.height * coarse.size.depth, control.threads, control,
                [&](std::int64_t row, int) {
                  averageRow(problem.planes[c], fine, coarse.size, halvesDepth, row, plane);
                });
  }
  const DenoiseSolution solution = solve(coarse);

  DenoiseSolution start;
  const auto planes = std::ssize(problem.planes) * fine.axes();
  start.dual.resize(static_cast<std::size_t>(planes * fine.voxels()));
  for (std::int64_t k = 0; k < planes; ++k) {
    parallelFor(fine.height * fine.depth, control.threads, control, [&](std::int64_t row, int) {
      enlargeRow(solution.dual.data() + k * voxels, coarse.size, fine, halvesDepth,
                 static_cast<int>(k % fine.axes()), row, start.dual.data() + k * fine.voxels());
    });
  }
  return start;
}

}  // namespace espy::variation
