// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QIcon>
#include <QPalette>
#include <QString>

namespace espy::desktop {

/// The icon resources/icons/`name` in the palette's text colour, paler when disabled.
QIcon icon(const QString& name, const QPalette& palette);

/// The drawing resources/icons/`name`, `side` pixels wide at the device's `ratio`: in the palette's
/// text colour, with "accentColor" in its highlight colour.
QPixmap drawing(const QString& name, const QPalette& palette, int side, double ratio);

}  // namespace espy::desktop
