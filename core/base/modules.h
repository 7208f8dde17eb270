// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace espy {

/// The absolute path of the library `fileName`, which Espy brings along and loads at run time, or
/// empty when it is nowhere: only in $ESPY_MODULE_DIR where that is set and the program runs with
/// its caller's rights; else beside the file of this library or program, in the lib folders next to
/// its folder, and where it was to be installed. The current folder and the way the program was
/// called do not matter.
std::string modulePath(const std::string& fileName);

}  // namespace espy
