// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "base/phrase.h"
#include "espy/error.h"

namespace espy::files {

/// The display name of a path: "-" becomes "standard input".
std::string shownInput(const std::string& path);
/// The same for an output: "-" becomes "standard output".
std::string shownOutput(const std::string& path);

/// Throws an error with the message "NAME: FACT".
[[noreturn]] void refuse(ErrorCode code, const std::string& name, const Message& fact);

/// The same, with the system's reason for `errorNumber`.
[[noreturn]] void refuseSystem(const std::string& name, const Message& fact, int errorNumber);

/// "1 byte", "12 bytes".
Message countedBytes(std::uint64_t count);

/// Returns the lower-case extension of a path: ".csv" for "a/b.CSV".
std::string endingOf(const std::string& path);

}  // namespace espy::files
