// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "espy/engine/score.h"

namespace espy::score {

/// Throws an `Error` for a request that makes no sense, before any engine sees it.
void checkScored(Size scene, PixelFormat format, std::span<const Needle> needles,
                 const ScoreOptions& options, const Control& control);

}  // namespace espy::score
