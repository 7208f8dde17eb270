// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "support/pose_scenes.h"

namespace espy::test {

/// Simulates camera and file: blur, gain, brightness, noise, quantisation, JPEG blocks. Ignores the
/// disturbance's hidden parts and clutter.
Image disturbed(Canvas canvas, const Disturbance& disturbance, std::uint64_t seed);

}  // namespace espy::test
