// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "texts/verb_facts.h"

namespace espy::cli {
namespace {

constexpr const char* kFishHead =
    R"(# Completes the words of espy. Made from the command's own table of options.

function __fish_espy_verb_is
    set -l words (commandline -opc)
    test (count $words) -gt 1; and test $words[2] = $argv[1]
end

function __fish_espy_no_verb
    test (count (commandline -opc)) -eq 1
end

)";

std::string fishQuoted(const std::string& text) {
  return "'" + replaced(replaced(text, "\\", "\\\\"), "'", "\\'") + "'";
}

std::string line(const std::string& condition, const std::string& rest) {
  return "complete -c espy -n " + condition + rest + "\n";
}

/// " -s o -l output -d 'what it does'"
std::string namesOf(const OptionFacts& option) {
  std::string text;
  if (shortName(option) != '\0') text += fmt::format(" -s {}", shortName(option));
  for (const std::string& name : option.names) {
    if (name.starts_with("--")) text += " -l " + name.substr(2);
  }
  return text + " -d " + fishQuoted(inOneLine(option.help));
}

/// Completions of an option's value.
std::string fishValueOf(const OptionFacts& option) {
  if (option.value.empty()) return "";
  if (!option.choices.empty()) {
    return " -x -a " + fishQuoted(fmt::format("{}", fmt::join(option.choices, " ")));
  }
  if (option.takesFile()) return " -r -F";
  return option.takesFolder() ? " -x -a '(__fish_complete_directories)'" : " -x";
}

std::string linesOf(const VerbFacts& facts) {
  const std::string condition = fmt::format("'__fish_espy_verb_is {}'", facts.verb->name);
  std::string text = "\n";
  for (const OptionFacts& option : facts.table.options) {
    text += line(condition, namesOf(option) + fishValueOf(option));
  }
  const std::string words = fmt::format("{}", fmt::join(facts.table.words, " "));
  if (facts.table.files && words.empty()) return text;
  const std::string offer = words.empty() ? " -f" : " -f -a " + fishQuoted(words);
  if (!facts.table.files) return text + line(condition, offer);
  const std::string first = fmt::format(
      "'__fish_espy_verb_is {}; and test (count (commandline -opc)) -eq 2'", facts.verb->name);
  return text + line(first, offer);
}

}  // namespace

std::string fishCompletion() {
  const std::vector<VerbFacts> all = allVerbFacts();
  std::string text = kFishHead;
  for (const VerbFacts& facts : all) {
    text += line("__fish_espy_no_verb",
                 fmt::format(" -f -a {} -d {}", facts.verb->name, fishQuoted(facts.verb->line)));
  }
  for (const OptionFacts& option : programOptions().options) {
    text += line("__fish_espy_no_verb", " -f" + namesOf(option));
  }
  for (const VerbFacts& facts : all) text += linesOf(facts);
  return text;
}

}  // namespace espy::cli
