// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "espy/engine/network.h"

/// The definition of inference and training, sample by sample; never optimised.
namespace espy::judge {

void runByReference(const NetworkTask& task, std::span<float> outputs, const Control& control,
                    RunReport& report);
void rateByReference(const NetworkTask& task, std::span<float> evidence, const Control& control,
                     RunReport& report);
TrainedNetwork trainByReference(const TrainingTask& task, const Control& control);

}  // namespace espy::judge
