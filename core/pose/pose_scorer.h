// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "espy/engine/area.h"
#include "espy/engine/pose.h"
#include "pose/grid.h"
#include "pose/order.h"
#include "pose/turned_needles.h"
#include "pose/warp_needle.h"
#include "score/position_scorer.h"

namespace espy::pose {

/// Cache of the window sizes of poses. For one thread.
class WindowSizes {
 public:
  WindowSizes(const NeedleWarper& warper, const PoseGrid& grid) : warper_(warper), grid_(grid) {}

  Size windowOf(std::uint32_t pose) const {
    Known& known = known_[pose * kSpread >> (32 - kBits)];
    if (known.pose != pose) known = {pose, warper_.windowOf(grid_.poses[pose])};
    return known.size;
  }

 private:
  static constexpr int kBits = 8;
  static constexpr std::uint32_t kSpread = 0x9e3779b1;  ///< so that regular steps do not meet
  struct Known {
    std::int64_t pose = -1;
    Size size;
  };

  const NeedleWarper& warper_;
  const PoseGrid& grid_;
  mutable std::array<Known, 1 << kBits> known_;  ///< of each entry's poses the last
};

/// Exact scores of one needle in single poses at single positions.
class PoseScores {
 public:
  PoseScores() = default;
  PoseScores(PoseScores&&) = default;
  PoseScores(const PoseScores&) = delete;
  PoseScores& operator=(const PoseScores&) = delete;
  virtual ~PoseScores() = default;

  /// Nothing if the window is not inside the scene or the pose has no score.
  virtual std::optional<Peak> at(std::uint32_t pose, std::int64_t x, std::int64_t y) = 0;
  /// False once a score was requested that is fetched later.
  virtual bool allKnown() const { return true; }
};

/// Calls visit(pose, x, y) for a position's neighbours in adjacent poses until that returns true.
/// Positions may be outside the scene. `neighbours` is scratch.
template <class Windows, class Visit>
bool anyNeighbour(const GridIndex& index, const Windows& windows, std::uint32_t pose,
                  std::int64_t x, std::int64_t y, std::vector<std::uint32_t>& neighbours,
                  const Visit& visit) {
  index.neighboursOf(pose, neighbours);
  const Size own = windows.windowOf(pose);
  for (const std::uint32_t other : neighbours) {
    const Size size = windows.windowOf(other);
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

/// Scores computed on the CPU one by one. For one thread. Its arguments must outlive it. `turned`,
/// if not null, shares turned needles with other threads.
class PoseScorer : public PoseScores {
 public:
  PoseScorer(const ImageView& scene, const NeedleWarper& warper, const PoseGrid& grid,
             const GridIndex& index, const ScoreOptions& options, TurnedNeedles* turned = nullptr)
      : scene_(scene),
        warper_(warper),
        grid_(grid),
        index_(index),
        options_(options),
        turned_(turned),
        windows_(warper, grid) {}

  std::optional<Peak> at(std::uint32_t pose, std::int64_t x, std::int64_t y) override;
  Size windowOf(std::uint32_t pose) const { return windows_.windowOf(pose); }
  /// The rectangle around all windows that were read since `forgetRead`.
  const Area& read() const { return read_; }
  void forgetRead() { read_ = {}; }

  template <class Visit>
  bool anyNeighbour(std::uint32_t pose, std::int64_t x, std::int64_t y, const Visit& visit) {
    return pose::anyNeighbour(index_, windows_, pose, x, y, neighbours_, visit);
  }

 private:
  struct Kept {
    /// One of the two, or none if the pose has no score.
    TurnedNeedles::Shared spans;
    std::optional<score::PositionScorer> scorer;
    WarpedNeedle needle;  ///< that `scorer` points to
  };
  Kept& keptOf(std::uint32_t pose);

  const ImageView& scene_;
  const NeedleWarper& warper_;
  const PoseGrid& grid_;
  const GridIndex& index_;
  const ScoreOptions& options_;
  TurnedNeedles* turned_;
  WindowSizes windows_;
  std::map<std::uint32_t, Kept> kept_;  ///< recent poses; cleared when full
  std::int64_t keptPixels_ = 0;
  std::vector<std::uint32_t> neighbours_;
  Area read_;
};

/// Non-maximum suppression between poses, on `threads` threads; each peak is already maximal within
/// its pose.
std::vector<PosedPeak> unbeaten(std::vector<PosedPeak> peaks, const ImageView& scene,
                                const NeedleWarper& warper, const PoseGrid& grid,
                                const ScoreOptions& options, int threads, const Control& control);

}  // namespace espy::pose
