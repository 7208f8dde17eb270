// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace espy::desktop {

/// The crowd and somebody to look for in it: beside the program where it is installed, or in the
/// tree that it was built in. Both empty where they are not there.
struct TravellerFiles {
  QString crowd;
  QString traveller;
};
TravellerFiles travellerFiles();

}  // namespace espy::desktop
