// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "espy/error.h"
#include "score/batch.h"
#include "score/memory.h"
#include "score/needle.h"

namespace espy::score {

/// The strategies that a search may choose from beside going through samples: all of them, except
/// in a benchmark of the choice.
struct Strategies {
  bool blocks = true;      ///< sums of blocks first (BlockSearch)
  bool means = true;       ///< block averages first (MeansSearch, DistancesByMeans)
  bool dense = true;       ///< the distances of all positions (DenseDistances)
  bool transforms = true;  ///< correlated by tiled FFT
  bool directly = true;    ///< correlated sample by sample
};

/// How needles are searched for together, and in what tiles.
struct ScorePlan {
  ScoreWay way = ScoreWay::bySamples;
  Size tile;
  double nanoseconds = 0;        ///< that it takes, about, of all threads together
  TransformTile transform = {};  ///< where it goes by transforms
};

/// The tile for going this way; 0 x 0 where these needles cannot be searched for so.
Size tileFor(ScoreWay way, Size scene, std::span<const ScoredNeedle* const> needles, Method method,
             int threads = 1);

/// The way that is the fastest, as far as a small model tells; `map`: for all scores.
ScorePlan choosePlan(Size scene, std::span<const ScoredNeedle* const> needles, Method method,
                     bool map, int threads = 1, const Strategies& allowed = {});

/// Is a look at block means, of so many needles together, worth its time where the search of all
/// places takes so many nanoseconds for a pixel of the scene and needle?
bool meansPay(double nanoseconds, std::size_t needles);

/// What decides how much memory transforms of these take.
TransformForm transformForm(std::span<const ScoredNeedle* const> needles);
/// Do the sums of squares over their windows, of 8-bit samples, fit into 32 bits?
bool sumsFitInto32(std::span<const ScoredNeedle* const> needles);
/// The same of one needle whose distances are searched for pass by pass, which costs less.
bool distancesPay(double nanoseconds);

/// "correlated by transforms of 256 x 256 tiles"
Message describe(const ScorePlan& plan);

Size largest(std::span<const ScoredNeedle* const> needles);
Size smallest(std::span<const ScoredNeedle* const> needles);

}  // namespace espy::score
