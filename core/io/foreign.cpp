// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "io/foreign.h"

#include <array>
#include <memory>
#include <utility>

#include "files/message.h"
#include "files/module.h"
#include "io/convert_row.h"
#include "io/limits.h"
#include "io/own_formats.h"
#include "io/tiff.h"

namespace espy::io {
namespace {

constexpr files::ModuleName kFormats{"espy_formats", "espyFormats"};

/// OpenCV decodes grey with alpha, and BGRX, to four channels.
Image asInFile(Image decoded, const PictureInfo& info) {
  const PixelFormat format = decoded.format();
  const bool narrower = format.channels == 4 && (info.channels == 2 || info.channels == 3);
  return narrower ? convertedCopy(decoded, {info.channels, format.depth}) : std::move(decoded);
}

/// After most warnings a JPEG decoder has filled in missing data. Surplus bytes are harmless.
bool meansDamage(Kind kind, const std::string& said) {
  return kind == Kind::jpeg && !said.empty() && said.find("extraneous bytes") == said.npos;
}

Image readByModule(Kind kind, std::span<const std::uint8_t> bytes, const PictureInfo& info,
                   const std::string& name, Message& note) {
  const EspyFormats& module = formatsModule(name, phrase("is a {} picture", kindName(kind)));
  const std::vector<std::uint8_t> plain =
      kind == Kind::png ? plainPng(bytes) : std::vector<std::uint8_t>();
  const std::span<const std::uint8_t> file = plain.empty() ? bytes : plain;

  EspyPixels pixels{};
  std::array<char, 512> said{};
  const int failed = module.decode(file.data(), file.size(), &pixels, said.data(), said.size());
  const std::shared_ptr<const void> owner(pixels.keep, module.releasePixels);
  if (failed != 0 || meansDamage(kind, said.data())) {
    files::refuse(
        ErrorCode::badPicture, name,
        phrase("is a {} picture that cannot be decoded: {}", kindName(kind), said.data()));
  }
  checkDecodedSize(info, pixels.width, pixels.height, name);
  const PixelFormat format{pixels.channels, pixels.sampleBytes == 2 ? Depth::u16 : Depth::u8};
  const ImageView view(pixels.data, {pixels.width, pixels.height}, format,
                       static_cast<std::ptrdiff_t>(pixels.stride));
  Image image = asInFile(Image(view, owner), info);
  const bool channels = info.channels == 0 || image.format().channels == info.channels;
  if (!channels || 8 * image.format().bytesPerSample() != info.bits) {
    files::refuse(
        ErrorCode::unsupported, name,
        phrase(
            "has {} channels of {} bits, which OpenCV decodes as {} of {} bits; convert it to {}",
            info.channels, info.bits, image.format().channels, 8 * image.format().bytesPerSample(),
            kind == Kind::png ? "PAM" : "PNG"));
  }
  if (said[0] != 0) addNote(note, phrase("the decoder says: {}", said.data()));
  return image;
}

}  // namespace

std::string formatsModulePath() {
  return files::modulePathOf(kFormats);
}

const EspyFormats& formatsModule(const std::string& name, const Message& fact) {
  return files::loadedModule<EspyFormats>(kFormats, kEspyFormatsVersion, name, fact);
}

ReadPicture readForeign(Kind kind, std::span<const std::uint8_t> bytes, const ReadOptions& options,
                        const std::string& name, RowSink* sink) {
  const auto info = readInfo(kind, bytes, name);
  if (info) checkSize(info->width, info->height, 8, options, name);
  const std::size_t end = checkWhole(kind, bytes, name);
  if (!info) {
    files::refuse(ErrorCode::badPicture, name,
                  phrase("the {} file does not state its size", kindName(kind)));
  }
  const std::span<const std::uint8_t> file = bytes.first(end);
  if (kind == Kind::jpeg) checkJpegScans(file, name);

  ReadPicture read;
  read.note = info->note;
  const bool inRows = sink != nullptr && kind == Kind::png && isOwn(kind) &&
                      readPngRows(file, name, read.note, *sink);
  if (!inRows) {
    read.image = kind == Kind::tiff ? readTiff(file, *info, name, read.note)
                 : isOwn(kind)      ? readOwn(kind, file, name, read.note)
                                    : readByModule(kind, file, *info, name, read.note);
  }
  addUnread(read.note, bytes.size() - end);
  return read;
}

}  // namespace espy::io
