// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "espy/image.h"
#include "score/memory.h"

namespace espy::score {

/// Nanoseconds a number of a tile of so many numbers that is transformed, as measured on one core.
double transformNanoseconds(std::int64_t numbers);

/// Sides that transforms can have, from the least on.
std::span<const std::int64_t> transformSides();

/// Transforms that needles of this size fit into; with no longer sides than that, but those of a
/// row, which are rows, too.
std::vector<Size> transformSizes(Size scene, Size needle, std::int64_t longest);

/// The fastest tile for needles of up to this size on so many threads, as far as a small model of
/// measured costs tells: tiles go in pairs, and threads that find none left wait.
/// Only where whole needles find no room for exact products, or at a price, they are cut into
/// pieces. A tile that takes more memory than the scene allows is chosen only where every other
/// does.
TransformTile chooseTile(Size scene, Size needle, const TransformForm& form, std::int64_t needles,
                         int threads);

/// The tile for a search that correlates directly: small enough for the second cache with all that
/// belongs to it, and with as many places beside each other as are done together.
Size chooseDirectTile(Size scene, Size needle);

}  // namespace espy::score
