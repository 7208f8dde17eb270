// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "io/foreign.h"

#include <fmt/format.h>

#include <array>
#include <memory>
#include <utility>

#include "io/convert_row.h"
#include "io/formats_module.h"
#include "io/limits.h"
#include "io/message.h"

namespace espy::io {
namespace {

/// OpenCV gives grey and alpha as four channels, and an unused fourth byte as alpha.
Image asInFile(Image decoded, const PictureInfo& info) {
  const PixelFormat format = decoded.format();
  const bool narrower = format.channels == 4 && (info.channels == 2 || info.channels == 3);
  return narrower ? convertedCopy(decoded, {info.channels, format.depth}) : std::move(decoded);
}

}  // namespace

ReadPicture readForeign(Kind kind, std::span<const std::uint8_t> bytes, const ReadOptions& options,
                        const std::string& name) {
  const auto info = readInfo(kind, bytes, name);
  if (info) checkSize(info->width, info->height, 8, options, name);
  const std::size_t end = checkWhole(kind, bytes, name);
  if (!info) {
    refuse(ErrorCode::badPicture, name,
           fmt::format("the {} file does not say its size", kindName(kind)));
  }

  const EspyFormats& module = formatsModule(name, fmt::format("is a {} picture", kindName(kind)));
  const std::vector<std::uint8_t> plain =
      kind == Kind::png ? plainPng(bytes) : std::vector<std::uint8_t>();
  const std::span<const std::uint8_t> file = plain.empty() ? bytes.first(end) : plain;

  EspyPixels pixels{};
  std::array<char, 512> said{};
  if (module.decode(file.data(), file.size(), &pixels, said.data(), said.size()) != 0) {
    refuse(ErrorCode::badPicture, name,
           fmt::format("is a {} picture that cannot be decoded: {}", kindName(kind), said.data()));
  }
  const std::shared_ptr<const void> owner(pixels.keep, module.releasePixels);
  if (pixels.width != info->width || pixels.height != info->height) {
    refuse(ErrorCode::badPicture, name,
           fmt::format("its header says {} x {} pixels, but it decodes to {} x {}", info->width,
                       info->height, pixels.width, pixels.height));
  }
  const PixelFormat format{pixels.channels, pixels.sampleBytes == 2 ? Depth::u16 : Depth::u8};
  const ImageView view(pixels.data, {pixels.width, pixels.height}, format,
                       static_cast<std::ptrdiff_t>(pixels.stride));

  ReadPicture read;
  read.image = asInFile(Image(view, owner), *info);
  read.note = info->note;
  if (said[0] != 0) addNote(read.note, fmt::format("the decoder says: {}", said.data()));
  addUnread(read.note, bytes.size() - end);
  return read;
}

}  // namespace espy::io
