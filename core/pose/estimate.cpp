// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "pose/estimate.h"

#include <algorithm>
#include <functional>

#include "pose/costs.h"
#include "pose/pyramid.h"
#include "pose/warp_needle.h"

namespace espy::pose {
namespace {

/// Cost of these poses at all positions of a scene.
double posesNanoseconds(Size scene, int channels, const NeedleWarper& warper, const PoseGrid& grid,
                        Method method, const std::function<bool(const GridPose&)>& isTried) {
  double nanoseconds = 0;
  for (const GridPose& pose : grid.poses) {
    if (!isTried(pose)) continue;
    const Size window = warper.windowOf(pose);
    if (window.width > scene.width || window.height > scene.height) continue;
    const Size positions{scene.width - window.width + 1, scene.height - window.height + 1};
    const auto samples = static_cast<double>(window.pixels() * channels);
    const double position = method == Method::zncc
                                ? costs::kCorrelatedPlace * channels
                                : costs::kComparedPlace + costs::kComparedSample * samples;
    nanoseconds += costs::kPose + costs::kTurnedSample * samples +
                   position * static_cast<double>(positions.pixels());
  }
  return nanoseconds;
}

}  // namespace

double searchNanoseconds(Size scene, PixelFormat format, const Needle& needle, const PoseGrid& grid,
                         const ScoreOptions& options, PoseSearch search) {
  const int channels = std::max(format.colourChannels(), needle.picture.format().colourChannels());
  const auto completely = [&] {
    return posesNanoseconds(scene, channels, {needle, options.weighted}, grid, options.method,
                            [](const GridPose& /*any*/) { return true; });
  };
  if (search == PoseSearch::complete || grid.poses.size() <= kFewPoses) return completely();
  double nanoseconds = costs::kPixel * static_cast<double>(scene.pixels());
  const std::shared_ptr<NeedlePyramid> pyramid = NeedlePyramid::of(needle, options.weighted);
  for (const ScaleBand& band : bandsOf(grid)) {
    const Level level = levelsFor(*pyramid, grid, options, band).back();
    if (level.shift == 0) return completely();
    Size coarse = scene;
    for (int shift = 0; shift < level.shift; ++shift) {
      coarse = {(coarse.width + 1) / 2, (coarse.height + 1) / 2};
    }
    const Needle shown = level.asNeedle(needle);
    nanoseconds +=
        posesNanoseconds({coarse.width + 2 * kRim, coarse.height + 2 * kRim}, channels,
                         level.warper(shown, options.weighted), grid, options.method,
                         [&](const GridPose& pose) { return isTriedIn(pose, grid, band, level); });
  }
  return nanoseconds;
}

}  // namespace espy::pose
