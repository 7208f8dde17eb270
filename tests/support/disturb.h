// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "support/pose_scenes.h"

namespace espy::test {

/// What a camera and a file make of a scene: blur, light, noise, bytes, and the blocks of a JPEG.
/// The needles' parts that are hidden, and clutter, are not its business.
Image disturbed(Canvas canvas, const Disturbance& disturbance, std::uint64_t seed);

}  // namespace espy::test
