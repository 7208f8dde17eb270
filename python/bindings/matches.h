// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>

#include "bindings.h"
#include "espy/find.h"

namespace espy::python {

/// `espy.Match`: a match with its optional results.
struct MatchRecord {
  Match match;
  std::optional<SubPixel> between;  ///< sub-pixel position
  std::optional<double> judged;     ///< the judge's probability
};

/// Adds the class, and the dtype fields of a record of `Match`.
void addMatches(nanobind::module_& module);

/// Views the memory of an array of matches, which may not come from a search. Throws `badUse` if
/// one exceeds a picture of this size.
std::span<const Match> matchesIn(const nanobind::bytes& bytes, Size picture);

}  // namespace espy::python
