// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "espy/engine/identify.h"

namespace espy::cuda {

/// `RankReferences` of the engine `cuda`. Uses the device exclusively.
std::vector<Ranking> rankOnGpu(const RankTask& task, const Control& control, RunReport& report);

}  // namespace espy::cuda
