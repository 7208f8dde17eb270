// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <string>
#include <string_view>

namespace espy::desktop {

/// A path as the core takes it.
std::string pathOf(const QString& path);
/// The way back, of paths and of sentences that may name one.
QString textOf(std::string_view told);

/// A name that every file system takes, made of one that may have an ending, which goes, and
/// characters other than letters, digits and `kept`, which become underscores.
QString safeFileName(const QString& name, const QString& kept);

}  // namespace espy::desktop
