// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cuda/signal/signal_on_gpu.h"
#include "lab/signal_gpu.h"

namespace espy::cuda {

/// Lowers `keys` (cuda/signal/key.h), one per query, to the least sums. Begins the stages "sums"
/// and "minimum".
template <class Value>
void searchLikePaper(const SignalOnGpu<Value>& task, lab::GpuStrategy strategy,
                     lab::GpuMinimum minimum, int block, std::uint64_t* keys, const Gpu& gpu,
                     StageClock& clock, const Control& control);

}  // namespace espy::cuda
