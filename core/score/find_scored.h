// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "espy/engine/score.h"

namespace espy::score {

/// `find` with a method that scores, without poses, judge and positions between pixels: runs an
/// engine and selects.
Finding findScored(const Registry& registry, const Scene& scene, std::span<const Needle> needles,
                   const FindOptions& options);

}  // namespace espy::score
