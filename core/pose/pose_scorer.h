// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "espy/engine/pose.h"
#include "pose/grid.h"
#include "pose/order.h"
#include "pose/run_needle.h"
#include "pose/warp_needle.h"
#include "score/place_score.h"

namespace espy::pose {

/// The windows of poses, each computed once. For one thread.
class WindowSizes {
 public:
  WindowSizes(const NeedleWarper& warper, const PoseGrid& grid) : warper_(warper), grid_(grid) {}

  Size of(std::uint32_t pose) const {
    const auto [entry, isNew] = sizes_.try_emplace(pose);
    if (isNew) entry->second = warper_.windowOf(grid_.poses[pose]);
    return entry->second;
  }

 private:
  const NeedleWarper& warper_;
  const PoseGrid& grid_;
  mutable std::unordered_map<std::uint32_t, Size> sizes_;  ///< of the few that are asked for
};

/// Exact scores of one needle in single poses at single places.
class PoseScores {
 public:
  PoseScores() = default;
  PoseScores(PoseScores&&) = default;
  PoseScores(const PoseScores&) = delete;
  PoseScores& operator=(const PoseScores&) = delete;
  virtual ~PoseScores() = default;

  /// Nothing where the window does not lie inside the scene, or the pose has no score.
  virtual std::optional<Peak> at(std::uint32_t pose, std::int64_t x, std::int64_t y) = 0;
  /// False once a score was asked for that is told later.
  virtual bool allKnown() const { return true; }
};

/// Calls visit(pose, x, y) for the places beside a place in the poses beside its own, until that
/// returns true. Places may lie outside the scene. `beside` is for it to use.
template <class Visit>
bool anyBeside(const GridIndex& index, const WindowSizes& windows, std::uint32_t pose,
               std::int64_t x, std::int64_t y, std::vector<std::uint32_t>& beside,
               const Visit& visit) {
  index.neighboursOf(pose, beside);
  const Size own = windows.of(pose);
  for (const std::uint32_t other : beside) {
    const Size size = windows.of(other);
    const NearPlaces columns = nearPlaces(x, own.width, size.width);
    const NearPlaces rows = nearPlaces(y, own.height, size.height);
    for (std::int64_t row = rows.first; row < rows.first + rows.count; ++row) {
      for (std::int64_t column = columns.first; column < columns.first + columns.count; ++column) {
        if (visit(other, column, row)) return true;
      }
    }
  }
  return false;
}

/// The scores as the processor computes them, one by one. For one thread. What it is made of must
/// outlive it.
class PoseScorer : public PoseScores {
 public:
  PoseScorer(const ImageView& scene, const NeedleWarper& warper, const PoseGrid& grid,
             const GridIndex& index, const ScoreOptions& options)
      : scene_(scene),
        warper_(warper),
        grid_(grid),
        index_(index),
        options_(options),
        windows_(warper, grid) {}

  std::optional<Peak> at(std::uint32_t pose, std::int64_t x, std::int64_t y) override;
  Size windowOf(std::uint32_t pose) const { return windows_.of(pose); }

  template <class Visit>
  bool anyBeside(std::uint32_t pose, std::int64_t x, std::int64_t y, const Visit& visit) {
    return pose::anyBeside(index_, windows_, pose, x, y, beside_, visit);
  }

 private:
  struct Kept {
    /// One of the two, or none where the pose has no score.
    std::optional<RunNeedle> runs;
    std::optional<score::PlaceScorer> scorer;
    WarpedNeedle needle;  ///< that the second one looks at
  };
  Kept& keptOf(std::uint32_t pose);

  const ImageView& scene_;
  const NeedleWarper& warper_;
  const PoseGrid& grid_;
  const GridIndex& index_;
  const ScoreOptions& options_;
  WindowSizes windows_;
  std::map<std::uint32_t, Kept> kept_;  ///< of the poses that were asked for last
  std::int64_t keptPixels_ = 0;
  std::vector<std::uint32_t> beside_;
};

/// Leaves of these peaks, each of which nothing in its own pose beats, those that nothing in the
/// poses beside it does. On so many threads.
std::vector<PosedPeak> unbeaten(std::vector<PosedPeak> peaks, const ImageView& scene,
                                const NeedleWarper& warper, const PoseGrid& grid,
                                const ScoreOptions& options, int threads, const Control& control);

}  // namespace espy::pose
