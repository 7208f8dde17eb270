// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "score/formula.h"
#include "score/needle.h"

/// Prunes windows whose distance is too large, from the averages of square blocks.
///
/// The averages of K blocks of A samples are a projection of the window I, under which distances
/// only shrink: A sum (mean I - mean T)^2 <= ssd, and A sum |mean I - mean T| <= sad. Averages are
/// rounded to bytes, so that they are compared like any 8-bit picture; the limits include the
/// rounding error.
namespace espy::score {

/// The bound of a needle and a minimum score, for blocks of one size.
class AverageBound {
 public:
  /// More blocks exceed the 32 bits of their sums.
  static constexpr std::int64_t kMostBlocks = 4096;

  /// `side`: a power of two from 2 on. With more than `kMostBlocks` blocks only `blocks()` may be
  /// used.
  AverageBound(const ScoredNeedle& needle, Method method, double minScore, int side);

  /// Side of the blocks, in pixels.
  int side() const { return side_; }
  /// The needle as a picture of block averages, one byte each; blocks with an ignored pixel are
  /// ignored. It is compared with the scene's averages at a stride of `side` pixels.
  const ScoredNeedle& blocks() const { return blocks_; }
  /// Divisor of the needle's samples before rounding: 1, or 257 for 16 bits.
  int unit() const { return unit_; }

  /// False if every block has an ignored pixel, or the minimum is so low that everything passes.
  bool isUsable() const { return usable_; }

  /// sad: the greatest allowed sum of differences of averages.
  std::uint64_t mostDifferences() const { return mostDifferences_; }
  /// sad, ssd: the greatest allowed distance of averages.
  std::uint64_t mostDistance() const {
    return method_ == Method::sad ? mostDifferences_ : mostSquares_;
  }

  /// ssd: writes 1 for each of `count` positions that may reach the score, else 0; returns the
  /// number of ones. `products` are those of `DirectRows` for `blocks()`; the sums are those of the
  /// averages and of their squares.
  std::int64_t mark(std::int32_t centre, const std::int32_t* products, const std::uint32_t* sums,
                    const std::uint32_t* squares, std::int64_t count, std::uint8_t* flags) const;

  /// ssd: may a single window with these sums over its block averages reach the score?
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

/// The most useful bound for a needle; empty if none is worthwhile.
std::optional<AverageBound> chooseMeansBound(const ScoredNeedle& needle, Method method,
                                             double minScore);

}  // namespace espy::score
