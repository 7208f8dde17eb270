// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "pose/batch.h"

#include <fmt/format.h>

#include <optional>

#include "base/parallel.h"
#include "base/phrase.h"
#include "espy/error.h"

namespace espy::pose {

Batch turnTogether(const NeedleWarper& warper, const PoseGrid& grid,
                   std::span<const std::uint32_t> poses, Method method, PixelFormat scene,
                   int threads, const Control& control) {
  std::vector<std::optional<WarpedNeedle>> turned(poses.size());
  parallelFor(static_cast<std::int64_t>(poses.size()), threads, {control.threads, control.stop, {}},
              [&](std::int64_t i, int) {
                const auto k = static_cast<std::size_t>(i);
                turned[k] = warper.scorable(grid.poses[poses[k]], method, scene);
              });
  Batch batch;
  for (std::size_t k = 0; k < poses.size(); ++k) {
    if (turned[k]) batch.add(std::move(*turned[k]), poses[k]);
  }
  return batch;
}

void checkCount(std::size_t peaks, double minScore) {
  if (peaks <= kMostPeaks) return;
  throw Error(ErrorCode::tooLarge,
              phrase("more than {} positions and poses reach the score {}; raise the minimum score",
                     kMostPeaks, fmt::format("{}", minScore)));
}

}  // namespace espy::pose
