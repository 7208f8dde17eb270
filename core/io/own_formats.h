// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "espy/error.h"
#include "espy/image.h"
#include "io/pnm_write.h"
#include "io/row_sink.h"
#include "io/sniff.h"

/// The formats that are read and written here, without the module: BMP always, PNG where Espy was
/// built with libdeflate, JPEG where it was with libjpeg-turbo.
namespace espy::io {

/// True where this build reads and writes the kind by itself.
bool isOwn(Kind kind);

/// Decodes a file of such a kind that `readInfo` and `checkWhole` let pass; what there is to say is
/// added to `note`. Throws `badPicture` and `unsupported`.
Image readOwn(Kind kind, std::span<const std::uint8_t> bytes, const std::string& name,
              Message& note);

/// The format in which a picture of format `has` is kept by files of this kind: the nearest.
PixelFormat ownFormat(Kind kind, PixelFormat has);

/// Encodes a picture that has such a format.
void writeOwn(Kind kind, const ImageView& image, const std::string& name, const Sink& sink);

Image readPng(std::span<const std::uint8_t> bytes, const std::string& name, Message& note);
/// Hands the rows to `sink`. False, with nothing handed over, where the picture is wanted whole or
/// this build has no zlib.
bool readPngRows(std::span<const std::uint8_t> bytes, const std::string& name, Message& note,
                 RowSink& sink);
Image readJpeg(std::span<const std::uint8_t> bytes, const std::string& name, Message& note);
Image readBmp(std::span<const std::uint8_t> bytes, const std::string& name);

void writePng(const ImageView& image, const std::string& name, const Sink& sink);
void writeJpeg(const ImageView& image, const std::string& name, const Sink& sink);
void writeBmp(const ImageView& image, const std::string& name, const Sink& sink);

}  // namespace espy::io
