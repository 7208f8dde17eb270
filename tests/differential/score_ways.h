// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "differential/score_case.h"
#include "score/batch.h"
#include "score/needle.h"

/// Every way of the processor to score, each by itself and with tiles so small that there are many,
/// held against the reference's answer. All tell what differs; empty where nothing does.
namespace espy::test {

/// Do block means look first: not at all, tile by tile, or, where a needle can be searched for so,
/// for distances pass by pass?
enum class Means : std::uint8_t { none, tiles, passes };

/// Can all needles of a case be searched for this way?
bool canGo(score::ScoreWay way, const ScoreCase& one);

/// What this way finds; needle by needle, or those of one form in one batch.
ScoredPlaces findByWay(const ScoreCase& one, score::ScoreWay way, Means means, bool together);

/// How this way differs from the reference; it must be one that can be gone.
std::string differenceOfWay(const ScoreCase& one, score::ScoreWay way, Means means, bool together);

/// The same of all ways that can be gone.
std::string differenceOfWays(const ScoreCase& one);

/// The distances of all places, had this way, in small tiles; of all rows, or of some only; all
/// peaks, or what is selected of them. Empty, too, where the needle cannot be searched for so.
std::string differenceOfDense(const ScoreCase& one, const score::ScoredNeedle& needle,
                              score::ScoreWay way);

}  // namespace espy::test
