// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "espy/image.h"

namespace espy::test {

/// An uncompressed AVI, so that decoded frames are known exactly. Frames are RGB and of one size; 3
/// times the width must be a multiple of 4.
std::string aviOf(std::span<const Image> frames, std::uint32_t framesASecond);

}  // namespace espy::test
