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
template <class Sample>
class TileBounds {
 public:
  /// `often`: of most places of a tile; else of few.
  TileBounds(const ScoreBatch& batch, bool often)
      : batch_(batch), often_(often), questions_(batch.needles.size()) {}

  /// Goes over to another tile, which must live on.
  void begin(const TilePlanes<Sample>& tile) {
    tile_ = &tile;
    for (BlockMeans& means : means_) means.clear();
  }

  /// Which of up to `BlockBound::kPlaces` places beside each other, the first of which is at (x, y)
  /// of the tile, may reach the minimum? One bit for each.
  std::uint64_t mayReach(std::size_t needle, std::int64_t x, std::int64_t y, std::int64_t count) {
    const std::size_t levels = batch_.bounds[needle].size();
    std::uint64_t may = ~std::uint64_t{0} >> static_cast<unsigned>(BlockBound::kPlaces - count);
    for (std::size_t level = 0; level < levels && may != 0; ++level) {
      const BlockMeans& means = meansFor(needle, level);
      may &= questions_[needle][level].mayReach(means, x, y);
    }
    return may;
  }

 private:
  /// What a needle's question at one level is asked of. The means of finer blocks are made when the
  /// coarser ones leave something to ask for.
  const BlockMeans& meansFor(std::size_t needle, std::size_t level) {
    const BlockBound& bound = batch_.bounds[needle][level];
    const bool manyNeedles = batch_.needles.size() > 2;
    const bool often = often_ && level == 0;
    BlockMeans& means =
        means_[static_cast<std::size_t>(std::countr_zero(static_cast<unsigned>(bound.side())))];
    if (means.side() != bound.side()) {
      means.load(*tile_, bound.side(), sizeof(Sample) == 1 ? 128 : 32768);
    }
    if (often) bound.prepare(means, manyNeedles);
    if (questions_[needle].size() == level) {
      questions_[needle].emplace_back(bound, means, batch_.options.minScore, often, manyNeedles);
    }
    return means;
  }

  const ScoreBatch& batch_;
  bool often_;
  const TilePlanes<Sample>* tile_ = nullptr;
  std::array<BlockMeans, kBlockSides> means_;                 ///< by size of the blocks
  std::vector<std::vector<BlockBound::Question>> questions_;  ///< by needle and level
};

}  // namespace espy::find
