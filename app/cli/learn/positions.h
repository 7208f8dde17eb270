// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "espy/engine/all.h"

namespace espy::cli {

/// A match read from a file.
struct Position {
  std::string image;  ///< as in the file, or empty
  Match match;        ///< its score is unset unless `hasScore`
  bool hasScore = false;
};

/// Reads matches of a needle of this size: CSV with titles (x and y at least), the text output of
/// `espy find`, or its JSON; "-" is standard input. Throws Error with the file's name and the
/// number of the invalid line or match.
std::vector<Position> readPositions(const std::string& file, Size needle);

}  // namespace espy::cli
