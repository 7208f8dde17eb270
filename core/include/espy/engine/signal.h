// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "espy/control.h"
#include "espy/engine/registry.h"
#include "espy/timeline.h"

#pragma GCC visibility push(default)
/// Where in a long signal does each of these pieces fit best?
///
///     std::vector<float> recording = ..., heartbeat = ...;
///     auto found = espy::findSignal<float>(registry, "threads",
///                                          {recording, heartbeat, std::ssize(heartbeat)});
///     std::cout << found.matches[0].start << ", off by " << found.matches[0].distance;
///
/// A signal is a row of samples, whole numbers (`std::int32_t`) or `float`. A query and as many
/// samples of the data are as far apart as the sum of their absolute differences. Sums are added up
/// in the order of the query and in the samples' own type, so that every engine gives the same
/// place and the same distance, to the last bit.
namespace espy {

/// What is looked for, and in what. The samples are the caller's and must stay while they are
/// searched.
template <class Sample>  // std::int32_t or float, here and below
struct SignalTask {
  std::span<const Sample> data;
  /// One query after the other, all of the same length. Several at once take less time than one by
  /// one.
  std::span<const Sample> queries;
  std::int64_t length = 1;  ///< samples of a query; at most those of the data

  std::int64_t count() const { return static_cast<std::int64_t>(queries.size()) / length; }
  /// Where a query can begin.
  std::int64_t places() const { return static_cast<std::int64_t>(data.size()) - length + 1; }
  std::span<const Sample> query(std::int64_t index) const {
    return queries.subspan(static_cast<std::size_t>(index * length),
                           static_cast<std::size_t>(length));
  }
};

/// Where a query fits best; of several such places the first.
template <class Sample>
struct SignalMatch {
  std::int64_t start = -1;  ///< the first of the samples of the data, counted from 0
  Sample distance = 0;      ///< the sum of the absolute differences; 0 is identical

  bool operator==(const SignalMatch&) const = default;
};
template <class Sample>
using SignalMatches = std::vector<SignalMatch<Sample>>;  ///< one for each query

/// The capability "signal find", of tasks that `findSignal` has looked at.
template <class Sample>
struct FindSignal {
  static constexpr const char* kName = "signal find";
  using Function = std::function<SignalMatches<Sample>(const SignalTask<Sample>& task,
                                                       const Control& control, RunReport& report)>;
};

/// Where queries fit best, and how that was found.
template <class Sample>
struct SignalFinding {
  SignalMatches<Sample> matches;
  RunReport report;
};

/// Finds every query, by the engine of this name. Throws `badUse` where there is no whole query,
/// for queries that are longer than the data, for samples that are no finite numbers, and for
/// samples so far apart that a distance might not fit into their type; `unsupported` for an engine
/// that cannot do it.
template <class Sample>
SignalFinding<Sample> findSignal(const Registry& registry, std::string_view engine,
                                 const SignalTask<Sample>& task, const Control& control = {});

/// Adds this room's functions for the built-in engines.
void addSignal(Registry& registry);

}  // namespace espy
#pragma GCC visibility pop
