// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lab/motif_pairs.h"

/// The dissertation's GPU search (7.4.3): a capability of the engine `cuda`.
namespace espy::lab {

/// The query at one window length.
struct PairShapes {
  std::int64_t length = 0;
  double scale = 1;  ///< query length over window length
  Rows rows;         ///< by query channel, z-normalised
};

struct PairsRequest {
  const Rows& data;
  std::span<const std::pair<std::int64_t, std::int64_t>> pairs;  ///< query and data channel
  std::span<const PairShapes> shapes;                            ///< shortest first; at least one
  std::int64_t cell = 1;  ///< starts of which the best counts
};

/// A thread for each window, the query's channel in shared memory, the whole table. In double, with
/// every operation rounded as on the processor: bit-equal to `searchPairsPlainly`. Fills `cells`,
/// by pair. Stages, timed on the GPU: "upload", "search", "download". Throws `unsupported` for
/// windows beyond `kMostPairWindow`.
struct SearchPairsOnGpu {
  using Function = std::function<void(const PairsRequest& request, std::span<CellBest> cells,
                                      const Control& control, Timeline& timeline)>;
  static constexpr const char* kName = "motif pairs";
};

/// The search by this function.
PairSearch pairSearchOnGpu(SearchPairsOnGpu::Function search);

/// Longest window: 48 KB of doubles.
inline constexpr std::int64_t kMostPairWindow = 6144;

}  // namespace espy::lab
