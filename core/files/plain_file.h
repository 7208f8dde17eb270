// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "files/descriptor.h"

namespace espy::files {

/// Opens a regular file of a store by `flags`. Throws if it cannot be opened or is not a regular
/// file: a foreign folder may contain anything, links to other files included. `shown` is the name
/// for messages.
Descriptor openPlainFile(const std::string& path, const std::string& shown, int flags);

/// The same checks without opening.
void checkPlainFile(const std::string& path, const std::string& shown);

}  // namespace espy::files
