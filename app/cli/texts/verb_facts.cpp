// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "texts/verb_facts.h"

#include <algorithm>

#include "common/option_parser.h"

namespace espy::cli {

std::vector<VerbFacts> allVerbFacts() {
  std::vector<VerbFacts> facts;
  for (const Verb* verb : allVerbs()) {
    OptionParser parser(*verb);
    verb->setUp(parser);
    facts.push_back({verb, parser.table()});
    facts.back().table.options.push_back({"Help", {"-h", "--help"}, "", "print this help"});
  }
  return facts;
}

const std::string& longName(const OptionFacts& option) {
  return *std::find_if(option.names.begin(), option.names.end(),
                       [](const std::string& name) { return name.starts_with("--"); });
}

char shortName(const OptionFacts& option) {
  return option.names.front().starts_with("--") ? '\0' : option.names.front()[1];
}

std::string inOneLine(const std::string& help) {
  return replaced(help, "\n", " ");
}

std::string replaced(std::string text, std::string_view what, std::string_view by) {
  for (std::size_t at = text.find(what); at != std::string::npos;
       at = text.find(what, at + by.size())) {
    text.replace(at, what.size(), by);
  }
  return text;
}

}  // namespace espy::cli
