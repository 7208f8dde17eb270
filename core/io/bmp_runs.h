// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "espy/message.h"
#include "io/bmp_header.h"

namespace espy::io {

/// Unpacks the runs of a BMP file's pixels to one byte a pixel, the upper row first. Pixels that
/// the file skips are 0, as everywhere. Throws `badPicture`.
std::vector<std::uint8_t> readBmpRuns(const BmpHeader& header, std::span<const std::uint8_t> bytes,
                                      const std::string& name);

/// "is a BMP picture that cannot be decoded: WHY".
[[noreturn]] void refuseBmp(const std::string& name, const Message& why);

}  // namespace espy::io
