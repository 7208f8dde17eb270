// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "base/phrase.h"
#include "espy/error.h"

namespace espy::io {

/// How a path is shown to people: "-" is "standard input", everything else is itself.
std::string shownInput(const std::string& path);
/// The same for a path that is written to: "-" is "standard output".
std::string shownOutput(const std::string& path);

/// Throws the sentence "NAME: FACT".
[[noreturn]] void refuse(ErrorCode code, const std::string& name, const Message& fact);

/// The same with the reason that the operating system gives for `errorNumber`.
[[noreturn]] void refuseSystem(const std::string& name, const Message& fact, int errorNumber);

/// Adds a sentence to a picture's note.
void addNote(Message& note, const Message& sentence);
/// Adds how many bytes behind the picture were not read, if any; `more` when they were not all
/// counted.
void addUnread(Message& note, std::uint64_t unread, bool more = false);

/// "1 byte", "12 bytes".
Message countedBytes(std::uint64_t count);

}  // namespace espy::io
