// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cuda/base/gpu.h"
#include "cuda/base/memory.h"
#include "espy/engine/signal.h"

/// A search on the device, in steps.
namespace espy::cuda {

/// A task whose data and queries are on the device.
template <class Sample>
struct SignalOnCard {
  DeviceBuffer<Sample> data;
  DeviceBuffer<Sample> queries;
  std::int64_t length = 1;

  /// Room for a task; `sendSamples` fills it.
  explicit SignalOnCard(const SignalTask<Sample>& task)
      : data(task.data.size()), queries(task.queries.size()), length(task.length) {}

  std::int64_t samples() const { return static_cast<std::int64_t>(data.size()); }
  std::int64_t count() const { return static_cast<std::int64_t>(queries.size()) / length; }
  std::int64_t places() const { return samples() - length + 1; }
};

/// Throws `unsupported` for more samples than the device's places have numbers.
void checkSampleCount(std::int64_t samples);

/// Long signals travel as pictures do, in pieces that several threads carry.
template <class Sample>
void sendSamples(std::span<const Sample> samples, Sample* to, const Stream& stream,
                 const Control& control);

/// For each query the least distance so far and its place (key.h), none at first.
DeviceBuffer<std::uint64_t> makeKeys(std::int64_t count, const Stream& stream);
/// Fetches them, the last stage of a search.
template <class Sample>
SignalMatches<Sample> takeMatches(const DeviceBuffer<std::uint64_t>& keys, const Stream& stream,
                                  StageClock& clock);

/// Lowers `keys`, one for each query, to the least distances. Begins the stages "prepare" and
/// "sums".
template <class Sample>
void searchBest(const SignalOnCard<Sample>& task, std::uint64_t* keys, const Gpu& gpu,
                StageClock& clock, const Control& control);
template <>
void searchBest(const SignalOnCard<float>& task, std::uint64_t* keys, const Gpu& gpu,
                StageClock& clock, const Control& control);
template <>
void searchBest(const SignalOnCard<std::int32_t>& task, std::uint64_t* keys, const Gpu& gpu,
                StageClock& clock, const Control& control);

}  // namespace espy::cuda
