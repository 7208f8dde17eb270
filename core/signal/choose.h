// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/choice.h"
#include "espy/engine/motif.h"

namespace espy::signal {

/// Why no card does this task; empty if one may.
Message whyNoCard(const MotifTask& task);
/// Chooses for a settled task by an estimate of the work.
Choice chooseEngine(const Registry& registry, const MotifTask& task, const Control& control);
/// The same for the distances of all places, which processors alone work out.
Choice chooseProfileEngine(const MotifTask& task, const Control& control);

}  // namespace espy::signal
