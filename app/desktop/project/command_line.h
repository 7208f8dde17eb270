// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include "project/project.h"

namespace espy::desktop {

/// The command that does in a shell what the window did: `espy find` with the options that are not
/// the command's own. Needles that came from no file are called as they would be saved.
QString commandLine(const Project& project);

/// The same as lines of C++ for who uses the library.
QString cppLines(const Project& project);

}  // namespace espy::desktop
