// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>

#include "bindings.h"
#include "espy/find.h"

namespace espy::python {

/// `espy.Match`: a match, and what else was asked about it.
struct ToldMatch {
  Match match;
  std::optional<SubPixel> between;  ///< where it lies between pixels
  std::optional<double> judged;     ///< what a judge says of it
};

/// Adds the class, and the fields of `Match` in an array of them.
void addMatches(nanobind::module_& module);

/// Matches that a caller hands over: the memory of an array of them. They may be of its own making,
/// and throw `badUse` where they do not lie in a picture of this size.
std::span<const Match> matchesIn(const nanobind::bytes& bytes, Size picture);

}  // namespace espy::python
