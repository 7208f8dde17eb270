// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "espy/engine/find.h"

/// The functions that the engines `cuda` and `cuda-passes` register (espy/find.h).
namespace espy::cuda {

Image flagMatches(Size scene, std::span<const Match> matches, int lastPass, const Control& control,
                  Timeline& timeline);

Image flagByPasses(Size scene, std::span<const Match> matches, int lastPass, const Control& control,
                   Timeline& timeline);

}  // namespace espy::cuda
