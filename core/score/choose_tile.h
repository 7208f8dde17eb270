// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "espy/image.h"
#include "score/memory.h"

namespace espy::score {

/// A tile for a search by transforms, its sides powers of two from 16 on, and what the search
/// takes.
struct TransformTile {
  Size size;  ///< 0 x 0 where none would do
  double nanoseconds = 0;
};

/// Nanoseconds a number of a tile of so many numbers that is transformed, as measured on one core.
double transformNanoseconds(std::int64_t numbers);

/// The fastest tile for needles of up to this size on so many threads, as far as a small model of
/// measured costs tells: tiles go in pairs, and threads that find none left wait.
/// One that takes more memory than the scene allows is chosen only where every other does.
TransformTile chooseTile(Size scene, Size needle, const TransformForm& form, std::int64_t needles,
                         int threads);

/// The tile for a search that correlates directly: small enough for the second cache with all that
/// belongs to it, and with as many places beside each other as are done together.
Size chooseDirectTile(Size scene, Size needle);

}  // namespace espy::score
