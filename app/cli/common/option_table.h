// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace espy::cli {

/// What can be told of an option to people and to their shells.
struct OptionFacts {
  std::string group;               ///< the title that it stands under
  std::vector<std::string> names;  ///< {"-o", "--output"}
  /// What stands for its value, empty for a flag. "FILE" and names with an ending ("JUDGE.esj") are
  /// files, "DIR" is a folder.
  std::string value;
  std::string help;                       ///< in lines for a terminal
  std::vector<std::string> choices = {};  ///< the words that it takes, or the likely ones
  bool repeats = false;                   ///< each one given counts, not only the last

  bool takesFile() const { return value == "FILE" || value.find('.') != std::string::npos; }
  bool takesFolder() const { return value == "DIR"; }
};

/// All that a verb takes, in the order of its help.
struct OptionTable {
  std::vector<OptionFacts> options;
  std::vector<std::string> words;  ///< first it takes one of these words
  bool files = false;              ///< it takes files, behind the word if there are any
};

/// The options as `VERB --help` shows them.
std::string helpOf(const OptionTable& table);

}  // namespace espy::cli
