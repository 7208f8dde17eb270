// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "differential/score_case.h"
#include "score/batch.h"
#include "score/needle.h"

/// Each CPU strategy of scored search separately, with tiles so small that there are many, compared
/// with the reference. All functions return a description of the difference; empty if equal.
namespace espy::test {

/// Test block averages first: not at all, tile by tile, or, for distances and needles that support
/// it, in passes over the scene.
enum class Means : std::uint8_t { none, tiles, passes };

/// Does the strategy support all needles of a case?
bool supportsCase(score::TileStrategy strategy, const ScoreCase& one);

/// Needle by needle, or those of one format in one batch. The strategy must support the case.
std::string differenceOfStrategy(const ScoreCase& one, score::TileStrategy strategy, Means means,
                                 bool together);

/// The same for all strategies that support the case.
std::string differenceOfStrategies(const ScoreCase& one);

/// The distances of all positions by this strategy, in small tiles; of all rows, or of some; all
/// peaks, or a selection. Also empty if the needle is not supported.
std::string differenceOfDense(const ScoreCase& one, const score::ScoredNeedle& needle,
                              score::TileStrategy strategy);

}  // namespace espy::test
