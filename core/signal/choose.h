// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/choice.h"
#include "espy/engine/motif.h"

namespace espy::signal {

/// Why no GPU engine can do this task; empty if one can.
Message gpuRefusal(const MotifTask& task);
/// Chooses an engine for a resolved task by estimated cost.
Choice chooseMotifEngine(const Registry& registry, const MotifTask& task, const Control& control);
/// The same for profiles, which only CPU engines compute.
Choice chooseProfileEngine(const MotifTask& task, const Control& control);

}  // namespace espy::signal
