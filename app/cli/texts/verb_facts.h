// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "common/option_table.h"
#include "common/verb.h"

namespace espy::cli {

/// A verb and its options.
struct VerbFacts {
  const Verb* verb = nullptr;
  OptionTable table;
};

/// Facts of all verbs, with the common option --help.
std::vector<VerbFacts> allVerbFacts();

/// "--output" of {"-o", "--output"}.
const std::string& longName(const OptionFacts& option);
/// 'o' of {"-o", "--output"}, or 0.
char shortName(const OptionFacts& option);

/// An option's help on one line.
std::string inOneLine(const std::string& help);

/// `text` with every occurrence of `what` replaced.
std::string replaced(std::string text, std::string_view what, std::string_view by);

// Completion scripts of the shells.
std::string bashCompletion();
std::string zshCompletion();
std::string fishCompletion();

/// Man page from a template whose lines @SYNOPSIS@, @OPTIONS@ and @VERBS@ are substituted.
std::string manPage(const std::string& pattern);

}  // namespace espy::cli
