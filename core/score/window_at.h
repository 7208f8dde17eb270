// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "find/needle.h"
#include "picture/planes.h"
#include "score/formula.h"

namespace espy::score {

/// The exact sums of one window over the pixels that take part; its upper-left pixel is (x, y) of
/// the tile.
template <class Sample>
WindowSums windowAt(const picture::TilePlanes<Sample>& tile, const find::ScoredNeedle& needle,
                    std::int64_t x, std::int64_t y);

/// Only sum I T; its upper-left pixel is (x, y) of the tile.
template <class Sample>
std::uint64_t productsAt(const picture::TilePlanes<Sample>& tile, const find::ScoredNeedle& needle,
                         std::int64_t x, std::int64_t y);

/// The sum of absolute differences over the pixels that take part; likewise.
template <class Sample>
std::uint64_t differencesAt(const picture::TilePlanes<Sample>& tile,
                            const find::ScoredNeedle& needle, std::int64_t x, std::int64_t y);

}  // namespace espy::score
