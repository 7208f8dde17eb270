// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "score/formula.h"
#include "score/needle.h"

/// Windows whose distance is too large, from the averages of small square blocks.
///
/// The averages of K blocks of A samples are what is left of a window I when all else is averaged
/// out: a projection, under which distances only shrink. A sum (mean I - mean T)^2 <= ssd, and
/// A sum |mean I - mean T| <= sad. Averages are rounded to bytes, so that they are compared like
/// any 8-bit picture; what rounding may add is allowed for.
namespace espy::score {

/// What the blocks of one size tell of a needle and a score to reach.
class MeansBound {
 public:
  /// More blocks would not fit into the 32 bits that their sums are kept in.
  static constexpr std::int64_t kMostBlocks = 4096;

  /// With blocks of this size, a power of two from 2 on. With more than `kMostBlocks` of them it
  /// may be made, to see how many there are, but not asked.
  MeansBound(const ScoredNeedle& needle, Method method, double minScore, int side);

  /// The size of the blocks.
  int side() const { return side_; }
  /// The needle as a picture of its blocks' means, one byte each; blocks with an ignored pixel are
  /// ignored. Of the scene, a picture of the means of all its blocks `side` pixels apart is asked.
  const ScoredNeedle& blocks() const { return blocks_; }
  /// What a sample of the needle is divided by before it is rounded: 1, or 257 for 16 bits.
  int unit() const { return unit_; }

  /// Can it be asked at all? There may be no block without an ignored pixel, or a minimum so low
  /// that any means reach it.
  bool isUsable() const { return usable_; }

  /// sad: which sum of differences between means is too much.
  std::uint64_t mostDifferences() const { return mostDifferences_; }
  /// sad, ssd: which distance between means is too much.
  std::uint64_t mostDistance() const {
    return method_ == Method::sad ? mostDifferences_ : mostSquares_;
  }

  /// ssd: writes 1 for each of `count` places that may reach the score, else 0, and returns
  /// how many may. `products` are those of `DirectRows` for `blocks()`, the sums those of the means
  /// and of their squares.
  std::int64_t mark(std::int32_t centre, const std::int32_t* products, const std::uint32_t* sums,
                    const std::uint32_t* squares, std::int64_t count, std::uint8_t* flags) const;

  /// ssd: may a single window, of which these are the sums over the blocks' means, reach it?
  bool mayReach(const WindowSums& means) const;

 private:
  void setReach(const ScoredNeedle& needle, double minScore, const std::vector<double>& means);

  Method method_;
  int side_;
  int unit_ = 1;
  ScoredNeedle blocks_;
  bool usable_ = false;
  std::uint32_t mostSquares_ = 0;      ///< ssd
  std::uint64_t mostDifferences_ = 0;  ///< sad
};

/// The bound to ask of a needle, if one is worth asking.
std::optional<MeansBound> chooseMeansBound(const ScoredNeedle& needle, Method method,
                                           double minScore);

}  // namespace espy::score
