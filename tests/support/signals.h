// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <ostream>
#include <stop_token>
#include <thread>
#include <type_traits>
#include <vector>

#include "espy/engine/signal.h"
#include "espy/error.h"
#include "support/random_pictures.h"

/// Random signals and queries that are adversarial for some strategy.
namespace espy {

template <class Value>
std::ostream& operator<<(std::ostream& out, const SignalMatch<Value>& match) {
  return out << match.start << ": " << match.distance;
}

}  // namespace espy

namespace espy::test {

/// A task that owns its samples.
template <class Value>
struct OwnedTask {
  std::vector<Value> data;
  std::vector<Value> queries;
  std::int64_t length = 1;
  SignalTask<Value> view() const { return {data, queries, length}; }
};

inline Control onThreads(int threads) {
  Control control;
  control.threads = threads;
  return control;
}

/// A task in whose data every seventh position is a minimum, and its matches: of equal positions,
/// the first.
template <class Value>
OwnedTask<Value> tiedTask() {
  OwnedTask<Value> task;
  for (int i = 0; i < 5000; ++i) {
    task.data.push_back(static_cast<Value>(i % 7) / static_cast<Value>(8));
    if constexpr (std::is_integral_v<Value>) task.data.back() = i % 7;
  }
  task.length = 300;
  for (const int from : {3, 4993 - 300}) {
    task.queries.insert(task.queries.end(), task.data.begin() + from,
                        task.data.begin() + from + task.length);
  }
  return task;
}
template <class Value>
SignalMatches<Value> tiedMatches() {
  return {{3, 0}, {(4993 - 300) % 7, 0}};
}

/// Expects that `search`, which would take longer, stops when it is asked to, at once and later.
template <class Search>
void expectStops(const Search& search, const char* what) {
  for (const int threads : {1, 3}) {
    for (const bool before : {true, false}) {
      std::stop_source stop;
      Control control = onThreads(threads);
      control.stop = stop.get_token();
      if (before) stop.request_stop();
      std::jthread later([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(30));
        stop.request_stop();
      });
      try {
        search(control);
        ADD_FAILURE() << what << " did not stop";
      } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::cancelled) << what;
      }
    }
  }
}

enum class Signal { noise, extremes, flat, periodic, walk };
inline constexpr Signal kSignals[] = {Signal::noise, Signal::extremes, Signal::flat,
                                      Signal::periodic, Signal::walk};

inline void oneOf(Random& random, std::int32_t& value) {
  value = static_cast<std::int32_t>(random.below(256));
}
inline void oneOf(Random& random, float& value) {
  value = static_cast<float>(random.below(1 << 24)) / (1 << 24);
}
inline void greatest(std::int32_t& value) {
  value = 255;
}
inline void greatest(float& value) {
  value = 0x0.ffffffp0F;
}

template <class Value>
std::vector<Value> drawSignal(Random& random, Signal signal, std::int64_t count) {
  std::vector<Value> values(static_cast<std::size_t>(count));
  const std::int64_t period = 1 + random.below(7);
  Value one;
  Value most;
  oneOf(random, one);
  greatest(most);
  for (std::size_t i = 0; i < values.size(); ++i) {
    Value any;
    oneOf(random, any);
    const auto before = static_cast<std::int64_t>(i) - period;
    switch (signal) {
      case Signal::noise:
        values[i] = any;
        break;
      case Signal::extremes:
        values[i] = random.oneIn(2) ? most : Value{0};
        break;
      case Signal::flat:
        values[i] = one;
        break;
      case Signal::periodic:
        values[i] = before < 0 ? any : values[before];
        break;
      case Signal::walk:
        values[i] = i == 0 ? any : static_cast<Value>((values[i - 1] * 15 + any) / 16);
        break;
    }
  }
  return values;
}

/// Random queries; some are cut from the data, some repeat the previous one.
template <class Value>
OwnedTask<Value> drawTask(Random& random, Signal signal, std::int64_t size, std::int64_t count,
                          std::int64_t length) {
  OwnedTask<Value> task{drawSignal<Value>(random, signal, size), {}, length};
  for (std::int64_t q = 0; q < count; ++q) {
    std::vector<Value> query = drawSignal<Value>(random, kSignals[random.below(5)], length);
    if (random.oneIn(3)) {
      const auto from = task.data.begin() + random.below(size - length + 1);
      std::copy(from, from + length, query.begin());
    } else if (q > 0 && random.oneIn(4)) {
      std::copy(task.queries.end() - length, task.queries.end(), query.begin());
    }
    task.queries.insert(task.queries.end(), query.begin(), query.end());
  }
  return task;
}

}  // namespace espy::test
