// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "espy/engine/identify.h"

namespace espy::cuda {

/// `RankReferences` of the engine `cuda`. Takes the device for itself while it runs.
std::vector<Ranking> rankOnCard(const RankTask& task, const Control& control, RunReport& report);

}  // namespace espy::cuda
