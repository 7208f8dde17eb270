// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "find/needle.h"

/// Places that cannot reach a correlation, told from the sums of small square blocks of their
/// windows, which are integers: nothing is rounded before it is correlated.
///
/// The sums of K blocks of A samples are what is left of a window I when all else is averaged out:
/// a projection. If p is the share of the variance of the needle T that lies in its blocks, and c
/// the correlation of both sides' blocks, then zncc <= c sqrt(q p) + sqrt((1 - q)(1 - p)), where q
/// is the share in the window's blocks. Whatever q is, zncc reaches m only if
/// c >= sqrt((m^2 - (1 - p)) / p): blocks must reach a minimum of their own.
namespace espy::score {

/// A needle as a picture of its blocks, and the correlation that its blocks must reach.
struct BlockBound {
  int side = 0;               ///< of a block, in pixels
  find::ScoredNeedle blocks;  ///< its samples are sums
  double least = 0;           ///< the correlation that blocks must reach

  /// With blocks of this size, 2, 4 or 8, whose sums fit into 16 bits; of 8-bit samples, none of
  /// which is ignored. Nothing where blocks tell too little of the needle.
  static std::optional<BlockBound> make(const find::ScoredNeedle& needle, double minScore,
                                        int side);
};

/// The largest blocks that leave few places, if there are any.
std::optional<BlockBound> chooseBlockBound(const find::ScoredNeedle& needle, Method method,
                                           double minScore);

/// What is asked of all places of a tile. `d` are sums of blocks less a whole number near their
/// mean, and r = sum d (U - t), off by an error, where U are the needle's blocks.
struct BlockTest {
  float open;      ///< by how much the left side may be more than it seems
  float perSum;    ///< what is taken off r for each of the sum of d
  float bound;     ///< what the square of the left side must reach, for each of the spread
  float inverse;   ///< of the number of blocks
  float square;    ///< what squares were divided by before they were summed up
  float constant;  ///< what may have been lost of the spread
};

/// Squares of d lose so many bits, that their sum over a window of so many blocks fits into 31.
int squareShift(std::int64_t blocks, std::int64_t most);

/// `error` is by how much r may be off, `most` the most that d can be, either way.
BlockTest blockTestFor(const BlockBound& bound, std::int64_t centre, double error,
                       std::int64_t most, int shift);

/// Writes 1 for each place of a row that may reach the score, else 0, and returns how many may.
/// `sums` are those of d over the places' windows, `squares` those of d^2, shifted.
std::int64_t markBlocks(const BlockTest& test, const float* r, const std::int32_t* sums,
                        const std::uint32_t* squares, std::int64_t count, std::uint8_t* flags);

}  // namespace espy::score
