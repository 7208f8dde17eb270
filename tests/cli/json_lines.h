// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

#include <sstream>
#include <string>
#include <vector>

/// What the command prints with --json.
namespace espy::test {

using Json = nlohmann::ordered_json;

/// One object a line.
inline std::vector<Json> objects(const std::string& out) {
  std::vector<Json> objects;
  std::istringstream lines(out);
  for (std::string line; std::getline(lines, line);) objects.push_back(Json::parse(line));
  return objects;
}

/// The keys of an object as they stand.
inline std::vector<std::string> keys(const Json& object) {
  std::vector<std::string> keys;
  for (const auto& [key, value] : object.items()) keys.push_back(key);
  return keys;
}

}  // namespace espy::test
