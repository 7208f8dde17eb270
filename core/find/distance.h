// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "espy/find.h"

namespace espy::find {

/// The sum of absolute differences between a needle and its window at (x, y), over the colour
/// samples of its opaque pixels, as they are compared (see `Needle`): the definition.
std::uint64_t absoluteDistance(const ImageView& scene, const Needle& needle, std::int64_t x,
                               std::int64_t y);

/// Fills in the same for many matches. Those of a needle that has large parts of one value each
/// take a few looks at sums over the scene; others read every sample.
void fillDistances(const ImageView& scene, std::span<const Needle> needles,
                   std::span<Match> matches, int threads, const Control& control);

}  // namespace espy::find
