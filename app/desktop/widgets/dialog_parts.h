// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

class QBoxLayout;
class QDialog;
class QPushButton;
class QWidget;

namespace espy::desktop {

/// Adds the buttons of a dialog: its action, which is the default, and Close. Returns the action's.
QPushButton* addDialogButtons(QDialog& dialog, QBoxLayout& column, const QString& action,
                              const QString& tip);

/// Shows a dialog in front; at first right of a widget that it is not to cover, as far as the
/// screen allows.
void openBeside(QDialog& dialog, const QWidget& widget);

}  // namespace espy::desktop
