// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "exact/pattern.h"

namespace espy::exact {

/// Searches one needle by looking at every place, many at once: tests the pixels that tell most
/// first, and goes on only where some place of the block is still alive. Takes any needle, also
/// with a tolerance and with transparent pixels, for which runs cannot be hashed. Gives up, with
/// nothing, when more than `workLimit` rows had to be compared one by one.
std::optional<std::vector<Place>> findBySweep(const ImageView& scene, const Pattern& pattern,
                                              std::int64_t workLimit, int threads,
                                              const Control& control);

}  // namespace espy::exact
