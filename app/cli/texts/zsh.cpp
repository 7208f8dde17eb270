// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "texts/verb_facts.h"

namespace espy::cli {
namespace {

constexpr const char* kZshHead = R"(#compdef espy
# Completes the words of espy. Made from the command's own table of options.

_espy() {
  local curcontext=$curcontext state line
  typeset -A opt_args
  _arguments -C \
)";

std::string zshQuoted(const std::string& text) {
  return "'" + replaced(text, "'", R"('\'')") + "'";
}

/// Escapes characters that end the text, such as brackets and colons.
std::string escaped(std::string text, const char* signs) {
  text = replaced(text, "\\", "\\\\");
  for (const char* sign = signs; *sign != '\0'; ++sign) {
    text = replaced(text, std::string(1, *sign), std::string("\\") + *sign);
  }
  return text;
}

/// Value part of a completion: ":FILE:_files".
std::string zshValueOf(const OptionFacts& option) {
  if (option.value.empty()) return "";
  std::string offer = " ";
  if (option.takesFile()) offer = "_files";
  if (option.takesFolder()) offer = "_files -/";
  if (!option.choices.empty()) offer = fmt::format("({})", fmt::join(option.choices, " "));
  return ":" + escaped(option.value, ":") + ":" + offer;
}

/// One line per name of the option, excluded after its first use unless it repeats.
std::string lines(const OptionFacts& option) {
  const std::string before =
      option.repeats ? "*" : fmt::format("({})", fmt::join(option.names, " "));
  const std::string after = "[" + escaped(inOneLine(option.help), "[]") + "]" + zshValueOf(option);
  std::string text;
  for (const std::string& name : option.names) {
    const bool joined = !option.value.empty() && name.starts_with("--");
    text += fmt::format("        {} \\\n",
                        zshQuoted(fmt::format("{}{}{}{}", before, name, joined ? "=" : "", after)));
  }
  return text;
}

std::string caseOf(const VerbFacts& facts) {
  std::string text = fmt::format("    {})\n      _arguments -S \\\n", facts.verb->name);
  for (const OptionFacts& option : facts.table.options) text += lines(option);
  const bool files = facts.table.files;
  if (!facts.table.words.empty()) {
    text += fmt::format("        '1:word:({})'{}\n", fmt::join(facts.table.words, " "),
                        files ? " \\" : "");
  }
  if (files) text += "        '*:file:_files'\n";
  if (!files && facts.table.words.empty()) text += "        && return\n";
  return text + "      ;;\n";
}

}  // namespace

std::string zshCompletion() {
  const std::vector<VerbFacts> all = allVerbFacts();
  std::string text = kZshHead;
  for (const OptionFacts& option : programOptions().options) {
    for (const std::string& name : option.names) {
      text += "    " + zshQuoted("(- *)" + name + "[" + escaped(option.help, "[]") + "]") + " \\\n";
    }
  }
  text +=
      "    '1: :->verb' '*:: :->rest' && return\n  case $state in\n  verb)\n    local -a verbs=(\n";
  for (const VerbFacts& facts : all) {
    text += fmt::format("      {}\n",
                        zshQuoted(fmt::format("{}:{}", facts.verb->name, facts.verb->line)));
  }
  text += "    )\n    _describe -t verbs verb verbs\n    ;;\n  rest)\n    case $words[1] in\n";
  for (const VerbFacts& facts : all) text += caseOf(facts);
  return text + "    esac\n    ;;\n  esac\n}\n\n_espy \"$@\"\n";
}

}  // namespace espy::cli
