// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

class QWidget;

namespace espy {
class Registry;
}

namespace espy::desktop {

/// A window with hints and the table of all shortcuts, beside the main one.
void showHelp(QWidget& parent);
/// What this is, and which engines can run here.
void showAbout(QWidget& parent, const Registry& registry);

}  // namespace espy::desktop
