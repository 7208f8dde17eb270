// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "espy/engine/find.h"

/// Implementations to compare Espy with.
namespace espy::bench {

/// Sums the picture's bytes in words of eight on `threads` threads: one read of the picture.
std::uint64_t readWhole(const ImageView& image, int threads);

/// Naive double loop: compares pixel by pixel at every position until the first difference. Formats
/// must be equal, without alpha.
std::vector<Place> plainLoop(const ImageView& scene, const ImageView& needle);

/// OpenCV's matchTemplate (TM_SQDIFF), then the positions whose sum is zero within rounding. 8
/// bits, 1 or 3 channels.
std::vector<Place> openCvSquaredDifference(const ImageView& scene, const ImageView& needle);

}  // namespace espy::bench
