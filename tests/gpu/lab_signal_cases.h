// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "cuda/lab/engines.h"
#include "lab/signal_gpu.h"
#include "support/random_pictures.h"

/// Signals for the tests of the lab's signal-sad, and a plain search for the expected result.
namespace espy::test {

using lab::GpuMinimum;
using lab::GpuRequest;
using lab::GpuStrategy;

constexpr GpuStrategy kStrategies[] = {GpuStrategy::naive,    GpuStrategy::privateSum,
                                       GpuStrategy::tiling,   GpuStrategy::tilingGather,
                                       GpuStrategy::constant, GpuStrategy::constantGather,
                                       GpuStrategy::best};

constexpr bool usesConstantMemory(GpuStrategy strategy) {
  return strategy == GpuStrategy::constant || strategy == GpuStrategy::constantGather;
}
/// Whether floats are added in an order that differs from run to run.
constexpr bool addsAtomically(GpuStrategy strategy) {
  return strategy == GpuStrategy::tiling || strategy == GpuStrategy::tilingGather ||
         strategy == GpuStrategy::constant;
}
constexpr int kBlocks[] = {32, 128, 256, 1024};

/// Kinds of signals; each is hard for some strategy.
enum class SignalKind { paper, extreme, twoValues, even, large };

inline void fill(std::vector<std::int32_t>& values, SignalKind kind, Random& random) {
  for (std::int32_t& value : values) {
    switch (kind) {
      case SignalKind::paper:
        value = static_cast<std::int32_t>(random.below(100));
        break;
      case SignalKind::extreme:
        value = random.oneIn(2) ? 255 : 0;
        break;
      case SignalKind::twoValues:
        value = random.oneIn(20) ? 1 : 0;
        break;
      case SignalKind::even:
        value = 7;
        break;
      case SignalKind::large:
        value = static_cast<std::int32_t>(random.below(30'000)) - 15'000;
        break;
    }
  }
}

inline void fill(std::vector<float>& values, SignalKind kind, Random& random) {
  std::vector<std::int32_t> wholes(values.size());
  fill(wholes, kind, random);
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = kind == SignalKind::paper ? static_cast<float>(random.below(1 << 24)) * 0x1p-24F
                                          : static_cast<float>(wholes[i]) / 256;
  }
}

template <class Value>
struct Signal {
  std::vector<Value> data;
  std::vector<Value> queries;
  std::int64_t length;

  SignalTask<Value> task() const { return {data, queries, length}; }
};

template <class Value>
Signal<Value> makeSignal(std::int64_t samples, std::int64_t length, std::int64_t count,
                         SignalKind kind, Random& random, bool planted) {
  Signal<Value> signal{std::vector<Value>(static_cast<std::size_t>(samples)),
                       std::vector<Value>(static_cast<std::size_t>(count * length)), length};
  fill(signal.data, kind, random);
  fill(signal.queries, kind, random);
  if (planted) {
    for (std::int64_t q = 0; q < count; ++q) {
      std::copy_n(signal.data.begin() + random.below(samples - length + 1), length,
                  signal.queries.begin() + q * length);
    }
  }
  return signal;
}

template <class Value>
double sumAt(const SignalTask<Value>& task, std::int64_t query, std::int64_t place) {
  double sum = 0;
  for (std::int64_t i = 0; i < task.length; ++i) {
    sum += std::abs(static_cast<double>(task.data[static_cast<std::size_t>(place + i)]) -
                    static_cast<double>(task.query(query)[static_cast<std::size_t>(i)]));
  }
  return sum;
}

/// Without a timeline.
template <class Value>
SignalMatches<Value> searchOnGpu(const GpuRequest<Value>& request, const Control& control = {}) {
  Timeline unheard;
  return cuda::searchOnGpu(request, control, unheard);
}

/// Describes what is wrong with a result; empty if nothing is. Integers must be equal; floats may
/// differ by the order of additions.
template <class Value>
std::string wrongPlaces(const SignalTask<Value>& task, const SignalMatches<Value>& found) {
  if (static_cast<std::int64_t>(found.size()) != task.count()) return "not one for each query";
  for (std::int64_t q = 0; q < task.count(); ++q) {
    const SignalMatch<Value>& place = found[static_cast<std::size_t>(q)];
    if (place.start < 0 || place.start >= task.places()) {
      return fmt::format("query {} at {}, of {} places", q, place.start, task.places());
    }
    double least = sumAt(task, q, 0);
    std::int64_t at = 0;
    for (std::int64_t p = 1; p < task.places(); ++p) {
      const double sum = sumAt(task, q, p);
      if (sum < least) {
        least = sum;
        at = p;
      }
    }
    const double distance = sumAt(task, q, place.start);
    const double slack =
        std::is_same_v<Value, float> ? static_cast<double>(task.length) * 0x1p-23 * distance : 0;
    const bool right = slack > 0 ? distance - least <= slack : place.start == at;
    if (!right || std::abs(distance - static_cast<double>(place.distance)) > slack) {
      return fmt::format("query {} at {} with {} (in truth {}), but {} at {} is the least", q,
                         place.start, place.distance, distance, least, at);
    }
  }
  return "";
}

}  // namespace espy::test
