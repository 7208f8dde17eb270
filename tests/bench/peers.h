// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "espy/engine/find.h"

/// What Espy is held against.
namespace espy::bench {

/// Adds up the picture's bytes, eight at a time, on so many threads: one read of the whole picture.
std::uint64_t readWhole(const ImageView& image, int threads);

/// The double loop that anybody writes first: at each place compare row by row, pixel by pixel, and
/// stop at the first difference. Both pictures of one format without alpha.
std::vector<Place> plainLoop(const ImageView& scene, const ImageView& needle);

/// OpenCV's matchTemplate with TM_SQDIFF, then its zeros: the places where rounding leaves the sum
/// of squared differences below half a step of one sample. 8 bits, 1 or 3 channels.
std::vector<Place> openCvSquaredDifference(const ImageView& scene, const ImageView& needle);

}  // namespace espy::bench
