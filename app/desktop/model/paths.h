// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace espy::desktop {

/// A name that every file system takes, made of one that may have an ending, which goes, and
/// characters other than letters, digits and `kept`, which become underscores.
QString safeFileName(const QString& name, const QString& kept);

}  // namespace espy::desktop
