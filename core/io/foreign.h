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

/// Reads a PNG, JPEG, TIFF, BMP or WebP file: its size is checked by its header, its structure is
/// walked through, and only then it is decoded, here or by the module. What the module decodes is
/// held against the header.
ReadPicture readForeign(Kind kind, std::span<const std::uint8_t> bytes, const ReadOptions& options,
                        const std::string& name, RowSink* sink = nullptr);

/// Where the module for WebP lies, or empty.
std::string formatsModulePath();
/// That module. Throws as above.
const EspyFormats& formatsModule(const std::string& name, const Message& fact);

}  // namespace espy::io
