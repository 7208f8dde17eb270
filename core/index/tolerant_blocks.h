// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/scratch.h"
#include "espy/image.h"

/// Blocks of tolerant indexes of scenes. A block of 24 x 24 pixels has eleven values, in sixteenths
/// of a grey level: the average luma, (R + 2 G + B) / 4, of each of its 3 x 3 cells, and the
/// averages of R - G and B - G, plus 256, of the whole block. Luma is quantised in steps of 8 grey
/// levels, the differences in steps of 16: from 0 on or, in the shifted kind, from half a step
/// below 0 on. The levels are hashed.
namespace espy::index {

/// What is hashed. The tolerant ones are of 24 x 24 pixels: averages, quantised at two offsets.
enum class BlockKind { exact, tolerant, tolerantShifted };
inline constexpr std::int64_t kCellSide = 8;
inline constexpr std::int64_t kCells = 3;  ///< per side of a block
inline constexpr std::int64_t kTolerantBlockSide = kCells * kCellSide;
inline constexpr std::size_t kLumas = 9;
inline constexpr std::size_t kTolerantValues = kLumas + 2;
inline constexpr unsigned kLumaStep = 8 * 16;  ///< sixteenths of a grey level
inline constexpr unsigned kChromaStep = 16 * 16;
/// Adjacent cells that differ by less are one colour for a block's class; sixteenths.
inline constexpr unsigned kTolerantContrast = 8 * 16;
/// By how much a value may change in `variantsOf`; sixteenths. Noise of standard deviation 10
/// changes the luma of a cell by 0.8 grey levels.
inline constexpr unsigned kTolerated = 2 * 16;

/// Row-major cells, then R - G and B - G.
using TolerantValues = std::array<std::uint16_t, kTolerantValues>;

/// The hash of a block; the upper 2 bits of 64 are its class.
std::uint64_t tolerantHash(const TolerantValues& values, BlockKind kind);
/// A hash that a block may have if its values change.
struct Variant {
  std::uint64_t hash = 0;
  double cost = 0;  ///< bits of information against it
};
/// Appends the hashes that a block may have if its values change by up to `kTolerated`, its own
/// first: of the four values that are next to the limits of their levels, and of its class.
void variantsOf(const TolerantValues& values, BlockKind kind, std::vector<Variant>& variants);

/// Part of the positions of a picture's blocks.
struct BlockArea {
  std::int64_t x = 0;
  std::int64_t y = 0;
  std::int64_t width = 0;
  std::int64_t height = 0;
};

/// Computes values of blocks, reusing its memory.
class TolerantBlocks {
 public:
  void compute(const ImageView& picture, const BlockArea& area);
  /// Of the block at (x, y), relative to the area.
  TolerantValues valuesAt(std::int64_t x, std::int64_t y) const;

 private:
  static constexpr int kPlanes = 3;  ///< sums of a cell: R + 2 G + B, R - G, B - G

  std::int64_t pitch_ = 0;  ///< cells
  ScratchVector<std::uint32_t> colours_;
  ScratchVector<std::int32_t> columns_;  ///< sums of the last rows
  ScratchVector<std::int32_t> cells_;
};

/// The definition: plain, sequential.
TolerantValues tolerantValuesByReference(const ImageView& picture, std::int64_t x, std::int64_t y);

}  // namespace espy::index
