// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QIcon>
#include <QPalette>
#include <QString>

namespace espy::desktop {

/// The icon of this name (resources/icons), in the text colour of the palette, so that it can be
/// read on light and dark windows; paler where it is disabled.
QIcon icon(const QString& name, const QPalette& palette);

}  // namespace espy::desktop
