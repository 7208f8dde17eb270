// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cuda/base/stream.h"
#include "lab/motif_gpu.h"

/// Kernels of motif-steps.
namespace espy::cuda {

struct PairIds {
  std::int64_t query;
  std::int64_t data;
};

/// Windows of some pairs of channels that begin in a range. Scratch memory has `starts` numbers for
/// each sample of a window and each pair: neighbouring threads use neighbouring numbers.
struct PairWindows {
  const double* data;  ///< by channel
  std::int64_t samples;
  const double* query;  ///< by channel, `length` numbers each
  std::int64_t length;
  double scale;
  const PairIds* pairs;
  std::int64_t pairCount;
  std::int64_t first;  ///< start of the first window
  std::int64_t starts;
  double* windows;  ///< scratch
  double* sums;     ///< scratch
  double* costs;    ///< by pair, `places` numbers each
  std::int64_t places;
  bool fresh;  ///< whether costs are set; otherwise the least is kept
};

/// A thread for each window and pair: `costs` become those of the best path through its table.
void queueWarpWindows(const PairWindows& windows, const Stream& stream);

/// The best of every `cell` costs, of each pair.
struct PairCells {
  const double* costs;
  std::int64_t places;
  std::int64_t cell;
  std::int64_t cells;  ///< of a pair
  std::int64_t pairCount;
  lab::CellBest* best;
};
void queueBestOfCells(const PairCells& cells, const Stream& stream);

}  // namespace espy::cuda
