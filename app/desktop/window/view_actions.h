// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QHash>

class QAction;

namespace espy::desktop {

class LiveView;
class SignalView;

/// The actions of the table that apply to recordings or to a stream, by ActionId. Those of the main
/// window, with the same texts and keys, apply to the picture.
QHash<int, QAction*> signalActions(SignalView& view);
QHash<int, QAction*> liveActions(LiveView& view);

}  // namespace espy::desktop
