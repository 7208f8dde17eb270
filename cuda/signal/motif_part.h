// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "cuda/base/memory.h"
#include "cuda/signal/motif_kernels.h"
#include "cuda/signal/motif_samples.h"
#include "espy/engine/motif.h"
#include "signal/rows.h"

namespace espy::cuda::motif {

/// A channel of the data on the card, or a part of it.
struct ChannelPart {
  DeviceBuffer<float> samples;
  std::int64_t from = 0;  ///< in the channel
  std::int64_t count = 0;
  SampleScale scale;
  DeviceBuffer<std::uint8_t> merged;  ///< see `LevelRule`

  /// For the windows that begin at the part's sample `at`, a multiple of `kMergedPiece`, and after
  /// it. `queryRms` is that of any query they meet, or more.
  LevelRule rule(const MotifTask& task, std::int64_t at, double queryRms) const;
};

/// The same samples of each channel of the data.
using ChannelParts = std::vector<std::shared_ptr<const ChannelPart>>;

/// How the samples of a channel of the data are brought to the card; `level` is the channel's, if
/// it counts.
SampleScale scaleFor(const MotifTask& task, std::int64_t channel, const signal::RowLevel& level);
ChannelPart sendPart(const Samples& samples, std::int64_t from, std::int64_t count,
                     const SampleScale& scale, const Stream& stream, const Control& control);

/// Channels of the data that lie on the card as a whole, from one query to the next.
class PartsOnCard {
 public:
  /// A part of a channel; what lies there already is not sent again, and what is whole is kept.
  std::shared_ptr<const ChannelPart> part(const MotifTask& task, std::int64_t channel,
                                          std::int64_t from, std::int64_t count,
                                          const SampleScale& scale, const Stream& stream,
                                          const Control& control);

  /// Samples of which the card can hold the floats beside what searching needs, with those that it
  /// holds already.
  std::int64_t samplesThatFit() const;

 private:
  ChannelParts whole_;  ///< of each channel, or nothing
};

}  // namespace espy::cuda::motif
