// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cuda/base/gpu.h"
#include "cuda/signal/motif_limit.h"
#include "cuda/signal/motif_part.h"
#include "espy/engine/motif.h"
#include "signal/motif_fast.h"

namespace espy::cuda::motif {

/// Counts for the report.
struct SearchTally {
  std::int64_t windows = 0;
  std::int64_t warped = 0;   ///< windows through DTW
  std::int64_t settled = 0;  ///< positions settled on the CPU, with several channels
};

/// Adds to `candidates` the windows of the part that may be matches. One channel, without lag.
void searchPart(const ChannelTask& of, const ChannelPart& part, const Gpu& gpu, StageClock& clock,
                const Control& control, CandidateWindows& candidates, SearchTally& tally);

/// The whole search, with `atOnce` samples of each channel on the GPU at a time, for one channel
/// without lag or for any task. Data in `onGpu` are not uploaded again.
std::vector<MotifMatch> findInOneChannel(const MotifTask& task, std::int64_t samplesAtOnce,
                                         const Control& control, RunReport& report,
                                         PartsOnGpu& onGpu);
std::vector<MotifMatch> findInChannels(const MotifTask& task, std::int64_t samplesAtOnce,
                                       const Control& control, RunReport& report,
                                       PartsOnGpu& onGpu);

/// Searches several channels, or one with lag: the GPU computes lower bounds of all positions, the
/// CPU settles those that may be matches. `parts` are the same `count` samples of all data
/// channels; candidates are added to `best`.
void searchChannelsPart(const MotifTask& task, std::span<const signal::RowLevel> levels,
                        const ChannelParts& parts, const Gpu& gpu, StageClock& clock,
                        const Control& control, signal::BestSoFar& best, SearchTally& tally);

}  // namespace espy::cuda::motif
