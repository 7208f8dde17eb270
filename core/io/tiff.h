// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "espy/image.h"
#include "io/sniff.h"
#include "io/tiff_abi.h"

namespace espy::io {

/// Path of the TIFF module, or empty if it is not installed (base/modules.h).
std::string tiffModulePath();

/// Loads the module at the first call. Throws `unsupported`, "NAME: FACT, but ...", if there is
/// none.
const EspyTiffs& tiffModule(const std::string& name, const Message& fact);

/// Decodes a TIFF that `readInfo` and `checkWhole` have accepted, in the module, and compares
/// libtiff's facts with `info`. 1 to 16 bits; grey, colour or palette; alpha unchanged; orientation
/// applied. Throws `badPicture` and `unsupported`.
Image readTiff(std::span<const std::uint8_t> bytes, const PictureInfo& info,
               const std::string& name, Message& note);

}  // namespace espy::io
