// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace espy::desktop {

class Actions;
class SignalView;
class Workbench;

/// Says of each action whether it can be done now; `seen`: the picture is the view that is seen.
void enableActions(const Actions& actions, Workbench& bench, bool seen);
/// The same of those that mean recordings while these are seen.
void enableSignalActions(const Actions& actions, const SignalView& view);

}  // namespace espy::desktop
