// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QIcon>
#include <QPalette>
#include <QString>

namespace espy::desktop {

/// The icon resources/icons/`name` in the palette's text colour, paler when disabled.
QIcon icon(const QString& name, const QPalette& palette);

}  // namespace espy::desktop
