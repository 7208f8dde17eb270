// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdlib>

#include "base/parallel.h"
#include "espy/engine/signal.h"

/// Shared by the parts of the SAD search.
namespace espy::signal {

/// The sum of absolute differences, added in order.
template <class Sample>
inline Sample distanceAt(const Sample* data, const Sample* query, std::int64_t length) {
  Sample distance = 0;
  for (std::int64_t i = 0; i < length; ++i) distance += std::abs(data[i] - query[i]);
  return distance;
}

/// Whether `a` ranks before `b`: by distance, then by start.
template <class Sample>
inline bool isBetter(const SignalMatch<Sample>& a, const SignalMatch<Sample>& b) {
  if (a.start < 0 || b.start < 0) return a.start >= 0;
  return a.distance < b.distance || (a.distance == b.distance && a.start < b.start);
}

template <class Sample>
void keepBetter(SignalMatches<Sample>& best, const SignalMatches<Sample>& others) {
  for (std::size_t q = 0; q < best.size(); ++q) {
    if (isBetter(others[q], best[q])) best[q] = others[q];
  }
}

/// Progress is reported by the caller only.
inline Control withoutProgress(Control control) {
  control.progress = {};
  return control;
}

/// Samples per task where each is read once.
inline constexpr std::int64_t kChunk = 1 << 14;
inline std::int64_t chunksOf(std::int64_t size) {
  return (size + kChunk - 1) / kChunk;
}
/// Calls `work(from, count)` for chunks of `size`.
template <class Work>
void inChunks(std::int64_t size, const Control& control, const Work& work) {
  const auto body = [&](std::int64_t chunk, int) {
    work(chunk * kChunk, std::min(kChunk, size - chunk * kChunk));
  };
  parallelFor(chunksOf(size), threadsFor(control), withoutProgress(control), body);
}

}  // namespace espy::signal
