// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "espy/find.h"

namespace espy::find {

/// A colour sample as it is compared: grey stands for all three channels, and where the depths of
/// needle and scene differ an 8-bit v stands for 257 v.
std::int64_t comparedSample(const ImageView& image, std::int64_t x, std::int64_t y, int channel,
                            bool depthsDiffer);

/// Does this pixel of the needle take part? Its alpha and its mask say so.
bool isOpaque(const Needle& needle, std::int64_t x, std::int64_t y);

/// `FlagMatches` of the engine "reference".
Image flagByReference(Size scene, std::span<const Match> matches, int lastPass,
                      const Control& control, Timeline& timeline);

}  // namespace espy::find
