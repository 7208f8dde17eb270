// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/choice.h"
#include "espy/engine/identify.h"
#include "identify/screen.h"

namespace espy::identify {

/// Chooses an engine by estimated cost and by whether a GPU already holds the shelf.
Choice chooseRankEngine(const Registry& registry, const RankTask& task, const Control& control);
/// The same for `MatchOrb`, without GPUs.
Choice chooseOrbEngine(const Features& query, const Features& reference, const Control& control);

}  // namespace espy::identify
