// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "espy/engine/find.h"

namespace espy::desktop {

/// Index of the first of these ascending distances that lies beyond the largest gap. A gap is a
/// ratio of neighbours of at least 2; distances below `least` count as `least`. None without a gap.
std::optional<std::size_t> gapOf(std::span<const double> distances, double least);

/// Minimum score that separates true matches from clutter: the middle of the largest gap in
/// 1 - score, rounded to hundredths. `matches` are sorted by score, best first. The first
/// `originals` of them are ignored if their score is 1: a needle cut from the picture finds itself.
/// None if the scores form no two groups.
std::optional<double> separatingScore(std::span<const Match> matches, std::size_t originals);

}  // namespace espy::desktop
