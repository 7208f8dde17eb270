// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "base/scratch.h"
#include "espy/control.h"
#include "espy/image.h"
#include "index/tolerant_blocks.h"

/// Two-dimensional minimisers. Every block of 8 x 8 pixels has a hash. Of each window of N x N
/// pixels, whose blocks have w x w positions, w = N - 7, one block with the least hash is kept.
///
/// Completeness: a needle of at least N x N pixels that lies in a scene covers a window of N x N.
/// Its pixels, so the hashes of its blocks, are those of the same window of the needle. The least
/// of them, h, is known from the needle alone; the scene kept a block of this window with hash h.
/// Which one, if several have it, is not known from the needle: every position of h in the
/// needle's window is a candidate. So flat and periodic pictures are complete too, however ties
/// are decided.
///
/// Ties are decided by position, such that flat areas keep one block per w x w, and others as few
/// as random pictures: 3.3 per w x w.
namespace espy::index {

inline constexpr std::int64_t kBlockSide = 8;
inline constexpr std::int64_t kLeastSide = 12;  ///< limits of N
inline constexpr std::int64_t kMostSide = 256;

/// The kinds that an index keeps.
inline std::vector<BlockKind> blockKindsOf(bool tolerant) {
  if (!tolerant) return {BlockKind::exact};
  return {BlockKind::tolerant, BlockKind::tolerantShifted};
}
constexpr std::int64_t blockSideOf(BlockKind kind) {
  return kind == BlockKind::exact ? kBlockSide : kTolerantBlockSide;
}
inline constexpr std::int64_t kLeastTolerantSide = 40;

/// A key orders blocks: the hash in the upper 48 bits, the decision of ties below.
inline constexpr int kTieBits = 16;
/// The upper 2 bits of a hash: blocks that recur less are kept first.
enum class BlockClass : std::uint64_t {
  varied = 0,
  straight = 1,  ///< does not change across, or down
  flat = 2,      ///< one colour
};

/// A block that was kept.
struct KeptBlock {
  std::uint64_t hash = 0;
  std::int64_t x = 0;
  std::int64_t y = 0;

  auto operator<=>(const KeptBlock&) const = default;
};

/// Computes keys of blocks, reusing its memory.
class BlockKeys {
 public:
  /// `side`: N.
  explicit BlockKeys(std::int64_t side, BlockKind kind = BlockKind::exact)
      : kind_(kind), window_(side - blockSideOf(kind) + 1) {}

  /// Blocks per side of a window.
  std::int64_t window() const { return window_; }
  std::int64_t blockSide() const { return blockSideOf(kind_); }
  /// Computes the keys of an area, row-major, which stay until the next call.
  const std::uint64_t* compute(const ImageView& picture, const BlockArea& area);

 private:
  void readRows(const ImageView& picture, const BlockArea& area);
  const std::uint64_t* computeTolerant(const ImageView& picture, const BlockArea& area);

  BlockKind kind_;
  std::int64_t window_;
  ScratchVector<std::uint32_t> colours_;
  ScratchVector<std::uint64_t> sums_;
  ScratchVector<std::uint8_t> across_;
  ScratchVector<std::uint8_t> down_;
  TolerantBlocks tolerant_;
};

/// The blocks to keep of a picture, in tiles.
class BlockSieve {
 public:
  explicit BlockSieve(std::int64_t side, BlockKind kind = BlockKind::exact) : keys_(side, kind) {}

  /// Returns them ordered by y, then x within a tile. None if the picture is smaller than N x N.
  std::vector<KeptBlock> keptBlocks(const ImageView& picture, const Control& control);

 private:
  void keepInTile(const ImageView& picture, const BlockArea& tile, std::vector<KeptBlock>& kept);

  BlockKeys keys_;
  ScratchVector<std::uint64_t> least_;
  ScratchVector<std::uint64_t> greatest_;
};

/// The definition: plain, sequential. Ordered by hash, x and y.
std::vector<KeptBlock> keptBlocksByReference(const ImageView& picture, std::int64_t side,
                                             BlockKind kind = BlockKind::exact);
/// The key of the block at (x, y).
std::uint64_t blockKeyByReference(const ImageView& picture, std::int64_t side, std::int64_t x,
                                  std::int64_t y, BlockKind kind = BlockKind::exact);

}  // namespace espy::index
