// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "picture/planes.h"
#include "picture/sums.h"
#include "score/formula.h"
#include "score/needle.h"

namespace espy::score {

/// The exact sums of the window at (x, y) of the tile, over the pixels that take part.
template <class Sample>
WindowSums windowAt(const picture::TilePlanes<Sample>& tile, const ScoredNeedle& needle,
                    std::int64_t x, std::int64_t y);
/// The zncc score of that window.
template <class Sample>
double correlationAt(const picture::TilePlanes<Sample>& tile, const ScoredNeedle& needle,
                     std::int64_t x, std::int64_t y);

/// Only sum I T.
template <class Sample>
std::uint64_t productsAt(const picture::TilePlanes<Sample>& tile, const ScoredNeedle& needle,
                         std::int64_t x, std::int64_t y);

/// The sums of `count` neighbouring windows, the first at (x, y), over the pixels of a needle that
/// take part.
template <class Sum>
void needleWindows(const picture::TileSums<Sum>& tile, const ScoredNeedle& needle, std::int64_t x,
                   std::int64_t y, std::int64_t count, Sum* sums, Sum* squares);

}  // namespace espy::score
