// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "exact/pattern.h"

namespace espy::exact {

/// As `makePattern`, in the memory of an earlier pattern: of a thousand needles, getting new memory
/// takes longer than translating them.
void remakePattern(const Needle& needle, std::uint32_t index, PixelFormat scene, int tolerance,
                   Pattern& pattern);

}  // namespace espy::exact
