// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace espy {

/// AMX tile configuration: eight tiles of 16 rows of 64 bytes.
struct alignas(64) TileShapes {
  std::uint8_t palette = 1;
  std::uint8_t startRow = 0;
  std::uint8_t reserved[14] = {};
  std::uint16_t rowBytes[16] = {64, 64, 64, 64, 64, 64, 64, 64};
  std::uint8_t rows[16] = {16, 16, 16, 16, 16, 16, 16, 16};
};

/// Initialised at compile time: compilers do not know that `_tile_loadconfig` reads all of it, so
/// they could omit stores at run time.
inline constinit const TileShapes kTileShapes;

}  // namespace espy
