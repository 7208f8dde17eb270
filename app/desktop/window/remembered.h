// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace espy::desktop {

class MainWindow;

/// Stores window geometry, options and recent files between sessions (QSettings). Invalid stored
/// values are ignored.
void remember(MainWindow& window);
void recall(MainWindow& window);

}  // namespace espy::desktop
