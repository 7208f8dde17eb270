// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "base/phrase.h"
#include "espy/error.h"

namespace espy::files {

/// How a path is shown to people: "-" is "standard input", everything else is itself.
std::string shownInput(const std::string& path);
/// The same for a path that is written to: "-" is "standard output".
std::string shownOutput(const std::string& path);

/// Throws the sentence "NAME: FACT".
[[noreturn]] void refuse(ErrorCode code, const std::string& name, const Message& fact);

/// The same with the reason that the operating system gives for `errorNumber`.
[[noreturn]] void refuseSystem(const std::string& name, const Message& fact, int errorNumber);

/// "1 byte", "12 bytes".
Message countedBytes(std::uint64_t count);

/// ".csv" of "a/b.CSV": what a path ends in, in small letters.
std::string endingOf(const std::string& path);

}  // namespace espy::files
