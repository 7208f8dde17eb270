// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>

#include "common/option_table.h"

namespace espy::cli {

class OptionParser;

/// A verb of the command: help, options and implementation.
struct Verb {
  const char* name;      ///< "find"
  const char* line;      ///< summary in `espy --help`
  const char* usage;     ///< "espy find [OPTION...] NEEDLE IMAGE..."
  const char* about;     ///< first part of its own help
  const char* examples;  ///< last part of its own help
  /// Adds the options and returns the function to run after parsing, which returns the exit status.
  std::function<int()> (*setUp)(OptionParser& parser);
};

// Defined in one file each; verbs.cpp has the table.
extern const Verb kFindVerb;
extern const Verb kIndexVerb;
extern const Verb kWatchVerb;
extern const Verb kScreenshotVerb;
extern const Verb kScreenVerb;
extern const Verb kDenoiseVerb;
extern const Verb kBatchVerb;
extern const Verb kLearnVerb;
extern const Verb kLibraryVerb;
extern const Verb kIdentifyVerb;
extern const Verb kServiceVerb;
extern const Verb kSignalVerb;
extern const Verb kLabVerb;
extern const Verb kDevicesVerb;

/// All verbs, in the order of the help.
std::span<const Verb* const> allVerbs();
/// Options of the command itself, without a verb.
OptionTable programOptions();

}  // namespace espy::cli
