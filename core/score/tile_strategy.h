// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "espy/error.h"
#include "score/batch.h"
#include "score/memory.h"
#include "score/needle.h"

namespace espy::score {

/// The strategies that a search may choose from, besides going through samples: all, except in
/// benchmarks.
struct Strategies {
  bool blocks = true;      ///< sums of blocks first (BlockSearch)
  bool means = true;       ///< block averages first (AverageSearch, AveragePasses)
  bool dense = true;       ///< the distances of all positions (DenseDistances)
  bool transforms = true;  ///< correlated by tiled FFT
  bool directly = true;    ///< correlated sample by sample
};

/// Strategy and tiles of a batch, and the estimated cost.
struct ScorePlan {
  TileStrategy strategy = TileStrategy::bySamples;
  Size tile;
  double nanoseconds = 0;        ///< total of all threads
  TransformTile transform = {};  ///< with `byTransforms`
};

/// The tile for a strategy; 0 x 0 if it cannot search for these needles.
Size tileFor(TileStrategy strategy, Size scene, std::span<const ScoredNeedle* const> needles,
             Method method, int threads = 1);

/// The strategy of least estimated cost; `map`: all scores are wanted; `only`: the positions to
/// search, if not all.
ScorePlan choosePlan(Size scene, std::span<const ScoredNeedle* const> needles, Method method,
                     bool map, int threads = 1, const Strategies& allowed = {},
                     const picture::PositionRanges* only = nullptr);

/// Do block averages, shared by `needles` needles, pay where the search of all positions costs
/// `nanoseconds` per pixel of the scene and needle?
bool averagesPay(double nanoseconds, std::size_t needles);

/// What the memory of FFTs for these needles depends on.
TransformForm transformForm(std::span<const ScoredNeedle* const> needles);
/// Do sums of squares over their windows of 8-bit samples fit into 32 bits?
bool sumsFitInto32(std::span<const ScoredNeedle* const> needles);
/// `averagesPay` for one needle searched by `AveragePasses`, which costs less.
bool distancesPay(double nanoseconds);

/// For example "correlated by FFT of 256 x 256 tiles".
Message describe(const ScorePlan& plan);

}  // namespace espy::score
