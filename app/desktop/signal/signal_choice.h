// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QSettings>

#include "signal/shown_recording.h"

namespace espy::desktop {

/// What is kept from one day to the next: how one searched last. What makes no sense is as it was
/// at first.
void remember(const SignalSettings& settings, QSettings& store);
SignalSettings recalledSignalSettings(const QSettings& store);

}  // namespace espy::desktop
