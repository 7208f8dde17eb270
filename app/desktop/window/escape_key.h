// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace espy::desktop {

class MainWindow;
class SearchController;

/// Escape ends a search, and else the full screen.
void addEscape(MainWindow& window, SearchController& search);

}  // namespace espy::desktop
