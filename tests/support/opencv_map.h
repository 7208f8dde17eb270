// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "espy/score.h"

namespace espy::test {

/// OpenCV's matchTemplate over a whole scene of 8 bits: its map of coefficients (TM_CCOEFF_NORMED,
/// for zncc) or of squared distances (TM_SQDIFF, for ssd), row by row.
struct OpenCvMap {
  Size size;
  std::vector<float> values;
};
OpenCvMap openCvMap(const ImageView& scene, const ImageView& needle,
                    const std::optional<ImageView>& mask, Method method, int threads);

}  // namespace espy::test
