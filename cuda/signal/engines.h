// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "espy/engine/motif.h"
#include "espy/engine/signal.h"

namespace espy::cuda {

/// `FindSignal` of the engine `cuda`. Uses the device exclusively.
template <class Sample>
SignalMatches<Sample> findSignal(const SignalTask<Sample>& task, const Control& control,
                                 RunReport& report);

/// `FindMotif` of the engine `cuda`.
std::vector<MotifMatch> findMotifOnGpu(const MotifTask& task, const Control& control,
                                       RunReport& report);
/// `FindMotifAgain`: the data stay on the GPU.
std::vector<MotifMatch> findMotifAgainOnGpu(const MotifTask& task, const Control& control,
                                            RunReport& report, std::shared_ptr<void>& kept);

}  // namespace espy::cuda
