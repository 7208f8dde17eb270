// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

class QMainWindow;
class QToolBar;

namespace espy::desktop {

class Actions;

/// The tools, and at their right the switcher of views.
QToolBar* makeToolBar(QMainWindow& window, const Actions& actions);

}  // namespace espy::desktop
