// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "espy/engine/exact.h"

namespace espy::exact {

/// Fills in the same for many matches. Those of a needle that has large parts of one value each
/// take a few looks at sums over the scene; others read every sample.
void fillDistances(const ImageView& scene, std::span<const Needle> needles,
                   std::span<Match> matches, int threads, const Control& control);

}  // namespace espy::exact
