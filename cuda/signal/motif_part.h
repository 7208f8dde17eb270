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

/// A channel of the data on the GPU, or a part of it.
struct ChannelPart {
  DeviceBuffer<float> samples;
  std::int64_t from = 0;  ///< in the channel
  std::int64_t count = 0;
  SampleScale scale;
  DeviceBuffer<std::uint8_t> merged;  ///< see `LevelRule`

  /// For the windows from the part's sample `at` on, a multiple of `kMergedPiece`. `queryRms` is at
  /// least that of any query.
  LevelRule rule(const MotifTask& task, std::int64_t at, double queryRms) const;
};

/// The same samples of each data channel.
using ChannelParts = std::vector<std::shared_ptr<const ChannelPart>>;

/// The scale for uploading a data channel; `level` is the channel's, if needed.
SampleScale scaleFor(const MotifTask& task, std::int64_t channel, const signal::RowLevel& level);
ChannelPart sendPart(const Samples& samples, std::int64_t from, std::int64_t count,
                     const SampleScale& scale, const Stream& stream, const Control& control);

/// Whole data channels cached on the GPU between queries.
class PartsOnGpu {
 public:
  /// A part of a channel; cached ones are not uploaded again, whole ones are cached.
  std::shared_ptr<const ChannelPart> part(const MotifTask& task, std::int64_t channel,
                                          std::int64_t from, std::int64_t count,
                                          const SampleScale& scale, const Stream& stream,
                                          const Control& control);

  /// The number of samples that fit into device memory, cached ones included.
  std::int64_t samplesThatFit() const;

 private:
  ChannelParts whole_;  ///< per channel, or nothing
};

}  // namespace espy::cuda::motif
