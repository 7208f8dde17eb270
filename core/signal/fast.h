// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <optional>
#include <random>

#include "signal/bytes.h"
#include "signal/loops.h"

/// The fast SAD search and its parts, which tests call one by one. Stages: "prepare", "sums",
/// "minimum". All honour control.threads and control.stop.
namespace espy::signal {

/// In bytes where the samples fit; floats are settled only where byte bounds do not prune.
/// `narrow`: whether to quantise; by default always for integers, and for floats where sampling
/// says that it pays. Sets the report's strategy.
template <class Sample>
SignalMatches<Sample> searchFast(const SignalTask<Sample>& task, std::optional<bool> narrow,
                                 const Control& control, RunReport& report);

/// Without quantisation: many positions and several queries at a time.
template <class Sample>
SignalMatches<Sample> searchDirectly(const SignalTask<Sample>& task, const Control& control,
                                     Timeline& timeline);

/// Sums of bytes; tiles are abandoned where partial sums already exceed the best.
SignalMatches<std::int32_t> searchInBytes(const ByteTask& task, const Control& control,
                                          Timeline& timeline);

/// Byte sums with their quantisation error as lower bounds, then float sums of what is left.
/// Nothing if the task cannot be quantised or, unless `always`, would not be faster.
std::optional<SignalMatches<float>> searchByBounds(const SignalTask<float>& task, bool always,
                                                   const Control& control, Timeline& timeline);

/// Calls `work(tile, thread)` for all queries at all positions, several tiles in a row for the same
/// queries.
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

/// Calls `work(tile)` for a fixed pseudo-random sample of tiles, and all queries.
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

}  // namespace espy::signal
