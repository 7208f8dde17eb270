// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "files/descriptor.h"

namespace espy::identify {

/// Opens a regular file of a library by `flags`. Throws where it cannot be opened, and where
/// something else is in its place: a library that came from elsewhere may have anything in it, also
/// links to what is no part of it. `shown` is the file's name for people.
files::Descriptor openPlainFile(const std::string& path, const std::string& shown, int flags);

/// The same refusals for a file that somebody else is going to open.
void checkPlainFile(const std::string& path, const std::string& shown);

}  // namespace espy::identify
