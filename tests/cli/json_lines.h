// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sstream>
#include <string>
#include <vector>

#include "support/json.h"

/// Parsing of the output of --json.
namespace espy::test {

/// One JSON object per line.
inline std::vector<Json> objects(const std::string& out) {
  std::vector<Json> objects;
  std::istringstream lines(out);
  for (std::string line; std::getline(lines, line);) objects.push_back(Json::parse(line));
  return objects;
}

}  // namespace espy::test
