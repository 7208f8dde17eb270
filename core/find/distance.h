// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "espy/find.h"

namespace espy::find {

/// The sum of absolute differences between a needle and its window at (x, y), over the colour
/// samples of its opaque pixels, as they are compared (see `Needle`).
std::uint64_t absoluteDistance(const ImageView& scene, const Needle& needle, std::int64_t x,
                               std::int64_t y);

}  // namespace espy::find
