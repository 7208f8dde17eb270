// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "espy/engine/network.h"

/// What a network computes and how it learns: sample by sample, number by number. Never optimised.
namespace espy::judge {

void runByReference(const NetworkTask& task, std::span<float> outputs, const Control& control,
                    RunReport& report);
void rateByReference(const NetworkTask& task, std::span<float> evidence, const Control& control,
                     RunReport& report);
TrainedNetwork trainByReference(const TrainingTask& task, const Control& control);

}  // namespace espy::judge
