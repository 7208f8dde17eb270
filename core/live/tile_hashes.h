// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/simd.h"
#include "espy/engine/live.h"
#include "espy/image.h"

namespace espy::live {

/// Side of a tile in pixels. Smaller tiles locate changes better, larger ones are hashed
/// faster.
inline constexpr std::int64_t kTile = 64;
/// 64-bit accumulators of a tile; a multiple of every vector's lanes.
inline constexpr std::int64_t kHashLanes = 8;
/// Most bytes of a tile's row: 64 pixels of four 16-bit samples.
inline constexpr std::int64_t kTileBytes = kTile * 8;

/// Random keys of a process, so that no picture can be made whose changes are missed.
struct HashKeys {
  std::array<std::uint64_t, kTileBytes / 8 + kHashLanes> columns;
  std::array<std::uint64_t, kTile> rows;

  /// Of this process.
  static const HashKeys& own();
};

/// Adds a row of pixels to the accumulators of its tiles. `row`: of the tile, from 0. `tileBytes`:
/// bytes of a tile's row; the last tile may have fewer.
ESPY_SIMD_DECLARE(hashRow,
                  void(const std::uint8_t* bytes, std::int64_t count, std::int64_t tileBytes,
                       const HashKeys& keys, std::int64_t row, std::uint64_t* accumulators));

/// Detects the tiles of a picture that changed between calls, by 64-bit hashes: 8 bytes a tile are
/// kept, not the picture.
class TileHashes {
 public:
  /// Returns the tiles that changed since the last call, merged to disjoint rectangles. `within`:
  /// parts that contain all changes, if known; the rest is not read. The first call, and one with
  /// another size or format, returns everything.
  std::vector<Area> update(const ImageView& picture,
                           std::optional<std::span<const Area>> within = {});

 private:
  void updateBand(const ImageView& picture, std::int64_t band, std::span<const std::uint8_t> wanted,
                  std::uint8_t* changed);

  Size size_;
  PixelFormat format_;
  std::vector<std::uint64_t> hashes_;        ///< row-major
  std::vector<std::uint64_t> accumulators_;  ///< of a row of tiles
};

}  // namespace espy::live
