// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "espy/engine/find.h"

namespace espy {

/// A match as the object that `espy find --json` writes. `needle` is its name as JSON already;
/// `between` adds where it lies between pixels, `judge` how probable it is that it is a true one.
std::string jsonMatch(const Match& match, std::string_view needle, bool hasDistance,
                      const SubPixel* between = nullptr, const double* judge = nullptr);

}  // namespace espy
