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

/// How needles are searched by sums of blocks, and what that costs.
struct BlockPlan {
  Size tile;               ///< in blocks; 0 x 0: not at all
  bool direct = false;     ///< block by block, not by transforms
  double nanoseconds = 0;  ///< of all threads together
};

/// The blocks whose search costs less, by transforms or directly; only with zncc.
std::optional<BlockBound> chooseBlockBound(const ScoredNeedle& needle, Method method,
                                           double minScore, Size scene, int threads);

/// A first pass over all positions with zncc: sums of blocks are correlated, directly or by
/// transforms that stay in the L2 cache, and the few positions that these leave are computed one by
/// one. The scene is cut into regions. With transforms, blocks are laid in side x side phases, and
/// two phases of a region are a task; directly, a region is a task. Regions in which too many
/// positions are left go to a search of all positions.
class BlockSearch {
 public:
  /// Of needles that have bounds of blocks of one size and are of much the same size. `fallback`:
  /// nanoseconds that the search of all places would take for one.
  BlockSearch(const ImageView& scene, std::vector<const ScoredNeedle*> needles,
              std::vector<BlockBound> bounds, double minScore, double fallback,
              const BlockPlan& plan, const Control& control);

  static BlockPlan planFor(Size scene, const std::vector<const ScoredNeedle*>& needles,
                           const std::vector<BlockBound>& bounds, int threads);

  /// Searches on so many threads. False where nearly everywhere too much is left.
  bool run(int threads);

  /// The peaks that were found, but those of the regions that are left.
  void takePeaks(int threads, finders::PeakList& peaks) const;
  /// The regions that are left, for any of the needles.
  std::vector<picture::TileArea> left() const;
  /// Is this place of a needle one that is left?
  bool isLeft(std::size_t needle, std::int64_t x, std::int64_t y) const;

 private:
  class Worker;

  /// A position that reaches the minimum.
  struct Hit {
    std::int64_t x;
    std::int64_t y;
    double score;
  };
  /// Those of a needle, in order, and where those of a row begin.
  struct Hits {
    std::vector<Hit> all;
    std::vector<std::size_t> rows;

    std::span<const Hit> row(std::int64_t y) const {
      if (y < 0 || y + 1 >= static_cast<std::int64_t>(rows.size())) return {};
      const auto at = rows.begin() + y;
      return std::span(all).subspan(at[0], at[1] - at[0]);
    }
  };
  /// What a needle needs for exact scores, made when it is first asked for.
  struct Exact {
    std::once_flag made;
    std::optional<WindowRows> windows;
  };

  Size placesOf(std::size_t needle) const {
    return {scene_.width() - needles_[needle]->size.width + 1,
            scene_.height() - needles_[needle]->size.height + 1};
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
  /// May samples be read where they are? Else they are copied, channel by channel.
  bool isPlain() const {
    return scene_.format().channels == 1 && needles_.front()->form.channels == 1;
  }
  const WindowRows& windows(std::size_t needle) const;
  /// Of a single place.
  double scoreAt(std::size_t needle, std::int64_t x, std::int64_t y) const;
  /// Puts the hits of a needle that all workers found in order.
  void order(std::size_t needle, const std::vector<std::unique_ptr<Worker>>& workers, int threads);
  void takePeaksOf(std::size_t needle, std::int64_t row, bool anyLeft,
                   std::vector<Hit>& peaks) const;
  /// Is there no neighbour of higher score in a region that is left, of which nothing is known?
  bool beatsWhatIsLeft(std::size_t needle, const Hit& hit) const;
  bool hasGivenUp() const { return 4 * failed_ > 3 * tried_ && tried_ >= 4; }

  const ImageView& scene_;
  std::vector<const ScoredNeedle*> needles_;
  std::vector<BlockBound> bounds_;
  double minScore_;
  double fallback_;
  const Control& control_;
  int side_;
  Size tile_;  ///< in blocks
  Size most_;  ///< of the needles' grids of blocks
  Size step_;  ///< pixels from region to region
  std::int64_t columns_;
  std::int64_t rows_;
  std::vector<const ScoredNeedle*> blocks_;
  std::vector<BlockTaps> taps_;                  ///< by needle; empty with transforms
  std::optional<Correlator<float>> correlator_;  ///< with transforms
  mutable std::deque<Exact> exact_;              ///< by needle
  std::atomic<std::int64_t> tried_ = 0;
  std::atomic<std::int64_t> failed_ = 0;
  std::vector<std::atomic<bool>> left_;  ///< by region and needle
  std::vector<Hits> hits_;               ///< by needle
};

}  // namespace espy::score
