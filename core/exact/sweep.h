// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "exact/pattern.h"

namespace espy::exact {

/// Searches one needle by testing every position, a block at a time: the most distinctive pixels
/// first, as long as a position of the block passes. Supports any needle, also with a tolerance or
/// transparent pixels, whose runs cannot be hashed. Returns nothing if more than `workLimit` rows
/// had to be compared one by one.
std::optional<std::vector<Place>> findBySweep(const ImageView& scene, const Pattern& pattern,
                                              std::int64_t workLimit, int threads,
                                              const Control& control);

}  // namespace espy::exact
