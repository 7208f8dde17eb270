// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QSettings>

#include "model/settings.h"

namespace espy::desktop {

/// Stores method, minimum score and engine of a live view between sessions.
void remember(const SearchSettings& settings, QSettings& store);
/// `usual`, with the valid ones of the stored values.
SearchSettings recalledLiveSettings(const QSettings& store, const SearchSettings& usual);

}  // namespace espy::desktop
