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

/// Needles that hang over the scene's border (`PoseGrid::visible`): adds to an engine's answer,
/// whose windows lie wholly inside, those that do not, and takes away what these beat. Where all of
/// a needle must be visible, the answer stays what it is.
PosedPlaces withBorder(PosedPlaces inside, const ImageView& scene, std::span<const Needle> needles,
                       std::span<const PoseGrid> grids, const ScoreOptions& options,
                       PoseSearch search, int threads, const Control& control, RunReport& report);

/// Where a match of a window that begins at (x, y), which may lie outside, has its box, and how far
/// from that its centre lies.
void setWindow(Match& match, Size scene, Size window, std::int64_t x, std::int64_t y);
/// Sets the distance, in pixels, of a match's centre from its window's: rounded to 1/4096 of a
/// pixel, or to a 32767th of it where it is farther away than 8 pixels.
void setShift(Match& match, double right, double down);

/// A scene as it is compared with a needle.
class BorderScene {
 public:
  BorderScene(const ImageView& scene, PixelFormat needle);

  const ImageView& view() const { return scene_; }
  picture::CommonForm form() const { return form_; }
  const picture::TilePlanes<std::uint8_t>& bytes() const { return bytes_; }
  const picture::TilePlanes<std::uint16_t>& words() const { return words_; }

 private:
  ImageView scene_;
  picture::CommonForm form_;
  picture::TilePlanes<std::uint8_t> bytes_;  ///< one of the two
  picture::TilePlanes<std::uint16_t> words_;
};

/// Exact scores of a needle in single poses at single places, of which only a part may lie inside:
/// only that is compared. For one thread. What it is made of must outlive it.
class BorderScorer {
 public:
  /// `slack`: windows count that a move by one pixel may bring to the share that must be visible.
  BorderScorer(const BorderScene& scene, const NeedleWarper& warper, const PoseGrid& grid,
               const ScoreOptions& options, bool slack);

  Size windowOf(std::uint32_t pose) const { return windows_.of(pose); }
  /// Nothing where too little of the window lies inside, or what does has no score.
  std::optional<PosedPeak> at(std::uint32_t pose, std::int64_t x, std::int64_t y);

 private:
  struct Kept {
    finders::PreparedNeedle needle;
    /// Of pixels that take part above and to the left of a corner of pixels.
    std::vector<std::int64_t> counts;
  };
  struct Part {
    std::int64_t left;
    std::int64_t top;
    Size size;
    std::int64_t counted = 0;  ///< pixels that take part
  };
  const std::optional<Kept>& keptOf(std::uint32_t pose);
  /// Counts the part's pixels.
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
  std::map<std::uint32_t, std::optional<Kept>> kept_;  ///< of the poses that were asked for last
  std::int64_t keptPixels_ = 0;
  const std::optional<Kept>* last_ = nullptr;  ///< of the pose that was asked for last
  std::uint32_t lastPose_ = 0;
};

/// Calls visit(x, y) for all places of a window that has a pixel inside the scene and does not lie
/// at least `rim` pixels from its border.
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
