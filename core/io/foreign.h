// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "espy/pictures.h"
#include "io/formats_abi.h"
#include "io/row_sink.h"
#include "io/sniff.h"

namespace espy::io {

/// Reads a PNG, JPEG, TIFF, BMP or WebP file. Checks the header's size and the structure of the
/// file before decoding, here or in the module. The result of the module is compared with the
/// header.
ReadPicture readForeign(Kind kind, std::span<const std::uint8_t> bytes, const ReadOptions& options,
                        const std::string& name, RowSink* sink = nullptr);

/// Path of the module for WebP, or empty.
std::string formatsModulePath();
/// Loads that module. Throws like files::moduleEntry.
const EspyFormats& formatsModule(const std::string& name, const Message& fact);

}  // namespace espy::io
