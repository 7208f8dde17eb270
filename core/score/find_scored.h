// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "espy/engine/score.h"

namespace espy::score {

/// `find` with a scoring method, without poses, judge and sub-pixel positions: runs an engine and
/// selects.
Finding findScored(const Registry& registry, const Scene& scene, std::span<const Needle> needles,
                   const FindOptions& options);

}  // namespace espy::score
