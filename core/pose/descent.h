// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

#include "espy/engine/score.h"
#include "pose/device_poses.h"
#include "pose/frame_memory.h"
#include "pose/grid.h"
#include "pose/pyramid.h"
#include "pose/slope.h"

namespace espy::pose {

/// The budget of a coarse-to-fine search in modelled nanoseconds: the cost of the exhaustive
/// search. Modelled rather than timed, so that every engine gives up at the same point.
/// Thread-safe.
class SearchBudget {
 public:
  SearchBudget(std::int64_t most, std::int64_t candidates) : most_(most), candidates_(candidates) {}

  void spend(std::int64_t nanoseconds) {
    if ((spent_ += nanoseconds) > 2 * most_) giveUp();
  }
  /// Adds cost that is still to come.
  void expect(std::int64_t nanoseconds) {
    if (nanoseconds > most_) giveUp();
  }
  void giveUp() { isExceeded_ = true; }
  bool isExceeded() const { return isExceeded_; }
  /// The number of candidates that may be held.
  std::int64_t candidates() const { return candidates_; }

 private:
  std::int64_t most_;
  std::int64_t candidates_;
  std::atomic<std::int64_t> spent_ = 0;
  std::atomic<bool> isExceeded_ = false;
};

/// Shared by all scale bands of a needle.
struct DescentSetting {
  ScenePyramid& scenes;
  const Needle& needle;
  const PoseGrid& grid;
  const GridIndex& index;
  const ScoreOptions& options;
  int threads;
  const Control& control;
  DevicePoses* device;  ///< or null
  SearchBudget& budget;
  FrameMemory* memory = nullptr;  ///< of a stream, or null
};

/// Coarse-to-fine search for one needle in a band of scales; a climb may leave the band.
class Descent {
 public:
  /// `memory`: of this band, if the setting has one.
  Descent(const DescentSetting& setting, const ScaleBand& scales, std::vector<Level> levels,
          BandMemory* memory)
      : setting_(setting), scales_(scales), levels_(std::move(levels)), memory_(memory) {}

  int firstShift() const { return levels_.back().shift; }
  const Level& levelAt(int shift) const { return levels_[static_cast<std::size_t>(shift)]; }

  /// Searches a few poses at the coarsest level. Returns the estimated cost in nanoseconds of
  /// climbing from all candidates.
  std::int64_t probe();
  /// Searches the coarsest level: all positions, every n-th pose. The result of this and of the
  /// following steps is meaningless once `SearchBudget::isExceeded()`.
  std::vector<Candidate> searchAll();
  /// From the next coarser level to this one.
  std::vector<Candidate> descend(const std::vector<Candidate>& candidates, const Level& to);

 private:
  using Found = std::vector<std::optional<Candidate>>;
  static constexpr std::size_t kAtOnceOnDevice = 512;

  /// The poses tried at a level whose windows fit into its scene.
  std::vector<std::uint32_t> triedAt(const Level& level, const NeedleWarper& warper) const;
  /// The local maxima of each of these poses, on the device if possible. `kept`: those of the frame
  /// before, which become those of this one.
  std::vector<PosedPeak> peaksOf(const std::vector<std::uint32_t>& poses,
                                 KeptPeaks BandMemory::*kept);
  /// The same on the CPU: only around what changed since the frame before, if that is known.
  std::vector<PosedPeak> peaksHere(const Level& level, const NeedleWarper& warper,
                                   const std::vector<std::uint32_t>& poses,
                                   KeptPeaks BandMemory::*kept);
  /// Replaces the peaks of the frame before around changes; false if that is no less work than to
  /// search the whole scene.
  bool searchChanges(const Level& level, const NeedleWarper& warper,
                     const std::vector<std::uint32_t>& poses, std::vector<PosedPeak>& peaks);
  /// The local maxima in a part of the level's scene, or the best position of all. Nothing if there
  /// are more than the budget has. Scenes are small, so threads share poses.
  std::optional<std::vector<PosedPeak>> searchPoses(const Level& level, const NeedleWarper& warper,
                                                    const std::vector<std::uint32_t>& poses,
                                                    bool wantBest, const Area& part);
  Area wholeOf(const Level& level) const {
    const Size size = setting_.scenes.sizeAt(level.shift);
    return {0, 0, size.width, size.height};
  }
  /// The same on the device, or nothing if it cannot. It may end early with too many.
  std::optional<std::vector<PosedPeak>> searchOnDevice(const Level& level,
                                                       const NeedleWarper& warper,
                                                       const std::vector<std::uint32_t>& poses);
  /// Searches for `probed_` and `latePeaks_` at once; false if the device cannot.
  bool searchBothOnDevice(const Level& level, const NeedleWarper& warper,
                          const std::vector<std::uint32_t>& all,
                          const std::vector<std::uint32_t>& first);
  /// Whether there are more than the budget has.
  bool isTooMany(const std::vector<PosedPeak>& peaks) const;
  /// Climbs from the candidates that have at least `least`.
  Found climbed(const std::vector<Candidate>& candidates, const Level& to, double least);
  Found climbedHere(const std::vector<Candidate>& candidates, const Level& to, double least);
  KeptClimbs* climbsAt(int shift);
  /// With device scores: all climbs advance as far as scores are known, then the missing ones are
  /// fetched in one batch.
  Found climbedOnDevice(const std::vector<Candidate>& candidates, const Level& to,
                        const Needle& needle, double least);
  /// The device climbs by itself, or nothing if it cannot.
  std::optional<Found> climbedByDevice(const std::vector<Candidate>& candidates, const Level& to,
                                       const Needle& needle, double least);
  /// Estimated nanoseconds per score of a climb.
  std::int64_t costOf(const Needle& needle, const Level& level) const;
  std::vector<Start> startsOf(const std::vector<Candidate>& candidates, const Level& to,
                              const Needle& needle, double least) const;
  static Start startOf(const Candidate& candidate, const WindowSizes& windows, const Level& to,
                       double least);

  const DescentSetting& setting_;
  ScaleBand scales_;
  std::vector<Level> levels_;
  BandMemory* memory_;
  std::vector<PosedPeak> probed_;     ///< peaks of the poses probed first
  std::vector<std::uint32_t> later_;  ///< the other poses
  /// Their peaks, if a device found them already.
  std::optional<std::vector<PosedPeak>> latePeaks_;
};

}  // namespace espy::pose
