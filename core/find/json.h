// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "espy/engine/find.h"

namespace espy {

/// A match as written by `espy find --json`. `needle`: its name, JSON-encoded. Optional: `between`,
/// the sub-pixel position; `judge`, the probability of a true match.
std::string jsonMatch(const Match& match, std::string_view needle, bool hasDistance,
                      const SubPixel* between = nullptr, const double* judge = nullptr);

}  // namespace espy
