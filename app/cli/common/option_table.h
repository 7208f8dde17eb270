// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace espy::cli {

/// Description of an option for help, man page and shell completion.
struct OptionFacts {
  std::string group;               ///< title of its group
  std::vector<std::string> names;  ///< {"-o", "--output"}
  /// Placeholder of the value, empty for a flag. "FILE" and names with a suffix ("JUDGE.esj") are
  /// files, "DIR" is a folder.
  std::string value;
  std::string help;                       ///< wrapped for a terminal
  std::vector<std::string> choices = {};  ///< values it accepts, or likely ones
  bool repeats = false;                   ///< every occurrence counts, not only the last

  bool takesFile() const { return value == "FILE" || value.find('.') != std::string::npos; }
  bool takesFolder() const { return value == "DIR"; }
};

/// Options and arguments of a verb, in the order of its help.
struct OptionTable {
  std::vector<OptionFacts> options;
  std::vector<std::string> words;  ///< the first argument is one of these
  bool files = false;              ///< accepts files, after the word if there are words
};

/// Text of the options in `VERB --help`.
std::string helpOf(const OptionTable& table);

}  // namespace espy::cli
