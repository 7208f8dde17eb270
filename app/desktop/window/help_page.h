// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

class QWidget;

namespace espy {
class Registry;
}

namespace espy::desktop {

/// Opens a window with hints and the table of shortcuts.
void showHelp(QWidget& parent);
/// Opens a window with version and available engines.
void showAbout(QWidget& parent, const Registry& registry);

}  // namespace espy::desktop
