// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cuda/base/gpu.h"
#include "cuda/base/memory.h"
#include "cuda/lab/signal_pace.h"
#include "lab/signal_card.h"

namespace espy::cuda {

/// A task whose data and queries are on the device.
template <class Value>
struct SignalOnCard {
  DeviceBuffer<Value> data;
  DeviceBuffer<Value> queries;
  std::int64_t length = 1;

  std::int64_t samples() const { return static_cast<std::int64_t>(data.size()); }
  std::int64_t count() const { return static_cast<std::int64_t>(queries.size()) / length; }
  std::int64_t places() const { return samples() - length + 1; }
};

/// Both lower `keys` (signal_key.h), one for each query, to the least sums, and begin the stages
/// that they have.
template <class Value>
void searchLikePaper(const SignalOnCard<Value>& task, lab::CardStrategy strategy,
                     lab::CardMinimum minimum, int block, std::uint64_t* keys, const Gpu& gpu,
                     StageClock& clock, const Control& control);

template <class Value>
void searchBest(const SignalOnCard<Value>& task, std::uint64_t* keys, const Gpu& gpu,
                StageClock& clock, const Control& control);
template <>
void searchBest(const SignalOnCard<float>& task, std::uint64_t* keys, const Gpu& gpu,
                StageClock& clock, const Control& control);
template <>
void searchBest(const SignalOnCard<std::int32_t>& task, std::uint64_t* keys, const Gpu& gpu,
                StageClock& clock, const Control& control);

}  // namespace espy::cuda
