// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <stop_token>

#include "project/project.h"

namespace espy::desktop {

/// The ending of a project's file, with its dot.
inline QString projectEnding() {
  return QStringLiteral(".espy");
}

/// Writes a project: JSON and the pictures, in one file that appears whole or not at all. Throws
/// `espy::Error` with a sentence that names the file.
void saveProject(const QString& path, const Project& project);
/// A scene that lies in a file of its own is read as well, until somebody stops that.
Project loadProject(const QString& path, const std::stop_token& stop = {});

}  // namespace espy::desktop
