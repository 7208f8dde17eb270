// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "espy/engine/live.h"

namespace espy::live {

/// The part of `area` inside a picture of this size; without pixels if there is none.
Area clipped(const Area& area, Size size);

/// Whether they have a pixel in common.
bool meet(const Area& a, const Area& b);

/// The smallest rectangle around both.
Area around(const Area& a, const Area& b);

/// Rectangles of a grid's marked cells: runs of a row, merged with an equal run above. `marked`:
/// columns x rows, row-major. In cells.
std::vector<Area> areasOfCells(std::span<const std::uint8_t> marked, std::int64_t columns,
                               std::int64_t rows);

/// Merges rectangles where one search of the rectangle around them reads no more than searches of
/// both, and all if more than `most` are left.
void mergeAreas(std::vector<Area>& areas, std::size_t most);

}  // namespace espy::live
