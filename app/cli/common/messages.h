// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "espy/error.h"

/// Messages to the user on standard error: one line each.
namespace espy::cli {

/// Exit statuses, stable for scripts.
enum ExitStatus : int {
  kDone = 0,          ///< success; find: at least one match
  kNothingFound = 1,  ///< no match
  kRefused = 2,       ///< invalid input or use
  kPartlyDone = 3,    ///< some of several images failed
  kCancelled = 130,   ///< stopped by a signal
};

/// Invalid command line. Printed with a hint at the verb's help.
class UseError : public Error {
 public:
  explicit UseError(const std::string& sentence) : Error(ErrorCode::badUse, sentence) {}
};

/// Suppresses all further messages (`--quiet`).
void setQuiet();
bool isQuiet();

/// The text with '?' for each control character.
std::string inOneLine(std::string_view text);

/// Prints "espy: SENTENCE" and a newline; control characters become '?'.
void printError(const std::string& sentence);

/// Prints that the run was cancelled, once per process. Thread-safe.
void printCancelled();

/// Prints text unchanged, for tables.
void printText(const std::string& text);

/// Opens standard streams that are closed at start such that using them fails. Otherwise a picture
/// could be opened as descriptor 1 and be overwritten by standard output.
void fillStandardStreams();

}  // namespace espy::cli
