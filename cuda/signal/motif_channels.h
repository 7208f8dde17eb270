// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cuda/base/gpu.h"
#include "cuda/signal/motif_part.h"
#include "cuda/signal/motif_search.h"
#include "signal/motif_fast.h"

namespace espy::cuda::motif {

/// Searches channels together, or one that may lag: the card tells of all places how far off they
/// are at least, the processor settles those that may be matches. `parts` are the same samples of
/// all channels of the data, with `count` of theirs; each thing in the answer goes to `best`.
void searchChannelsPart(const MotifTask& task, std::span<const signal::RowLevel> levels,
                        const ChannelParts& parts, const Gpu& gpu, StageClock& clock,
                        const Control& control, signal::BestSoFar& best, SearchTally& tally);

}  // namespace espy::cuda::motif
