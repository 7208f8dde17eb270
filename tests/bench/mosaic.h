// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "espy/image.h"

namespace espy::bench {

/// A picture of this size, tiled with mirrored copies of `pictures`, with noise of up to two, so
/// that nothing repeats exactly.
Image mosaic(const std::vector<Image>& pictures, Size size, int channels);

}  // namespace espy::bench
