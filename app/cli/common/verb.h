// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>

#include "common/option_table.h"

namespace espy::cli {

class OptionParser;

/// A verb of the command: its help, its options, and what it does.
struct Verb {
  const char* name;      ///< "find"
  const char* line;      ///< what `espy --help` says of it
  const char* usage;     ///< "espy find [OPTION...] NEEDLE IMAGE..."
  const char* about;     ///< what its own help says first
  const char* examples;  ///< what that says last
  /// Adds the options and says what is to be run once they have been read; that returns the exit
  /// status.
  std::function<int()> (*setUp)(OptionParser& parser);
};

// Each is told in its own file; verbs.cpp has the table of all.
extern const Verb kFindVerb;
extern const Verb kScreenVerb;
extern const Verb kBatchVerb;
extern const Verb kLearnVerb;
extern const Verb kLibraryVerb;
extern const Verb kIdentifyVerb;
extern const Verb kSignalVerb;
extern const Verb kLabVerb;
extern const Verb kDevicesVerb;

/// All verbs, in the order of the help.
std::span<const Verb* const> allVerbs();
/// What the command takes in the place of a verb.
OptionTable programOptions();

}  // namespace espy::cli
