// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "espy/engine/network.h"

namespace espy::cuda {

/// `RunNetwork` and `RateSamples` of the engine `cuda`: by the fastest kernels that the network's
/// shape allows. They take the device for themselves while they run.
void runNetwork(const NetworkTask& task, std::span<float> outputs, const Control& control,
                RunReport& report);
void rateSamples(const NetworkTask& task, std::span<float> evidence, const Control& control,
                 RunReport& report);

/// `TrainNetwork` of the engine `cuda`.
TrainedNetwork trainNetwork(const TrainingTask& task, const Control& control);

/// Those of `cuda-passes`: layer by layer, a thread an output.
void runNetworkPlainly(const NetworkTask& task, std::span<float> outputs, const Control& control,
                       RunReport& report);
void rateSamplesPlainly(const NetworkTask& task, std::span<float> evidence, const Control& control,
                        RunReport& report);

}  // namespace espy::cuda
