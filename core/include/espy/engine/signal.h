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
/// Finds where each of several short signals fits best in a long one (SAD search).
///
///     auto found = espy::findSignal<float>(registry, "threads",
///                                          {recording, heartbeat, std::ssize(heartbeat)});
///     std::cout << found.matches[0].start << ", off by " << found.matches[0].distance;
///
/// A signal is a sequence of samples, `std::int32_t` or `float`. The distance of a query and a
/// window is the sum of their absolute differences, added in the order of the query and in the
/// samples' own type, so that every engine returns the same position and the same distance, to the
/// last bit.
namespace espy {

/// Queries and data. The caller owns the samples and must keep them alive.
template <class Sample>  // std::int32_t or float, here and below
struct SignalTask {
  std::span<const Sample> data;
  /// Concatenated queries of the same length. Several at once are faster than one by one.
  std::span<const Sample> queries;
  std::int64_t length = 1;  ///< samples per query; at most those of the data

  std::int64_t count() const { return static_cast<std::int64_t>(queries.size()) / length; }
  /// Number of positions where a query can begin.
  std::int64_t places() const { return static_cast<std::int64_t>(data.size()) - length + 1; }
  std::span<const Sample> query(std::int64_t index) const {
    return queries.subspan(static_cast<std::size_t>(index * length),
                           static_cast<std::size_t>(length));
  }
};

/// The best window of a query; of ties the first.
template <class Sample>
struct SignalMatch {
  std::int64_t start = -1;  ///< first sample in the data, from 0
  Sample distance = 0;      ///< sum of absolute differences; 0: identical

  bool operator==(const SignalMatch&) const = default;
};
template <class Sample>
using SignalMatches = std::vector<SignalMatch<Sample>>;  ///< one per query

/// Capability "signal find", for tasks validated by `findSignal`.
template <class Sample>
struct FindSignal {
  static constexpr const char* kName = "signal find";
  using Function = std::function<SignalMatches<Sample>(const SignalTask<Sample>& task,
                                                       const Control& control, RunReport& report)>;
};

/// Result of a search.
template <class Sample>
struct SignalFinding {
  SignalMatches<Sample> matches;
  RunReport report;
};

/// Finds every query with this engine. Throws `badUse` for an incomplete query, queries longer than
/// the data, samples that are not finite, and samples so different that a distance might overflow;
/// `unsupported` if the engine lacks the capability.
template <class Sample>
SignalFinding<Sample> findSignal(const Registry& registry, std::string_view engine,
                                 const SignalTask<Sample>& task, const Control& control = {});

/// Adds SAD search by the built-in engines.
void addSignal(Registry& registry);

}  // namespace espy
#pragma GCC visibility pop
