// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "base/simd.h"
#include "score/needle.h"

/// Prunes positions by an upper bound of zncc from the sums of square blocks of their windows. Sums
/// are integers, so that nothing is rounded before the correlation.
///
/// Sums of K blocks of A samples are a projection of the window I: everything else is averaged out.
/// This also holds where blocks with an ignored pixel are left out. If p is the share of the
/// variance of the needle T that is in its blocks, q that of the window, and c the correlation of
/// the blocks, then zncc <= c sqrt(q p) + sqrt((1 - q)(1 - p)). For any q, zncc reaches m only if c
/// >= sqrt((m^2 - (1 - p)) / p): a minimum for the blocks.
namespace espy::score {

/// A needle at block resolution, and the minimum correlation of its blocks.
struct BlockBound {
  int side = 0;         ///< of a block, in pixels
  ScoredNeedle blocks;  ///< its samples are sums; blocks with an ignored pixel are ignored
  double least = 0;     ///< minimum correlation of the blocks
  bool direct = false;  ///< multiply block by block (direct_blocks.h) instead of by FFT

  /// For blocks of `side` 2, 4, 8 or 16 whose sums of 8-bit samples fit into 16 bits. Empty if the
  /// blocks keep too little of the variance, or no rectangle holds 40 % of those that count.
  static std::optional<BlockBound> make(const ScoredNeedle& needle, double minScore, int side);

  /// Samples in the rectangle `blocks.inner`, all channels, by which positions are pruned first.
  std::int64_t innerSamples() const {
    return blocks.inner.width * blocks.inner.height * blocks.form.channels;
  }
};

/// The largest blocks that leave few positions, for correlation by FFT; empty if there are none.
std::optional<BlockBound> blockBoundForTransforms(const ScoredNeedle& needle, double minScore);
/// The same for direct multiplication.
std::optional<BlockBound> blockBoundForProducts(const ScoredNeedle& needle, double minScore);

/// Test of all positions of a tile. `d` are sums of blocks less an integer near their mean, and r =
/// sum d u with a known error, where u are the needle's blocks less their mean. The variance of a
/// part of the window is a lower bound of the window's.
struct BlockTest {
  float open;      ///< error bound of r
  float bound;     ///< minimum of r^2 / spread
  float inverse;   ///< 1 / number of blocks in the part
  float square;    ///< divisor of the squares before they were summed
  float constant;  ///< bits of the spread that may be lost
};

///< what shifting may have cut from the spread
int squareShift(std::int64_t blocks, std::int64_t most);

/// `error`: error bound of r; `blocks`: number of blocks in the tested part of the window.
BlockTest blockTestFor(const BlockBound& bound, double error, std::int64_t blocks, int shift);

/// Writes 1 for each position of a row that may reach the score, else 0; returns the number of
/// ones. `sums` are those of d over the tested parts, `squares` those of d^2, shifted.
ESPY_SIMD_DECLARE(markBlocks, std::int64_t(const BlockTest& test, const float* r,
                                           const std::int32_t* sums, const std::uint32_t* squares,
                                           std::int64_t count, std::uint8_t* flags));

}  // namespace espy::score
