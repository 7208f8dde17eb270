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
#include "score/direct_rows.h"
#include "score/exact_distances.h"
#include "score/tile_seams.h"
#include "score/way.h"

namespace espy::score {

/// How the distances of all positions are computed for one needle.
struct DensePlan {
  ScoreWay way = ScoreWay::directly;
  Size tile;  ///< in pixels; 0 x 0: impossible
  int threads = 1;
  double nanoseconds = 0;  ///< of all threads together
  /// Windows are so large that exact distances are computed of what is selected only, where no more
  /// is wanted; on one thread.
  bool selects = false;

  bool can() const { return tile.width > 0; }
};

/// For sad and ssd, and needles of 8-bit samples without a mask. `plateaus`: many neighbours
/// have the same distance, so approximate distances would leave too many possible peaks.
DensePlan densePlan(Size scene, const ScoredNeedle& needle, const ScoreOptions& options,
                    int threads, bool plateaus = false);
Message describe(const DensePlan& plan);

/// The distances of all positions of one needle, for scenes in which too many reach the minimum
/// for a bound to prune enough. Sad sums up all differences. Ssd is the sum of a window's squares,
/// which slides from row to row, less twice its products with the needle: exact where these are
/// made directly, an upper bound with a known error where they come from a tiled FFT. Then only
/// positions that no neighbour surely beats are computed exactly, window by window; of large
/// windows, where overlapped peaks may be left out, only those that nothing better covers. A tile
/// fits into L2. Tiles of exact distances overlap by a position on each side; others do not, and
/// positions beside their seams come last.
class DenseDistances {
 public:
  /// Rows of positions, from first to before last.
  struct Rows {
    std::int64_t first;
    std::int64_t last;
  };

  /// For the peaks in these rows, which are in order and apart.
  DenseDistances(picture::SceneMeans& scene, const ScoredNeedle& needle,
                 const ScoreOptions& options, const DensePlan& plan,
                 const std::vector<Rows>& wanted);
  ~DenseDistances();
  DenseDistances(const DenseDistances&) = delete;
  DenseDistances& operator=(const DenseDistances&) = delete;

  /// False, and nothing found, where too many positions may be peaks, or products are too rough.
  bool search();

  /// After `search`: the tasks that report the peaks, in any order, on any threads.
  std::int64_t tasks() const;
  void tellPeaks(std::int64_t task, finders::PeakList& peaks) const;

  /// Can the peaks that overlap better ones be left out, and are distances exact? Then `collect`
  /// and `selectCollected` may stand for `search` and `tellPeaks`.
  bool canCollect() const { return isExact() && maySelect() && places_.pixels() <= kMostCollected; }
  std::int64_t tiles() const { return static_cast<std::int64_t>(tiles_.size()); }
  /// Keeps the peaks of a tile; different tiles on any threads.
  void collect(std::int64_t tile);
  /// Bytes that all tiles' peaks take.
  std::size_t collectedBytes() const;
  /// The peaks of all tiles that overlap no better one too much, ordered by y, then x.
  std::vector<Peak> selectCollected();

 private:
  static constexpr std::int64_t kMostCollected = (std::int64_t{1} << 32) - 1;

  /// Positions whose peaks a tile reports, and those that it computes: with their neighbours.
  struct Tile {
    picture::Rectangle own;
    picture::Rectangle computed;
  };
  /// A position that may be a peak.
  struct Possible {
    std::uint32_t x;
    std::uint32_t y;
    std::uint32_t most;  ///< its distance at most
    std::uint32_t off;   ///< and at least so much less, its neighbours', too
  };
  /// The upper bounds of its neighbours, row by row.
  using Around = std::array<std::uint32_t, 8>;
  struct Found {
    WorkVector<Possible> places;
    WorkVector<Around> around;
  };
  /// A peak of a tile whose distances are exact, in few bytes: on flat ground every position is
  /// one.
  struct Collected {
    std::uint32_t x;
    std::uint32_t distance;
  };
  struct CollectedTile {
    WorkVector<Collected> peaks;
    std::vector<std::size_t> rows;  ///< the first peak of each row, and the end
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
  /// Exact distances of a tile.
  void compute(const Tile& tile, Scratch& scratch) const;
  /// Calls `visit(x, y, distance)` for all collected peaks by y, then x, until it returns false.
  template <class Visit>
  void eachCollected(const Visit& visit) const;
  std::vector<Peak> selectAmongCollected();  ///< best first
  /// What does not depend on the position.
  std::uint32_t constantFor(std::int64_t mean, std::int64_t off) const;
  /// Calls `take(x, y, at)` for each of a tile's positions that may be a peak; `at`: its distance.
  template <class Take>
  void propose(const Tile& tile, std::int64_t off, Scratch& scratch, const Take& take) const;
  bool mayFindSoMany(std::int64_t count) const;
  bool collectPossible();
  void proposeBesideSeam(std::int64_t seam, std::int64_t off, Found& found) const;
  void arrange(const std::vector<Found>& found);
  /// May peaks that overlap better ones be left out?
  bool maySelect() const { return all_ && options_.overlap < 1 && !options_.after; }
  bool select();
  bool isPeak(std::size_t possible, std::uint64_t distance) const;

  picture::SceneMeans& scene_;
  const ScoredNeedle& needle_;
  const ScoreOptions& options_;
  DensePlan plan_;
  Size places_;
  bool all_;            ///< all rows are wanted
  std::uint64_t most_;  ///< that the minimum allows
  std::vector<Tile> tiles_;
  WindowDistances windows_;
  std::unique_ptr<Correlator<float>> correlator_;
  std::unique_ptr<DirectRows> direct_;
  std::unique_ptr<DifferenceRows> differences_;
  std::int64_t centre_ = 0;  ///< t, which is taken off the needle's samples
  mutable std::mutex scratchMutex_;
  mutable std::vector<std::unique_ptr<Scratch>> scratch_;  ///< free ones
  // By transforms: what may be peaks, ordered by y, then x.
  std::vector<std::uint8_t> told_;  ///< by row
  std::unique_ptr<TileSeams> seams_;
  WorkVector<Possible> possible_;
  WorkVector<Around> around_;
  bool hasSelected_ = false;
  std::vector<Peak> selected_;            ///< then these are the peaks
  std::vector<CollectedTile> collected_;  ///< by tile
};

}  // namespace espy::score
