// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "espy/engine/find.h"

namespace espy {

/// A match as written by `espy find --json`. `needle`: its name, JSON-encoded. Optional: `between`,
/// the sub-pixel position; `judge`, the probability of a true match.
std::string jsonMatch(const Match& match, std::string_view needle, bool hasDistance,
                      const SubPixel* between = nullptr, const double* judge = nullptr);

/// The further members of match `i` of a finding by outline, and the object's closing brace.
std::string jsonOutline(const Finding& finding, std::size_t i);

}  // namespace espy
