// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "picture/planes.h"
#include "picture/sums.h"
#include "score/formula.h"
#include "score/needle.h"

namespace espy::score {

/// The exact sums of one window over the pixels that take part; its upper-left pixel is (x, y) of
/// the tile.
template <class Sample>
WindowSums windowAt(const picture::TilePlanes<Sample>& tile, const ScoredNeedle& needle,
                    std::int64_t x, std::int64_t y);
/// The score of that window, with zncc.
template <class Sample>
double correlationAt(const picture::TilePlanes<Sample>& tile, const ScoredNeedle& needle,
                     std::int64_t x, std::int64_t y);

/// Only sum I T; its upper-left pixel is (x, y) of the tile.
template <class Sample>
std::uint64_t productsAt(const picture::TilePlanes<Sample>& tile, const ScoredNeedle& needle,
                         std::int64_t x, std::int64_t y);

/// The sums of `count` windows beside each other, the first of which is at (x, y), over the pixels
/// of a needle that take part.
template <class Sum>
void needleWindows(const picture::TileSums<Sum>& tile, const ScoredNeedle& needle, std::int64_t x,
                   std::int64_t y, std::int64_t count, Sum* sums, Sum* squares);

}  // namespace espy::score
