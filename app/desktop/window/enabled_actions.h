// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace espy::desktop {

class Actions;
class Workbench;

/// Says of each action whether it can be done now; `seen`: the picture is the view that is seen.
void enableActions(const Actions& actions, Workbench& bench, bool seen);

}  // namespace espy::desktop
