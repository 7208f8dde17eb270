// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "espy/image.h"

namespace espy::test {

/// A video whose frames are not compressed, so that what is read of it is known to the last bit.
/// All of one size, red, green and blue; the width times 3 must be a multiple of 4.
std::string aviOf(std::span<const Image> frames, std::uint32_t framesASecond);

}  // namespace espy::test
