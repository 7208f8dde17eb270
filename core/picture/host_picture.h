// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "espy/engine/scene.h"

/// Pictures that the engines on the processor keep: copies in memory.
namespace espy {

/// What `KeepPicture` is for the engine of this name.
KeepPicture::Function keepOnHost(std::string engine);

/// What an engine of the processor searches; throws `badUse` for a picture of which only another
/// engine has the pixels.
const ImageView& hostView(const Scene& scene);

}  // namespace espy
