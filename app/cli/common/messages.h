// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "espy/error.h"

/// What the command says to people, on standard error: one line per fact, never more.
namespace espy::cli {

/// The exit statuses that scripts rely on.
enum ExitStatus : int {
  kDone = 0,          ///< done; with find: something was found
  kNothingFound = 1,  ///< nothing was found
  kRefused = 2,       ///< bad input or use
  kPartlyDone = 3,    ///< some images of several failed, the others were done
  kCancelled = 130,   ///< stopped by a signal
};

/// A command line that makes no sense. Shown with a hint at the verb's help.
class UseError : public Error {
 public:
  explicit UseError(const std::string& sentence) : Error(ErrorCode::badUse, sentence) {}
};

/// After this nothing is said any more (`--quiet`).
void beQuiet();
bool isQuiet();

/// Says one line, "espy: SENTENCE"; control characters in it become '?'.
void complain(const std::string& sentence);

/// Says that the run was cancelled, once however often it is called, from any thread.
void complainOfCancel();

/// Says text as it is, for tables.
void tell(const std::string& text);

/// Opens what a parent left closed of the three standard streams in a way that makes using them
/// fail, so that no picture is ever opened as number 1 and then written into as standard output.
void fillStandardStreams();

}  // namespace espy::cli
