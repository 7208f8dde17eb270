// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace espy::desktop {

/// Paths of the sample crowd and its traveller, installed or in the build's source tree. Both are
/// empty if they do not exist.
struct TravellerFiles {
  QString crowd;
  QString traveller;
};
TravellerFiles travellerFiles();

}  // namespace espy::desktop
