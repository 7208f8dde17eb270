// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "base/scratch.h"
#include "espy/engine/score.h"
#include "espy/error.h"
#include "find/peak_list.h"
#include "picture/rectangles.h"
#include "picture/scene_averages.h"
#include "score/correlator.h"
#include "score/direct_rows.h"
#include "score/exact_distances.h"
#include "score/tile_seams.h"
#include "score/tile_strategy.h"

namespace espy::score {

/// How the distances of all positions of a needle are computed, and the estimated cost.
struct DensePlan {
  TileStrategy strategy = TileStrategy::directly;
  Size tile;  ///< in pixels; 0 x 0: impossible
  int threads = 1;
  double nanoseconds = 0;  ///< total of all threads
  /// Windows are so large that exact distances are computed of selected positions only, on one
  /// thread.
  bool selects = false;

  bool can() const { return tile.width > 0; }
};

/// For sad and ssd, and needles of 8-bit samples without a mask. `plateaus`: many neighbours have
/// equal distances, so that approximate ones would leave too many candidates.
DensePlan densePlan(Size scene, const ScoredNeedle& needle, const ScoreOptions& options,
                    int threads, bool plateaus = false);
Message describe(const DensePlan& plan);

/// The distances of all positions of one needle, for scenes in which bounds prune too little. Sad
/// sums all differences. Ssd is the sliding sum of a window's squares less twice its products with
/// the needle: exact where products are computed directly, an upper bound with a known error where
/// they come from a tiled FFT. In the latter case only positions that no neighbour surely beats are
/// computed exactly, window by window; with large windows and if overlapped peaks may be dropped,
/// only those not covered by a better one. A tile fits into L2. Tiles of exact distances overlap by
/// one position on each side; others do not overlap, and positions at their seams are tested last.
class DenseDistances {
 public:
  /// Rows of positions, [first, last).
  struct Rows {
    std::int64_t first;
    std::int64_t last;
  };

  /// Finds the peaks in these rows, which are ordered and disjoint.
  DenseDistances(picture::SceneAverages& scene, const ScoredNeedle& needle,
                 const ScoreOptions& options, const DensePlan& plan,
                 const std::vector<Rows>& wanted);
  ~DenseDistances();
  DenseDistances(const DenseDistances&) = delete;
  DenseDistances& operator=(const DenseDistances&) = delete;

  /// False, with nothing found, if there are too many candidates or the error bound is too large.
  bool search();

  /// After `search`: the tasks that append the peaks, in any order, on any threads.
  std::int64_t tasks() const;
  void appendPeaks(std::int64_t task, finders::PeakList& peaks) const;

  /// May overlapped peaks be dropped, and are distances exact? Then `collect` and `selectCollected`
  /// can replace `search` and `appendPeaks`.
  bool canCollect() const { return isExact() && maySelect() && places_.pixels() <= kMostCollected; }
  std::int64_t tiles() const { return static_cast<std::int64_t>(tiles_.size()); }
  /// Keeps the peaks of a tile. Thread-safe for different tiles.
  void collect(std::int64_t tile);
  /// Bytes of all tiles' peaks.
  std::size_t collectedBytes() const;
  /// The peaks of all tiles after overlap suppression, ordered by y, then x.
  std::vector<Peak> selectCollected();

 private:
  static constexpr std::int64_t kMostCollected = (std::int64_t{1} << 32) - 1;

  /// The output positions of a tile, and the computed ones, which include a halo.
  struct Tile {
    picture::Rectangle own;
    picture::Rectangle computed;
  };
  /// A candidate for a peak.
  struct PeakCandidate {
    std::uint32_t x;
    std::uint32_t y;
    std::uint32_t most;  ///< upper bound of its distance
    std::uint32_t off;   ///< width of the bounds, also of its neighbours
  };
  /// The upper bounds of the eight neighbours, row by row.
  using NeighbourBounds = std::array<std::uint32_t, 8>;
  struct FoundCandidates {
    ScratchVector<PeakCandidate> places;
    ScratchVector<NeighbourBounds> neighbours;
  };
  /// A peak of a tile with exact distances; compact, because on flat areas every position is one.
  struct CollectedPeak {
    std::uint32_t x;
    std::uint32_t distance;
  };
  struct CollectedTile {
    ScratchVector<CollectedPeak> peaks;
    std::vector<std::size_t> rows;  ///< the first peak of each row, and the end
  };
  struct Scratch;
  class Borrowed;

  bool isExact() const { return correlator_ == nullptr; }
  void cutTiles(const Rows& rows);
  void cutDisjoint(const std::vector<Rows>& wanted);
  void sumSquares(const picture::Rectangle& places, Scratch& scratch) const;
  /// Loads and correlates tiles; returns the error bound of the following products.
  std::int64_t loadTiles(std::size_t first, std::size_t count, Scratch& scratch) const;
  void takeProducts(const picture::Rectangle& places, int t, std::int64_t off,
                    Scratch& scratch) const;
  void takeDirectProducts(const picture::Rectangle& places, Scratch& scratch) const;
  void takeDifferences(const picture::Rectangle& places, Scratch& scratch) const;
  /// Computes the exact distances of a tile.
  void compute(const Tile& tile, Scratch& scratch) const;
  /// Calls `visit(x, y, distance)` for all collected peaks by y, then x, until it returns false.
  template <class Visit>
  void eachCollected(const Visit& visit) const;
  std::vector<Peak> selectAmongCollected();  ///< best first
  /// The position-independent part of a distance.
  std::uint32_t constantFor(std::int64_t mean, std::int64_t off) const;
  /// Calls `take(x, y, at)` for each candidate of a tile; `at` points to its distance.
  template <class Take>
  void propose(const Tile& tile, std::int64_t off, Scratch& scratch, const Take& take) const;
  bool canAffordCandidates(std::int64_t count) const;
  bool collectCandidates();
  void proposeBesideSeam(std::int64_t seam, std::int64_t off, FoundCandidates& found) const;
  void arrange(const std::vector<FoundCandidates>& found);
  /// May overlapped peaks be dropped?
  bool maySelect() const { return all_ && options_.overlap < 1 && !options_.after; }
  bool select();
  bool isPeak(std::size_t possible, std::uint64_t distance) const;

  picture::SceneAverages& scene_;
  const ScoredNeedle& needle_;
  const ScoreOptions& options_;
  DensePlan plan_;
  Size places_;
  bool all_;            ///< all rows are wanted
  std::uint64_t most_;  ///< the distance that the minimum score allows
  std::vector<Tile> tiles_;
  WindowDistances windows_;
  std::unique_ptr<Correlator<float>> correlator_;
  std::unique_ptr<DirectRows> direct_;
  std::unique_ptr<DifferenceRows> differences_;
  std::int64_t centre_ = 0;  ///< t, which is subtracted from the needle's samples
  mutable std::mutex scratchMutex_;
  mutable std::vector<std::unique_ptr<Scratch>> scratch_;  ///< the pool
  // With FFTs: the candidates, ordered by y, then x.
  std::vector<std::uint8_t> outputRows_;  ///< by row
  std::unique_ptr<TileSeams> seams_;
  ScratchVector<PeakCandidate> candidates_;
  ScratchVector<NeighbourBounds> neighbours_;
  bool hasSelected_ = false;
  std::vector<Peak> selected_;            ///< then these are the peaks
  std::vector<CollectedTile> collected_;  ///< by tile
};

}  // namespace espy::score
