// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace espy {

/// Where the library `fileName`, which Espy brings along and loads at run time, lies, or empty when
/// it is nowhere: only in $ESPY_MODULE_DIR where that is set; else beside this library or program,
/// in the lib folders next to its folder, and where it was to be installed.
std::string modulePath(const std::string& fileName);

}  // namespace espy
