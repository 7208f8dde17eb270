// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/work_memory.h"
#include "espy/score.h"
#include "find/peak_list.h"
#include "picture/scene_means.h"
#include "score/correlator.h"
#include "score/difference_rows.h"
#include "score/direct_rows.h"
#include "score/way.h"
#include "score/window_distances.h"

namespace espy::score {

/// How the distances of all places from a needle are had, on so many threads.
struct DensePlan {
  ScoreWay way = ScoreWay::directly;
  Size tile;  ///< 0 x 0 where it cannot be done
  int threads = 1;
  double nanoseconds = 0;  ///< of all threads together
  /// Windows are so large that only of what is selected distances are computed, where no more is
  /// wanted; only one thread does it.
  bool selects = false;

  bool can() const { return tile.width > 0; }
};

/// For needles of 8-bit samples that all take part, by sad and ssd. Asks for AVX-512.
DensePlan densePlan(Size scene, const ScoredNeedle& needle, const ScoreOptions& options,
                    int threads);
std::string describe(const DensePlan& plan);

/// Searches for one needle where so many places reach the minimum that nothing rules enough of them
/// out. A number for each place of the whole scene says what its distance is at most, and by how
/// much less it may be: with ssd the sums of the windows' squares, which slide from row to row,
/// less twice the products. Only places that no neighbour surely beats are then computed exactly,
/// window by window; those are few, however many reach the minimum. Where windows are large, and
/// only what is selected is wanted, only those that nothing better covers.
class DenseDistances {
 public:
  /// Rows of places from first to before last.
  struct Rows {
    std::int64_t first;
    std::int64_t last;
  };

  /// Of the peaks in these rows, which are in order and apart.
  DenseDistances(picture::SceneMeans& scene, const ScoredNeedle& needle,
                 const ScoreOptions& options, const DensePlan& plan,
                 const std::vector<Rows>& wanted);

  /// False, and nothing known, where too many places may be peaks, or products are too rough.
  bool search();

  /// Once `search` is done: peaks are told by so many tasks, in any order.
  std::int64_t tasks() const { return static_cast<std::int64_t>(told_.size()); }
  void tellPeaks(std::int64_t task, find::PeakList& peaks) const;

 private:
  struct Tile {
    std::int64_t x;
    std::int64_t y;
    Size places;
  };
  /// A place that may be a peak.
  struct Possible {
    std::uint32_t x;
    std::uint32_t y;
  };
  struct Scratch;

  std::uint32_t* row(std::int64_t y) { return most_.data() + (y + 1) * pitch_ + 1; }
  const std::uint32_t* row(std::int64_t y) const { return most_.data() + (y + 1) * pitch_ + 1; }
  void clearRim();
  void cutTiles();
  void sumSquares(const Rows& rows, Scratch& scratch);
  void takeProducts(std::size_t first, Scratch& scratch);
  void takeDirectProducts(const Tile& tile, Scratch& scratch);
  void takeDifferences(const Tile& tile, Scratch& scratch);
  /// What does not depend on the place.
  std::uint32_t constantFor(std::int64_t mean, std::int64_t off) const;
  bool propose();
  bool maySelect() const;
  bool select();
  bool isPeak(std::int64_t x, std::int64_t y, std::uint64_t distance) const;

  picture::SceneMeans& scene_;
  const ScoredNeedle& needle_;
  const ScoreOptions& options_;
  DensePlan plan_;
  Size places_;
  std::int64_t pitch_;
  std::vector<Rows> computed_;
  std::vector<Rows> told_;  ///< by task
  std::vector<Tile> tiles_;
  WindowDistances windows_;
  std::unique_ptr<Correlator<float>> correlator_;
  std::unique_ptr<DirectRows> direct_;
  std::unique_ptr<DifferenceRows> differences_;
  std::int64_t centre_ = 0;  ///< t, which is taken off the needle's samples
  std::atomic<std::int64_t> off_ = 0;
  /// By place, with a rim of places that beat nobody: its distance, or up to twice `off_` more.
  WorkVector<std::uint32_t> most_;
  std::vector<std::vector<Possible>> possible_;  ///< by task
  bool hasSelected_ = false;
  std::vector<Peak> selected_;  ///< then these are the peaks
};

}  // namespace espy::score
