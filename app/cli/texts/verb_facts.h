// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "common/option_table.h"
#include "common/verb.h"

namespace espy::cli {

/// A verb and what it takes.
struct VerbFacts {
  const Verb* verb = nullptr;
  OptionTable table;
};

/// Of every verb, --help included, which all of them take.
std::vector<VerbFacts> allVerbFacts();

/// "--output" of {"-o", "--output"}.
const std::string& longName(const OptionFacts& option);
/// 'o' of them, or 0.
char shortName(const OptionFacts& option);

/// The help of an option in one line.
std::string inOneLine(const std::string& help);

/// `text` with every `what` in it replaced.
std::string replaced(std::string text, std::string_view what, std::string_view by);

// What each shell reads to complete the command's words.
std::string bashCompletion();
std::string zshCompletion();
std::string fishCompletion();

/// The man page: a template whose lines @SYNOPSIS@, @OPTIONS@ and @VERBS@ are filled in.
std::string manPage(const std::string& pattern);

}  // namespace espy::cli
