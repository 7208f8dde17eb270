// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "model/needle_tray.h"
#include "model/picture.h"

namespace espy::desktop {

/// Throws where a file would be written over what was searched, or searched for, whatever it is
/// called. There may be no scene.
void refuseInputs(const std::string& path, const PicturePtr& scene,
                  const std::vector<NeedleItem>& needles);

}  // namespace espy::desktop
