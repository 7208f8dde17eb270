// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <system_error>

#include "espy/error.h"

namespace espy {

/// The text of a system error, in English in every locale. Frequent errors have phrases of ours
/// (translatable); the rest the system's text.
Message systemWords(const std::error_code& error);
/// The same for an `errno` value.
Message systemWords(int errorNumber);

/// Throws `Error` with code `system` and this sentence; a nested std::system_error has the number.
[[noreturn]] void throwSystem(const Message& sentence, int errorNumber);

}  // namespace espy
