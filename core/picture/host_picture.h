// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "espy/engine/scene.h"

/// Pictures kept by the processor's engines: copies in memory.
namespace espy {

/// Returns the `KeepPicture` function of the engine of this name.
KeepPicture::Function keepOnHost(std::string engine);

/// Returns the pixels of a scene. Throws `badUse` if only another engine has them.
const ImageView& hostView(const Scene& scene);

}  // namespace espy
