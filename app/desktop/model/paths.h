// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <string>
#include <string_view>

namespace espy::desktop {

/// Converts a path to the file system's encoding, as the core expects.
std::string pathOf(const QString& path);
/// The inverse, for paths and for messages that contain them.
QString textOf(std::string_view bytes);

/// A valid file name on every file system: drops the extension and replaces all characters but
/// letters, digits and `kept` by underscores.
QString safeFileName(const QString& name, const QString& kept);

}  // namespace espy::desktop
