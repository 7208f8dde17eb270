// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStringList>
#include <string>
#include <vector>

#include "model/needle_tray.h"
#include "model/picture.h"

namespace espy::desktop {

/// Throws `Error` if `path` is the file of the scene or a needle, also through a link. `scene` may
/// be null.
void refuseInputs(const std::string& path, const PicturePtr& scene,
                  const std::vector<NeedleItem>& needles);
/// The same for the pictures of a batch.
void refuseInputs(const std::string& path, const QStringList& pictures);

}  // namespace espy::desktop
