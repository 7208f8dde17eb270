// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QSettings>

#include "signal/shown_recording.h"

namespace espy::desktop {

/// Stores the search settings between sessions. Invalid stored values are replaced by defaults.
void remember(const SignalSettings& settings, QSettings& store);
SignalSettings recalledSignalSettings(const QSettings& store);

}  // namespace espy::desktop
