// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cuda/base/gpu.h"
#include "cuda/signal/motif_limit.h"
#include "cuda/signal/motif_part.h"
#include "espy/engine/motif.h"

namespace espy::cuda::motif {

/// What the search came across, for its report.
struct SearchTally {
  std::int64_t windows = 0;
  std::int64_t warped = 0;   ///< paths were looked for
  std::int64_t settled = 0;  ///< places of several channels that were left to the processor
};

/// Lists in `suspects` the windows of the part that may be matches. Of one channel of query and
/// data, without lag.
void searchPart(const ChannelTask& of, const ChannelPart& part, const Gpu& gpu, StageClock& clock,
                const Control& control, Suspects& suspects, SearchTally& tally);

/// The whole search, with so many samples of each channel on the card at a time: of one channel
/// that lies still, or of any. What of the data is `onCard` is not sent.
std::vector<MotifMatch> findInOneChannel(const MotifTask& task, std::int64_t samplesAtOnce,
                                         const Control& control, RunReport& report,
                                         PartsOnCard& onCard);
std::vector<MotifMatch> findInChannels(const MotifTask& task, std::int64_t samplesAtOnce,
                                       const Control& control, RunReport& report,
                                       PartsOnCard& onCard);

}  // namespace espy::cuda::motif
