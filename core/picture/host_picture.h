// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "espy/resident.h"

/// Pictures that the engines on the processor keep: copies in memory.
namespace espy {

/// What `KeepPicture` is for the engine of this name.
KeepPicture::Function keepOnHost(std::string engine);

/// The copy; throws `badUse` for a picture that `keepOnHost` has not made.
const ImageView& hostView(const ResidentPicture& picture);

}  // namespace espy
