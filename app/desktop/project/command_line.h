// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include "project/project.h"

namespace espy::desktop {

/// The `espy find` command that repeats the window's search, with options that differ from the
/// defaults. Needles without a file get the name under which they would be saved.
QString commandLine(const Project& project);

/// The same search as C++ code for users of the library.
QString cppLines(const Project& project);

}  // namespace espy::desktop
