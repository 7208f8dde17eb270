// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace espy {

/// Returns the absolute path of the library `fileName`, which is part of Espy and loaded at run
/// time, or an empty string. If $ESPY_MODULE_DIR is set and the program is not set-user-ID, only
/// that folder is searched; else the folder of this library or program, its neighbouring lib
/// folders, and the folder of the installation. Independent of the current folder and of argv[0].
std::string modulePath(const std::string& fileName);

}  // namespace espy
