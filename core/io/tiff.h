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

/// Where the module for TIFF lies, or empty when it is nowhere (base/modules.h).
std::string tiffModulePath();

/// The module, loaded at the first call. Throws "NAME: FACT, but ..." with `unsupported` where
/// there is none.
const EspyTiffs& tiffModule(const std::string& name, const Message& fact);

/// Decodes a TIFF that `readInfo` and `checkWhole` let pass, with the module, and compares with
/// `info` what libtiff read: 1 to 16 bits, grey, colour or a palette, alpha as it is in the file,
/// turned as its orientation says. Throws `badPicture` and `unsupported`.
Image readTiff(std::span<const std::uint8_t> bytes, const PictureInfo& info,
               const std::string& name, Message& note);

}  // namespace espy::io
