// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "find/block_bound.h"
#include "find/score_batch.h"

namespace espy::find {

/// The block means of a tile, made when a needle's bounds first ask for them, and the answers. Of
/// tile after tile, which are laid out alike.
class TileBounds {
 public:
  explicit TileBounds(const ScoreBatch& batch) : batch_(batch), questions_(batch.needles.size()) {}

  /// Goes over to another tile.
  void clear() {
    for (BlockMeans& means : means_) means.clear();
  }

  /// Makes ready for asking a needle's bounds of this tile: of many of its places or, unless
  /// `often`, of few.
  template <class Sample>
  void prepare(std::size_t needle, const TilePlanes<Sample>& tile, bool often) {
    const std::vector<BlockBound>& bounds = batch_.bounds[needle];
    const bool manyNeedles = batch_.needles.size() > 2;
    for (std::size_t level = 0; level < bounds.size(); ++level) {
      BlockMeans& means = meansFor(bounds[level]);
      if (means.side() != bounds[level].side()) {
        means.load(tile, bounds[level].side(), sizeof(Sample) == 1 ? 128 : 32768);
      }
      // Finer blocks are asked for what coarser ones leave.
      const bool thisOften = often && level == 0;
      if (thisOften) bounds[level].prepare(means, manyNeedles);
      if (questions_[needle].size() == level) {
        questions_[needle].emplace_back(bounds[level], means, batch_.options.minScore, thisOften,
                                        manyNeedles);
      }
    }
  }

  /// Which of up to `BlockBound::kPlaces` places beside each other, the first of which is at (x, y)
  /// of the tile, may reach the minimum? One bit for each.
  std::uint64_t mayReach(std::size_t needle, std::int64_t x, std::int64_t y, std::int64_t count) {
    const std::vector<BlockBound>& bounds = batch_.bounds[needle];
    std::uint64_t may = ~std::uint64_t{0} >> static_cast<unsigned>(BlockBound::kPlaces - count);
    for (std::size_t level = 0; level < bounds.size() && may != 0; ++level) {
      may &= questions_[needle][level].mayReach(meansFor(bounds[level]), x, y);
    }
    return may;
  }

 private:
  BlockMeans& meansFor(const BlockBound& bound) {
    return means_[static_cast<std::size_t>(std::countr_zero(static_cast<unsigned>(bound.side())))];
  }

  const ScoreBatch& batch_;
  std::array<BlockMeans, kBlockSides> means_;                 ///< by size of the blocks
  std::vector<std::vector<BlockBound::Question>> questions_;  ///< by needle and level
};

}  // namespace espy::find
