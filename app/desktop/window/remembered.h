// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace espy::desktop {

class MainWindow;

/// What is remembered from one time to the next (QSettings): the window's places, the options and
/// the recent files. Values that make no sense any more are left alone.
void remember(MainWindow& window);
void recall(MainWindow& window);

}  // namespace espy::desktop
