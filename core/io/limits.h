// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "espy/pictures.h"

namespace espy::io {

/// Throws `tooLarge` when a picture of this size has more pixels than the caller allows, or more
/// bytes than can be counted. To be asked before memory is taken.
void checkSize(std::int64_t width, std::int64_t height, std::int64_t bytesPerPixel,
               const ReadOptions& options, const std::string& name);

}  // namespace espy::io
