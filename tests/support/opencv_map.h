// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "espy/engine/score.h"
#include "espy/image.h"

namespace espy::test {

/// Result map of OpenCV's matchTemplate for an 8-bit scene: coefficients (TM_CCOEFF_NORMED) for
/// zncc, squared distances (TM_SQDIFF) for ssd. Row-major.
struct OpenCvMap {
  Size size;
  std::vector<float> values;
};
OpenCvMap openCvMap(const ImageView& scene, const ImageView& needle,
                    const std::optional<ImageView>& mask, Method method, int threads);

/// Similarity transform: the picture's centre moves to (x, y), scaled and rotated counter-clockwise
/// about it.
struct OpenCvTurn {
  double angle = 0;  ///< degrees
  double scale = 1;
  double x = 0;  ///< pixel (0, 0) covers [0, 1) x [0, 1)
  double y = 0;
};
/// OpenCV's warpAffine of an 8-bit picture, bicubic, with a black border.
Image openCvTurned(const ImageView& picture, const OpenCvTurn& turn, Size size);

}  // namespace espy::test
