// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace espy::desktop {

/// Style sheet of exclusive tool buttons, whose checked one stands out in any palette. `beside` is
/// the horizontal padding in pixels.
inline QString chosenStyle(int beside = 9) {
  return QStringLiteral(
             "QToolButton { padding: 3px %1px; border: 1px solid transparent; border-radius: 4px; }"
             "QToolButton:hover { border-color: palette(mid); }"
             "QToolButton:focus { border-color: palette(highlight); }"
             "QToolButton:checked { background: palette(highlight); color: "
             "palette(highlighted-text); }")
      .arg(beside);
}

}  // namespace espy::desktop
