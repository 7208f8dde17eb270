// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "score/formula.h"
#include "score/needle.h"

/// Places that cannot reach a score, told from the means of small square blocks of their windows.
///
/// The means of K blocks of A samples are what is left of a window I when all else is averaged out:
/// a projection. Distances only shrink under it: A sum (mean I - mean T)^2 <= ssd, and
/// A sum |mean I - mean T| <= sad. And of the angle between I and T it leaves this much open: if p
/// is the share of T's variance that lies in the means of its blocks, and c the cosine of the angle
/// between both sides' means, each less its mean, then zncc^2 <= c^2 p + (1 - p), and
/// zncc^2 <= 1 - p where c is negative (Cauchy and Schwarz, applied to what the means do not see).
///
/// Means are rounded to bytes, so that they are correlated like any 8-bit picture; what rounding
/// may add is allowed for.
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

  /// How selective it is. zncc: the least cosine that the angle between both sides' means must
  /// have; sad, ssd: the minimum score, which says as much about blocks of any size. -1: not worth
  /// asking.
  double strength() const { return strength_; }

  /// Can it be asked at all? There may be no block without an ignored pixel, or a minimum so low
  /// that any means reach it.
  bool isUsable() const { return usable_; }

  /// sad: which sum of differences between means is too much.
  std::uint64_t mostDifferences() const { return mostDifferences_; }
  /// sad, ssd: which distance between means is too much.
  std::uint64_t mostDistance() const {
    return method_ == Method::sad ? mostDifferences_ : mostSquares_;
  }

  /// zncc, ssd: writes 1 for each of `count` places that may reach the score, else 0, and returns
  /// how many may. `products` are those of `DirectRows` for `blocks()`, the sums those of the means
  /// and of their squares.
  std::int64_t mark(std::int32_t centre, std::int64_t rest, const std::int32_t* products,
                    const std::uint32_t* sums, const std::uint32_t* squares, std::int64_t count,
                    std::uint8_t* flags) const;

  /// May a single window, of which these are the sums over the blocks' means, reach the score?
  bool mayReach(const WindowSums& means) const;

 private:
  void setCone(const ScoredNeedle& needle, double minScore, const std::vector<double>& means);
  void setReach(const ScoredNeedle& needle, double minScore, const std::vector<double>& means);

  Method method_;
  int side_;
  int unit_ = 1;
  ScoredNeedle blocks_;
  double strength_ = -1;
  bool usable_ = false;
  double open_ = 0;   ///< zncc: what is added to the means' product at most, over A
  double slope_ = 0;  ///< and what it must reach at least, in units of the window's deviation
  std::uint32_t mostSquares_ = 0;      ///< ssd
  std::uint64_t mostDifferences_ = 0;  ///< sad
};

/// The bound to ask of a needle, if one is worth asking.
std::optional<MeansBound> chooseMeansBound(const ScoredNeedle& needle, Method method,
                                           double minScore);

}  // namespace espy::score
