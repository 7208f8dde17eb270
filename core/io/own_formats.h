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

/// Formats that Espy reads and writes without the OpenCV module: BMP always, PNG if built with
/// libdeflate, JPEG if built with libjpeg-turbo.
namespace espy::io {

/// Whether this build reads and writes the kind itself.
bool isOwn(Kind kind);

/// Decodes a file that `readInfo` and `checkWhole` have accepted; remarks are appended to `note`.
/// Throws `badPicture` and `unsupported`.
Image readOwn(Kind kind, std::span<const std::uint8_t> bytes, const std::string& name,
              Message& note);

/// The nearest format to `has` that files of this kind can store.
PixelFormat ownFormat(Kind kind, PixelFormat has);

/// Encodes a picture whose format is an ownFormat() of the kind.
void writeOwn(Kind kind, const ImageView& image, const std::string& name, const Sink& sink);

Image readPng(std::span<const std::uint8_t> bytes, const std::string& name, Message& note);
/// Streams the rows to `sink`. Returns false, without any row, if the sink needs the whole picture
/// or this build has no zlib.
bool readPngRows(std::span<const std::uint8_t> bytes, const std::string& name, Message& note,
                 RowSink& sink);
Image readJpeg(std::span<const std::uint8_t> bytes, const std::string& name, Message& note);
Image readBmp(std::span<const std::uint8_t> bytes, const std::string& name);

void writePng(const ImageView& image, const std::string& name, const Sink& sink);
void writeJpeg(const ImageView& image, const std::string& name, const Sink& sink);
void writeBmp(const ImageView& image, const std::string& name, const Sink& sink);

}  // namespace espy::io
