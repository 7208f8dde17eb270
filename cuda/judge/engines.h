// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "espy/engine/network.h"

namespace espy::cuda {

/// `RunNetwork` and `RateSamples` of the engine `cuda`, by the fastest kernels for the network's
/// shape. They use the device exclusively.
void runNetwork(const NetworkTask& task, std::span<float> outputs, const Control& control,
                RunReport& report);
void rateSamples(const NetworkTask& task, std::span<float> evidence, const Control& control,
                 RunReport& report);

/// `TrainNetwork` of the engine `cuda`.
TrainedNetwork trainNetwork(const TrainingTask& task, const Control& control);

/// Those of `cuda-passes`: layer by layer, one thread per output.
void runNetworkPlainly(const NetworkTask& task, std::span<float> outputs, const Control& control,
                       RunReport& report);
void rateSamplesPlainly(const NetworkTask& task, std::span<float> evidence, const Control& control,
                        RunReport& report);

}  // namespace espy::cuda
