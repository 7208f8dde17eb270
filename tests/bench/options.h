// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace espy::bench {

/// The options of a benchmark, each with a value: "--json" to a path. If one is not in `known`, or
/// has no value, prints a sentence and exits with status 2.
inline std::map<std::string, std::string> optionsOf(int count, char** words,
                                                    const std::vector<std::string_view>& known) {
  const std::string_view path(words[0]);
  const std::string_view program = path.substr(path.rfind('/') + 1);
  std::map<std::string, std::string> options;
  for (int i = 1; i < count; i += 2) {
    const std::string word = words[i];
    if (std::find(known.begin(), known.end(), word) == known.end()) {
      fmt::print(stderr, "{}: there is no option {}; the options, each with a value, are {}\n",
                 program, word, fmt::join(known, ", "));
      std::exit(2);
    }
    if (i + 1 == count) {
      fmt::print(stderr, "{}: {} needs a value\n", program, word);
      std::exit(2);
    }
    options[word] = words[i + 1];
  }
  return options;
}

/// The value of an option, or `otherwise`.
inline std::string valueOf(const std::map<std::string, std::string>& options,
                           const std::string& name, const std::string& otherwise = {}) {
  const auto found = options.find(name);
  return found == options.end() ? otherwise : found->second;
}

}  // namespace espy::bench
