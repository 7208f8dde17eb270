// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace espy::io {

/// Undoes one of PNG's filters for a row of `count` bytes with `step` bytes (1 to 8) a pixel, or 1
/// where pixels are smaller. `above` is the row before, undone, or null for the first. `out` may be
/// `in` or lie anywhere before it; up to 8 bytes behind `in` and `above` are read, and nothing is
/// written behind `out`. False when there is no such filter.
bool undoPngFilter(int filter, const std::uint8_t* in, const std::uint8_t* above, std::size_t count,
                   std::size_t step, std::uint8_t* out);

}  // namespace espy::io
