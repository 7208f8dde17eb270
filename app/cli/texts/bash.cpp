// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "texts/verb_facts.h"

namespace espy::cli {
namespace {

constexpr const char* kBashHead =
    R"(# Completes the words of espy. Made from the command's own table of options.

# Offers these words and no files.
_espy_words() {
  mapfile -t COMPREPLY < <(compgen -W "$1" -- "$cur")
  compopt +o default +o bashdefault
}

# Offers folders.
_espy_folders() {
  compopt +o default +o bashdefault -o dirnames
}

# What is left to readline are files.
_espy() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} verb=${COMP_WORDS[1]} word
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
)";

constexpr const char* kBashMiddle = R"(    return
  fi
  for word in "${COMP_WORDS[@]:2:COMP_CWORD-2}"; do
    [[ $word != -- ]] || return
  done
  # Bash cuts --option=value at the sign.
  if [[ $prev == = ]]; then
    prev=${COMP_WORDS[COMP_CWORD - 2]}
  elif [[ $cur == = ]]; then
    cur=
  fi
  case $verb:$prev in
)";

constexpr const char* kBashEnd = R"(  esac
}

complete -o default -o bashdefault -F _espy espy
)";

/// "find:-e | find:--needle"
std::string pattern(const VerbFacts& facts, const OptionFacts& option) {
  std::vector<std::string> words;
  for (const std::string& name : option.names) {
    words.push_back(fmt::format("{}:{}", facts.verb->name, name));
  }
  return fmt::format("{}", fmt::join(words, " | "));
}

/// Completions of an option's value.
std::string valueCases(const VerbFacts& facts) {
  std::string text;
  for (const OptionFacts& option : facts.table.options) {
    if (option.value.empty()) continue;
    std::string offer = "_espy_words ''";
    if (option.takesFile()) offer = "return";
    if (option.takesFolder()) offer = "_espy_folders";
    if (!option.choices.empty()) {
      offer = fmt::format("_espy_words '{}'", fmt::join(option.choices, " "));
    }
    text += fmt::format("    {}) {} ;;\n", pattern(facts, option), offer);
  }
  return text;
}

/// Completions of everything else.
std::string otherwise(const VerbFacts& facts) {
  std::vector<std::string> names;
  for (const OptionFacts& option : facts.table.options) {
    names.insert(names.end(), option.names.begin(), option.names.end());
  }
  std::string text = fmt::format("    {}:*)\n", facts.verb->name);
  const std::string words = fmt::format("_espy_words '{}'", fmt::join(facts.table.words, " "));
  text += fmt::format("      if [[ $cur == -* ]]; then\n        _espy_words '{}'\n",
                      fmt::join(names, " "));
  if (facts.table.files && !facts.table.words.empty()) {
    text += fmt::format("      elif ((COMP_CWORD == 2)); then\n        {}\n", words);
  }
  if (!facts.table.files) text += fmt::format("      else\n        {}\n", words);
  return text + "      fi\n      ;;\n";
}

}  // namespace

std::string bashCompletion() {
  const std::vector<VerbFacts> all = allVerbFacts();
  std::vector<std::string> first;
  first.reserve(all.size());
  for (const VerbFacts& facts : all) first.emplace_back(facts.verb->name);
  for (const OptionFacts& option : programOptions().options) {
    first.insert(first.end(), option.names.begin(), option.names.end());
  }
  std::string text =
      kBashHead + fmt::format("    _espy_words '{}'\n", fmt::join(first, " ")) + kBashMiddle;
  for (const VerbFacts& facts : all) text += valueCases(facts) + otherwise(facts);
  return text + kBashEnd;
}

}  // namespace espy::cli
