// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "espy/engine/score.h"
#include "espy/image.h"

namespace espy::test {

/// OpenCV's matchTemplate over a whole scene of 8 bits: its map of coefficients (TM_CCOEFF_NORMED,
/// for zncc) or of squared distances (TM_SQDIFF, for ssd), row by row.
struct OpenCvMap {
  Size size;
  std::vector<float> values;
};
OpenCvMap openCvMap(const ImageView& scene, const ImageView& needle,
                    const std::optional<ImageView>& mask, Method method, int threads);

/// How a picture is turned about its middle: what lies `dx` and `dy` pixels from it comes to lie at
/// (x, y) and, turned counter-clockwise as seen and enlarged, from there.
struct OpenCvTurn {
  double angle = 0;  ///< degrees
  double scale = 1;
  double x = 0;  ///< pixel (0, 0) covers [0, 1) x [0, 1)
  double y = 0;
};
/// OpenCV's warpAffine of a picture of 8 bits, by bicubic interpolation, black around it.
Image openCvTurned(const ImageView& picture, const OpenCvTurn& turn, Size size);

}  // namespace espy::test
