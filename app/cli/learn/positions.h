// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "espy/engine/all.h"

namespace espy::cli {

/// A match that a file tells of.
struct Position {
  std::string image;  ///< as written there, or empty
  Match match;        ///< without a score where `hasScore` is false
  bool hasScore = false;
};

/// Reads matches of a needle of this size: lines of comma-separated values as Espy writes them,
/// with titles (x and y at least), lines of text as `espy find` prints them, or the JSON of
/// `espy find --json`; "-" is standard input. Throws Error with the file's name and the line or
/// match that is none.
std::vector<Position> readPositions(const std::string& file, Size needle);

}  // namespace espy::cli
