// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "espy/engine/exact.h"

namespace espy::exact {

/// Does this needle match at (x, y) of the scene? The definition, pixel by pixel.
bool liesAt(const ImageView& scene, const Needle& needle, int tolerance, std::int64_t x,
            std::int64_t y);

/// The sum of absolute differences between a needle and its window at (x, y), over the colour
/// samples of its opaque pixels, converted as in `Needle`: the definition.
std::uint64_t absoluteDistance(const ImageView& scene, const Needle& needle, std::int64_t x,
                               std::int64_t y);

/// `FindExact` of the engine "reference": brute force on one thread.
std::vector<std::vector<Place>> findByReference(const ImageView& scene,
                                                std::span<const Needle> needles,
                                                const ExactOptions& options, const Control& control,
                                                RunReport& report);

}  // namespace espy::exact
