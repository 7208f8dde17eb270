// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cuda/base/gpu.h"
#include "cuda/base/memory.h"
#include "espy/engine/signal.h"

/// The steps of a search on the device.
namespace espy::cuda {

/// A task whose data and queries are on the device.
template <class Sample>
struct SignalOnGpu {
  DeviceBuffer<Sample> data;
  DeviceBuffer<Sample> queries;
  std::int64_t length = 1;

  /// Allocates; `sendSamples` uploads.
  explicit SignalOnGpu(const SignalTask<Sample>& task)
      : data(task.data.size()), queries(task.queries.size()), length(task.length) {}

  std::int64_t samples() const { return static_cast<std::int64_t>(data.size()); }
  std::int64_t count() const { return static_cast<std::int64_t>(queries.size()) / length; }
  std::int64_t places() const { return samples() - length + 1; }
};

/// Throws `unsupported` beyond the range of device indexes.
void checkSampleCount(std::int64_t samples);

/// Uploads long signals in pieces, by several threads.
template <class Sample>
void sendSamples(std::span<const Sample> samples, Sample* to, const Stream& stream,
                 const Control& control);

/// Per query the least key (key.h), initially none.
DeviceBuffer<std::uint64_t> makeKeys(std::int64_t count, const Stream& stream);
/// Downloads them; the last stage of a search.
template <class Sample>
SignalMatches<Sample> takeMatches(const DeviceBuffer<std::uint64_t>& keys, const Stream& stream,
                                  StageClock& clock);

/// Lowers `keys`, one per query. Stages "prepare" and "sums".
template <class Sample>
void searchBest(const SignalOnGpu<Sample>& task, std::uint64_t* keys, const Gpu& gpu,
                StageClock& clock, const Control& control);
template <>
void searchBest(const SignalOnGpu<float>& task, std::uint64_t* keys, const Gpu& gpu,
                StageClock& clock, const Control& control);
template <>
void searchBest(const SignalOnGpu<std::int32_t>& task, std::uint64_t* keys, const Gpu& gpu,
                StageClock& clock, const Control& control);

}  // namespace espy::cuda
