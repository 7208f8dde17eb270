// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "espy/score.h"

namespace espy::bench {

/// OpenCV's matchTemplate (TM_CCOEFF_NORMED, TM_SQDIFF_NORMED's plain sums, or with a mask) over
/// the whole scene on so many threads: its map of coefficients or of squared distances.
struct PeerMap {
  Size size;
  std::vector<float> values;
};
PeerMap openCvMap(const ImageView& scene, const ImageView& needle,
                  const std::optional<ImageView>& mask, Method method, int threads);

/// A picture of this size laid out with others, mirrored by turns, each sample made to differ by up
/// to two so that nothing repeats exactly.
Image mosaic(const std::vector<Image>& pictures, Size size, int channels);

}  // namespace espy::bench
