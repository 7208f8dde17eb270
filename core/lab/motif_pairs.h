// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "espy/control.h"
#include "espy/timeline.h"
#include "lab/motif_data.h"

/// Phase 1 of the dissertation's motif search (7.4.1): each channel of the query is searched by
/// itself in the channels of the data near it.
namespace espy::lab {

/// A window of data channel `data` that is similar to query channel `query`.
struct PairMatch {
  std::int64_t query = 0;
  std::int64_t data = 0;
  std::int64_t start = 0;
  double distance = 0;

  bool operator==(const PairMatch&) const = default;
};

struct PairTask {
  const Rows& query;
  const Rows& data;
  std::int64_t reach = 1;  ///< nr: query channel i is compared with data channel j if |i - j| < nr
  std::int64_t best = 1;   ///< p: most windows kept for each pair of channels
  std::vector<std::int64_t> lengths = {};  ///< of the windows; the query is resampled to each
  /// Query channels that are searched; empty: all.
  std::vector<std::int64_t> channels = {};

  std::int64_t length() const { return std::ssize(query.front()); }
  std::int64_t samples() const { return std::ssize(data.front()); }
  /// Starts of the shortest windows.
  std::int64_t places() const;
  /// Of each half of a query length of starts only the best window is kept: its neighbours are
  /// nearly as similar.
  std::int64_t cell() const { return std::max<std::int64_t>(1, length() / 2); }
  std::int64_t cells() const { return (places() + cell() - 1) / cell(); }
  /// Pairs of channels, by query channel, then data channel.
  std::vector<std::pair<std::int64_t, std::int64_t>> pairs() const;
  /// Cells of the DTW tables of all pairs at all windows.
  double tableCells() const;
};

/// Window lengths from (1 - percent) to (1 + percent) of the query, `kScaleStep` apart, that are
/// not within `searched` percent.
std::vector<std::int64_t> scaledLengths(std::int64_t length, std::int64_t percent,
                                        std::int64_t searched = -1);
inline constexpr std::int64_t kScaleStep = 5;  ///< per cent of the query

/// The best window of each half query length: a start, and the least sum of its lengths, scaled by
/// query length over window length.
struct CellBest {
  double cost = 0;
  std::int64_t start = -1;
};
/// The `task.best` least of a pair's cells, by distance, then start; distances are roots of costs.
std::vector<PairMatch> bestOfCells(const PairTask& task, std::int64_t query, std::int64_t data,
                                   std::span<const CellBest> cells);

/// Returns matches by pair; of a pair by distance, then start. Distances: the root of the squared
/// cost of the best path without a band, of z-normalised windows, times query length over window
/// length.
using PairSearch = std::function<std::vector<PairMatch>(
    const PairTask& task, const Control& control, Timeline& timeline)>;

/// Computes every table completely (the definition).
std::vector<PairMatch> searchPairsPlainly(const PairTask& task, const Control& control,
                                          Timeline& timeline);
/// Prunes by the bound of the first and the last samples (LB_Kim), and abandons a table that
/// exceeds its cell's best window or the pair's `best` windows so far. The same matches.
std::vector<PairMatch> searchPairsWithBounds(const PairTask& task, const Control& control,
                                             Timeline& timeline);
/// Every table completely, a vector lane for each window as on the GPU a thread. The same matches.
std::vector<PairMatch> searchPairsInLanes(const PairTask& task, const Control& control,
                                          Timeline& timeline);

}  // namespace espy::lab
