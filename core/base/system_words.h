// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <system_error>

#include "espy/error.h"

namespace espy {

/// What the operating system says of an error, in English whatever the program's locale is. The
/// errors that people meet are phrases; the rest are the system's own words.
Message systemWords(const std::error_code& error);
/// The same for an `errno`.
Message systemWords(int errorNumber);

}  // namespace espy
