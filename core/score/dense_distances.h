// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "base/work_memory.h"
#include "espy/engine/score.h"
#include "espy/error.h"
#include "find/peak_list.h"
#include "picture/rectangles.h"
#include "picture/scene_means.h"
#include "score/correlator.h"
#include "score/difference_rows.h"
#include "score/direct_rows.h"
#include "score/tile_seams.h"
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
Message describe(const DensePlan& plan);

/// Searches for one needle where so many places reach the minimum that nothing rules enough of them
/// out. A number for each place of a tile says what its distance is at most, and by how much less
/// it may be: with ssd the sums of the windows' squares, which slide from row to row, less twice
/// the products. Only places that no neighbour surely beats are then computed exactly, window by
/// window; those are few, however many reach the minimum. Where windows are large, and only what is
/// selected is wanted, only those that nothing better covers. Tiles tell of their places by
/// themselves, so that what one needs lies in the second cache and nobody waits for others: exact
/// ones overlap by the neighbours that places have, and of others the seams are told last.
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
  ~DenseDistances();
  DenseDistances(const DenseDistances&) = delete;
  DenseDistances& operator=(const DenseDistances&) = delete;

  /// False, and nothing known, where too many places may be peaks, or products are too rough.
  bool search();

  /// Once `search` is done: peaks are told by so many tasks, in any order, on any threads.
  std::int64_t tasks() const;
  void tellPeaks(std::int64_t task, finders::PeakList& peaks) const;

 private:
  /// Places of whom peaks are told, and those whose distances that asks for: they and neighbours.
  struct Tile {
    picture::Rectangle own;
    picture::Rectangle computed;
  };
  /// A place that may be a peak.
  struct Possible {
    std::uint32_t x;
    std::uint32_t y;
    std::uint32_t most;  ///< its distance at most
    std::uint32_t off;   ///< and at least so much less, its neighbours', too
  };
  /// What its neighbours have at most, row by row.
  using Around = std::array<std::uint32_t, 8>;
  struct Found {
    WorkVector<Possible> places;
    WorkVector<Around> around;
  };
  struct Scratch;
  class Borrowed;

  bool isExact() const { return correlator_ == nullptr; }
  void cutTiles(const Rows& rows);
  void cutApart(const std::vector<Rows>& wanted);
  void sumSquares(const picture::Rectangle& places, Scratch& scratch) const;
  /// Transforms and correlates tiles; returns by how much what follows may be off.
  std::int64_t loadTiles(std::size_t first, std::size_t count, Scratch& scratch) const;
  void takeProducts(const picture::Rectangle& places, int t, std::int64_t off,
                    Scratch& scratch) const;
  void takeDirectProducts(const picture::Rectangle& places, Scratch& scratch) const;
  void takeDifferences(const picture::Rectangle& places, Scratch& scratch) const;
  /// What does not depend on the place.
  std::uint32_t constantFor(std::int64_t mean, std::int64_t off) const;
  /// Calls `take(x, y, at)` for each of a tile's places that may be a peak, with its number.
  template <class Take>
  void propose(const Tile& tile, std::int64_t off, Scratch& scratch, const Take& take) const;
  bool mayFindSoMany(std::int64_t count) const;
  bool collect();
  void proposeBesideSeam(std::int64_t seam, std::int64_t off, Found& found) const;
  void arrange(const std::vector<Found>& found);
  bool maySelect() const;
  bool select();
  bool isPeak(std::size_t possible, std::uint64_t distance) const;

  picture::SceneMeans& scene_;
  const ScoredNeedle& needle_;
  const ScoreOptions& options_;
  DensePlan plan_;
  Size places_;
  bool all_;            ///< places are wanted
  std::uint64_t most_;  ///< that the minimum allows
  std::vector<Tile> tiles_;
  WindowDistances windows_;
  std::unique_ptr<Correlator<float>> correlator_;
  std::unique_ptr<DirectRows> direct_;
  std::unique_ptr<DifferenceRows> differences_;
  std::int64_t centre_ = 0;  ///< t, which is taken off the needle's samples
  mutable std::mutex scratchMutex_;
  mutable std::vector<std::unique_ptr<Scratch>> scratch_;  ///< that nobody works in
  // By transforms: what may be peaks, ordered by y, then x.
  std::vector<std::uint8_t> told_;  ///< by row
  std::unique_ptr<TileSeams> seams_;
  WorkVector<Possible> possible_;
  WorkVector<Around> around_;
  bool hasSelected_ = false;
  std::vector<Peak> selected_;  ///< then these are the peaks
};

}  // namespace espy::score
