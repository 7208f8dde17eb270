// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "espy/error.h"

namespace espy::io {

/// How a path is shown to people: "-" is "standard input", everything else is itself.
std::string shownInput(const std::string& path);
/// The same for a path that is written to: "-" is "standard output".
std::string shownOutput(const std::string& path);

/// Throws the sentence "NAME: FACT".
[[noreturn]] void refuse(ErrorCode code, const std::string& name, const std::string& fact);

/// The same with the reason that the operating system gives for `errorNumber`.
[[noreturn]] void refuseSystem(const std::string& name, const std::string& fact, int errorNumber);

/// Adds a sentence to a picture's note.
void addNote(std::string& note, const std::string& sentence);
/// Adds how many bytes behind the picture were not read, if any; `more` when they were not all
/// counted.
void addUnread(std::string& note, std::uint64_t unread, bool more = false);

/// "1 byte", "12 bytes".
std::string counted(std::uint64_t count, const std::string& thing);

}  // namespace espy::io
