// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "espy/image.h"
#include "picture/tile_grid.h"
#include "score/memory.h"

namespace espy::score {

/// Cost of an FFT in ns per number of a tile of `numbers`, measured on one core.
double transformNanoseconds(std::int64_t numbers);

/// Sides that an FFT can have, ascending.
std::span<const std::int64_t> transformSides();

/// FFT sizes that needles of this size fit into, with sides up to `longest`; scenes of one row use
/// FFTs of one row, which may be longer.
std::vector<Size> transformSizes(Size scene, Size needle, std::int64_t longest);

/// The tile of least estimated cost for needles of up to this size. Tiles are processed in pairs;
/// threads without a pair idle. Needles are cut into pieces only if whole ones leave no memory for
/// exact products, or are slow. A tile that exceeds the scene's memory limit is chosen only if all
/// do. `only`: the positions to search, if not all.
TransformTile chooseTile(Size scene, Size needle, const TransformForm& form, std::int64_t needles,
                         int threads, const picture::PositionRanges* only = nullptr);

/// The tile for direct correlation: small enough for L2 with its scratch buffers, and a multiple of
/// the positions that are computed together.
Size chooseDirectTile(Size scene, Size needle);

}  // namespace espy::score
