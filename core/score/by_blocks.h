// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "find/peak_list.h"
#include "picture/tile_grid.h"
#include "score/block_bound.h"
#include "score/choose_tile.h"
#include "score/correlator.h"
#include "score/direct_blocks.h"
#include "score/needle.h"
#include "score/window_rows.h"

namespace espy::score {

/// Tile, method and estimated cost of a search by sums of blocks.
struct BlockPlan {
  Size tile;               ///< in blocks; 0 x 0: not possible
  bool direct = false;     ///< block by block instead of by FFT
  double nanoseconds = 0;  ///< total of all threads
};

/// The cheaper of the FFT and the direct block bound; zncc only.
std::optional<BlockBound> chooseBlockBound(const ScoredNeedle& needle, Method method,
                                           double minScore, Size scene, int threads);

/// First pass of zncc over all positions: correlates sums of blocks, directly or by tiled FFTs that
/// fit into L2, and computes the few positions left one by one. The scene is divided into regions.
/// With FFTs, blocks have side x side phases, and two phases of a region are a task; directly, a
/// region is a task. Regions with too many positions left go to a search of all positions.
class BlockSearch {
 public:
  /// The needles have similar sizes and blocks of one size. `fallback`: estimated cost of the
  /// search of all positions, in ns per position of one needle.
  BlockSearch(const ImageView& scene, std::vector<const ScoredNeedle*> needles,
              std::vector<BlockBound> bounds, double minScore, double fallback,
              const BlockPlan& plan, const Control& control);

  static BlockPlan planFor(Size scene, const std::vector<const ScoredNeedle*>& needles,
                           const std::vector<BlockBound>& bounds, int threads);

  /// Returns false if too many positions are left nearly everywhere.
  bool run(int threads);

  /// Appends the peaks, except those in the regions that are left.
  void takePeaks(int threads, finders::PeakList& peaks) const;
  /// The regions that are left, for any of the needles.
  std::vector<picture::TileArea> left() const;
  /// Is this position in a region that is left for this needle?
  bool isLeft(std::size_t needle, std::int64_t x, std::int64_t y) const;

 private:
  class Worker;

  /// A position that reaches the minimum.
  struct Hit {
    std::int64_t x;
    std::int64_t y;
    double score;
  };
  /// The hits of a needle, in order, and the index of the first one of each row.
  struct Hits {
    std::vector<Hit> all;
    std::vector<std::size_t> rows;

    std::span<const Hit> row(std::int64_t y) const {
      if (y < 0 || y + 1 >= static_cast<std::int64_t>(rows.size())) return {};
      const auto at = rows.begin() + y;
      return std::span(all).subspan(at[0], at[1] - at[0]);
    }
  };
  /// A needle's layout for exact scores, created on first use.
  struct Exact {
    std::once_flag made;
    std::optional<WindowRows> windows;
  };

  Size placesOf(std::size_t needle) const {
    return picture::positionsIn(scene_.size(), needles_[needle]->size);
  }
  std::int64_t regions() const { return columns_ * rows_; }
  std::int64_t tasksARegion() const { return taps_.empty() ? side_ * side_ / 2 : 1; }
  std::int64_t regionOf(std::int64_t x, std::int64_t y) const {
    return y / step_.height * columns_ + x / step_.width;
  }
  std::atomic<bool>& isLeftOf(std::int64_t region, std::size_t needle) {
    return left_[static_cast<std::size_t>(region) * needles_.size() + needle];
  }
  bool isLeftOf(std::int64_t region, std::size_t needle) const {
    return left_[static_cast<std::size_t>(region) * needles_.size() + needle];
  }
  /// May samples be read in place? Otherwise they are copied, channel by channel.
  bool isPlain() const {
    return scene_.format().channels == 1 && needles_.front()->form.channels == 1;
  }
  const WindowRows& windows(std::size_t needle) const;
  /// Exact score of a single position.
  double scoreAt(std::size_t needle, std::int64_t x, std::int64_t y) const;
  /// Merges and sorts the workers' hits of a needle.
  void order(std::size_t needle, const std::vector<std::unique_ptr<Worker>>& workers, int threads);
  void takePeaksOf(std::size_t needle, std::int64_t row, bool anyLeft,
                   std::vector<Hit>& peaks) const;
  /// Is there no neighbour of higher score in a region that is left, whose scores are unknown?
  bool beatsWhatIsLeft(std::size_t needle, const Hit& hit) const;
  bool hasGivenUp() const {
    return tried_ >= leastTried_ &&
           static_cast<double>(failed_) > mostFailed_ * static_cast<double>(tried_);
  }

  const ImageView& scene_;
  std::vector<const ScoredNeedle*> needles_;
  std::vector<BlockBound> bounds_;
  double minScore_;
  double fallback_;
  const Control& control_;
  std::vector<const ScoredNeedle*> blocks_;  ///< of `bounds_`
  int side_;
  Size tile_;    ///< in blocks
  Size most_;    ///< of the needles' grids of blocks
  Size step_;    ///< pixels from region to region
  Size places_;  ///< of any needle
  std::int64_t columns_;
  std::int64_t rows_;
  std::vector<BlockTaps> taps_;                  ///< by needle; empty with transforms
  std::optional<Correlator<float>> correlator_;  ///< with transforms
  mutable std::deque<Exact> exact_;              ///< by needle
  std::int64_t leastTried_;                      ///< before `hasGivenUp`
  double mostFailed_;                            ///< share of the regions
  std::atomic<std::int64_t> tried_ = 0;
  std::atomic<std::int64_t> failed_ = 0;
  std::vector<std::atomic<bool>> left_;  ///< by region and needle
  std::vector<Hits> hits_;               ///< by needle
};

}  // namespace espy::score
