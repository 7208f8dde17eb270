// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "espy/engine/pose.h"
#include "picture/planes.h"
#include "pose/pose_scorer.h"

namespace espy::pose {

/// Needles that overlap the scene's border (`PoseGrid::visible`): adds them to an engine's matches,
/// which lie wholly inside, and removes the matches that they beat. No effect if all of a needle
/// must be visible.
PosedPlaces withBorder(PosedPlaces inside, const ImageView& scene, std::span<const Needle> needles,
                       std::span<const PoseGrid> grids, const ScoreOptions& options,
                       PoseSearch search, int threads, const Control& control, RunReport& report);

/// Sets the box of a match whose window begins at (x, y), perhaps outside, and the shift of its
/// centre.
void setWindow(Match& match, Size scene, Size window, std::int64_t x, std::int64_t y);
/// Sets the distance in pixels from the box's centre to the match's.
void setShift(Match& match, double right, double down);

/// A scene in the needle's sample format.
class BorderScene {
 public:
  BorderScene(const ImageView& scene, PixelFormat needle);

  const ImageView& view() const { return scene_; }
  picture::CommonFormat form() const { return form_; }
  const picture::TilePlanes<std::uint8_t>& bytes() const { return bytes_; }
  const picture::TilePlanes<std::uint16_t>& words() const { return words_; }

 private:
  ImageView scene_;
  picture::CommonFormat form_;
  picture::TilePlanes<std::uint8_t> bytes_;  ///< one of the two
  picture::TilePlanes<std::uint16_t> words_;
};

/// Exact scores of single poses at single positions that may overlap the border; only the visible
/// part is compared. For one thread. Its arguments must outlive it.
class BorderScorer {
 public:
  /// `slack`: also accepts windows that a move by one pixel can make visible enough.
  BorderScorer(const BorderScene& scene, const NeedleWarper& warper, const PoseGrid& grid,
               const ScoreOptions& options, bool slack);

  Size windowOf(std::uint32_t pose) const { return windows_.windowOf(pose); }
  /// Nothing if too little of the window is inside, or what is has no score.
  std::optional<PosedPeak> at(std::uint32_t pose, std::int64_t x, std::int64_t y);

 private:
  struct Kept {
    finders::PreparedNeedle needle;
    /// Summed-area table of the counted pixels.
    std::vector<std::int64_t> counts;
  };
  struct Part {
    std::int64_t left;
    std::int64_t top;
    Size size;
    std::int64_t counted = 0;  ///< counted pixels
  };
  const std::optional<Kept>& keptOf(std::uint32_t pose);
  bool isVisible(const Kept& kept, Part& part) const;
  template <class Sample>
  bool score(const picture::TilePlanes<Sample>& scene, const Kept& kept, const Part& part,
             std::int64_t x, std::int64_t y, Peak& peak) const;

  const BorderScene& scene_;
  const NeedleWarper& warper_;
  const PoseGrid& grid_;
  const ScoreOptions& options_;
  bool slack_;
  WindowSizes windows_;
  std::map<std::uint32_t, std::optional<Kept>> kept_;  ///< recent poses; cleared when full
  std::int64_t keptPixels_ = 0;
  const std::optional<Kept>* last_ = nullptr;  ///< of the last pose
  std::uint32_t lastPose_ = 0;
};

/// Calls visit(x, y) for windows that overlap the scene but are not at least `rim` pixels inside
/// it.
template <class Visit>
void eachBorderPlace(Size scene, Size window, std::int64_t rim, const Visit& visit) {
  const std::int64_t lastX = scene.width - window.width - rim;
  const std::int64_t lastY = scene.height - window.height - rim;
  for (std::int64_t y = 1 - window.height; y < scene.height; ++y) {
    const bool within = y >= rim && y <= lastY && lastX >= rim;
    for (std::int64_t x = 1 - window.width; x < scene.width; ++x) {
      if (within && x == rim) x = lastX + 1;
      visit(x, y);
    }
  }
}

}  // namespace espy::pose
