// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "common/option_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "common/verb.h"

namespace espy::cli {
namespace {

/// Width of the column of option names in the help.
constexpr std::size_t kNameColumns = 33;

/// "  -o, --output FILE         what it does"; further lines have the same indent.
std::string helpLine(const OptionFacts& option) {
  std::string line = option.names.front().starts_with("--") ? "      " : "  ";
  line += fmt::format("{}", fmt::join(option.names, ", "));
  if (!option.value.empty()) line += " " + option.value;
  line += line.size() + 2 > kNameColumns ? "\n" + std::string(kNameColumns, ' ')
                                         : std::string(kNameColumns - line.size(), ' ');
  for (const char c : option.help) {
    line += c;
    if (c == '\n') line += std::string(kNameColumns, ' ');
  }
  return line + "\n";
}

}  // namespace

std::string helpOf(const OptionTable& table) {
  std::string text;
  std::string group;
  for (const OptionFacts& option : table.options) {
    if (option.group != group) text += "\n" + option.group + ":\n";
    group = option.group;
    text += helpLine(option);
  }
  return text;
}

OptionTable programOptions() {
  OptionTable table;
  table.options = {
      {"Options", {"--version"}, "", "print the version"},
      {"Options", {"-h", "--help"}, "", "the verbs; VERB --help or help VERB: one in full"}};
  return table;
}

}  // namespace espy::cli
