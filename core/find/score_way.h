// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "find/score_batch.h"

namespace espy::find {

/// How needles are searched for together, and in what tiles.
struct ScorePlan {
  ScoreWay way = ScoreWay::bySamples;
  Size tile;
};

/// The tile for going this way; 0 x 0 where these needles cannot be searched for so.
Size tileFor(ScoreWay way, Size scene, std::span<const ScoredNeedle* const> needles, Method method);

/// The way that is the fastest, as far as a small model tells, on one core; `map`: for all scores.
ScorePlan choosePlan(Size scene, std::span<const ScoredNeedle* const> needles, Method method,
                     bool map);

/// Does asking a needle's bounds first take less than what it may save?
bool boundsPay(ScoreWay way, const ScoredNeedle& needle, Method method);

/// "correlated by transforms of 256 x 256 tiles"
std::string describe(const ScorePlan& plan);

Size largest(std::span<const ScoredNeedle* const> needles);
Size smallest(std::span<const ScoredNeedle* const> needles);

}  // namespace espy::find
