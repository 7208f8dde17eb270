// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <optional>
#include <random>

#include "signal/bytes.h"
#include "signal/loops.h"

/// The fast search and its parts, which tests want to have one by one. Their stages are "prepare",
/// "sums" and "minimum"; they use control.threads and look at control.stop.
namespace espy::signal {

/// Bytes where the samples fit, several queries for each load, and sums of floats only where
/// narrowed ones leave a chance. `narrow`: whether to narrow the samples first; where nobody says,
/// whenever that is possible (of whole numbers) or sampling says that it pays (of floats). Says in
/// the report how it went.
template <class Sample>
SignalMatches<Sample> searchFast(const SignalTask<Sample>& task, std::optional<bool> narrow,
                                 const Control& control, RunReport& report);

/// The samples as they are: many places beside each other, several queries for each load.
template <class Sample>
SignalMatches<Sample> searchDirectly(const SignalTask<Sample>& task, const Control& control,
                                     Timeline& timeline);

/// All sums of bytes; blocks of places are given up where part of each sum is already too much.
SignalMatches<std::int32_t> searchInBytes(const ByteTask& task, const Control& control,
                                          Timeline& timeline);

/// By sums of bytes and how far those of floats can be from them, and then the sums of floats where
/// these leave a chance. Nothing where that cannot be, or, unless `always`, would not pay.
std::optional<SignalMatches<float>> searchByBounds(const SignalTask<float>& task, bool always,
                                                   const Control& control, Timeline& timeline);

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

}  // namespace espy::signal
