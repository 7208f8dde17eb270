// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <optional>
#include <random>

#include "base/parallel.h"
#include "lab/signal_bytes.h"
#include "lab/signal_loops.h"

/// The parts of searchBest, which tests want to have one by one.
namespace espy::lab {

struct BestOptions {
  ByteLevel level = bestByteLevel();
  /// Whether to narrow the values first; where nobody says, whenever that is possible (of whole
  /// numbers) or sampling says that it pays (of floats).
  std::optional<bool> narrow;
};
template <class Value>
Places<Value> searchBestAs(const SignalTask<Value>& task, const BestOptions& options,
                           const Control& control);

/// The values as they are: many places beside each other, several queries for each load.
template <class Value>
Places<Value> searchDirectly(const SignalTask<Value>& task, ByteLevel level,
                             const Control& control);

/// All sums of bytes; blocks of places are given up where part of each sum is already too much.
Places<std::int32_t> searchInBytes(const ByteTask& task, const Control& control);

/// By sums of bytes and how far those of floats can be from them, and then the sums of floats where
/// these leave a chance. Nothing where that cannot be, or, unless `always`, would not pay.
std::optional<Places<float>> searchByBounds(const SignalTask<float>& task, ByteLevel level,
                                            bool always, const Control& control);

/// For what each thread has found.
template <class Value>
void keepBetter(Places<Value>& best, const Places<Value>& others) {
  for (std::size_t q = 0; q < best.size(); ++q) {
    if (isBetter(others[q], best[q])) best[q] = others[q];
  }
}

/// Without what only the caller of a whole may do.
inline Control withoutProgress(Control control) {
  control.progress = {};
  return control;
}

/// Samples that a thread takes at a time where each is looked at once.
inline constexpr std::int64_t kChunk = 1 << 14;
inline std::int64_t chunksOf(std::int64_t size) {
  return (size + kChunk - 1) / kChunk;
}
/// Calls `work(from, count)` for all parts of `size`.
template <class Work>
void inChunks(std::int64_t size, const Control& control, const Work& work) {
  const auto body = [&](std::int64_t chunk, int) {
    work(chunk * kChunk, std::min(kChunk, size - chunk * kChunk));
  };
  parallelFor(chunksOf(size), threadsFor(control), withoutProgress(control), body);
}

/// Calls `work(tile, thread)` for all queries at all places, several tiles with the same queries
/// one after the other.
template <class Work>
void forEachTile(const ByteTask& task, const Control& control, const Work& work) {
  constexpr std::int64_t kTogether = 4;
  const std::int64_t groups = task.groups();
  const std::int64_t tiles = task.tiles();
  const std::int64_t parts = (tiles + kTogether - 1) / kTogether;
  const auto body = [&](std::int64_t index, int thread) {
    const std::int64_t group = index % groups;
    const std::int64_t query = task.groupBegin(group);
    const auto queries = static_cast<int>(task.groupBegin(group + 1) - query);
    const std::int64_t begin = index / groups * kTogether;
    for (std::int64_t t = begin; t < std::min(tiles, begin + kTogether); ++t) {
      work(ByteTile{t * ByteTask::kTile, query, queries, 0, task.length}, thread);
    }
  };
  parallelFor(parts * groups, threadsFor(control), withoutProgress(control), body);
}

/// Calls `work(tile)` for some tiles, chosen by chance but always the same, and all queries.
template <class Work>
void forSomeTiles(const ByteTask& task, const Work& work) {
  constexpr int kSome = 4;
  std::minstd_rand random(1);
  for (int i = 0; i < kSome; ++i) {
    const std::int64_t place = static_cast<std::int64_t>(random()) % task.tiles() * ByteTask::kTile;
    for (std::int64_t group = 0; group < task.groups(); ++group) {
      const std::int64_t query = task.groupBegin(group);
      const auto queries = static_cast<int>(task.groupBegin(group + 1) - query);
      work(ByteTile{place, query, queries, 0, task.length});
    }
  }
}

}  // namespace espy::lab
