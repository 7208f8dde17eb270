// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "score/needle.h"

/// Places that cannot reach a correlation, told from the sums of small square blocks of their
/// windows, which are integers: nothing is rounded before it is correlated.
///
/// The sums of K blocks of A samples are what is left of a window I when all else is averaged out:
/// a projection. So they are where only those blocks count of which the mask ignores no pixel: all
/// that lies beside them is left out, too. If p is the share of the variance of the needle T that
/// lies in its blocks, and c the correlation of both sides' blocks, then zncc <= c sqrt(q p) +
/// sqrt((1 - q)(1 - p)), where q is the share in the window's blocks. Whatever q is, zncc reaches m
/// only if c >= sqrt((m^2 - (1 - p)) / p): blocks must reach a minimum of their own.
namespace espy::score {

/// A needle as a picture of its blocks, and the correlation that its blocks must reach.
struct BlockBound {
  int side = 0;         ///< of a block, in pixels
  ScoredNeedle blocks;  ///< its samples are sums; ignored are those that lack a pixel
  double least = 0;     ///< the correlation that blocks must reach
  bool direct = false;  ///< to be multiplied block by block (direct_blocks.h), not by transforms

  /// With blocks of this size, 2, 4, 8 or 16, whose sums fit into 16 bits; of 8-bit samples.
  /// Nothing where blocks tell too little of the needle, or where no rectangle holds most of those
  /// that count.
  static std::optional<BlockBound> make(const ScoredNeedle& needle, double minScore, int side);

  /// Blocks of all channels in the rectangle (`blocks.inner`) that all places are asked of first.
  std::int64_t innerSamples() const {
    return blocks.inner.width * blocks.inner.height * blocks.form.channels;
  }
};

/// The largest blocks that leave few positions, if there are any: to be correlated by transforms,
std::optional<BlockBound> blockBoundForTransforms(const ScoredNeedle& needle, double minScore);
/// and to be multiplied one by one.
std::optional<BlockBound> blockBoundForProducts(const ScoredNeedle& needle, double minScore);

/// What is asked of all places of a tile. `d` are sums of blocks less a whole number near their
/// mean, and r = sum d u, off by an error, where u are the needle's blocks less their mean. What
/// varies in a part of the window varies in the window.
struct BlockTest {
  float open;      ///< by how much r may be more than it seems
  float bound;     ///< what its square must reach, for each of the spread
  float inverse;   ///< of the number of blocks in the part
  float square;    ///< what squares were divided by before they were summed up
  float constant;  ///< what may have been lost of the spread
};

/// Squares of d lose so many bits, that their sum over a window of so many blocks fits into 31.
int squareShift(std::int64_t blocks, std::int64_t most);

/// `error` is by how much r may be off; of so many blocks within the window.
BlockTest blockTestFor(const BlockBound& bound, double error, std::int64_t blocks, int shift);

/// Writes 1 for each place of a row that may reach the score, else 0, and returns how many may.
/// `sums` are those of d over the places' parts, `squares` those of d^2, shifted.
std::int64_t markBlocks(const BlockTest& test, const float* r, const std::int32_t* sums,
                        const std::uint32_t* squares, std::int64_t count, std::uint8_t* flags);

}  // namespace espy::score
