// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/choice.h"
#include "espy/engine/identify.h"
#include "identify/screen.h"

namespace espy::identify {

/// Chooses by an estimate of the work, and by whether a card has the shelf already.
Choice chooseEngine(const Registry& registry, const RankTask& task, const Control& control);

}  // namespace espy::identify
