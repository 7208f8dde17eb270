// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "judge/crop.h"

/// What a regression looks at: few numbers, each of which already tells much, because few clicks
/// cannot weigh thousands.
namespace espy::judge {

/// Blocks of a crop to a side.
inline constexpr std::int64_t kBlocks = 8;

/// Numbers of a match: its score, how it is lighter and of more contrast than the needle, plane by
/// plane; and for each block of a crop what the needle does not explain there: its mean in each
/// plane, and how much of it there is in all of them, beyond that mean.
std::int64_t featuresOf(int planes);

/// Of a crop's residual.
void takeFeatures(double score, const CropLight& light, std::span<const float> residual, int planes,
                  std::span<float> to);

}  // namespace espy::judge
