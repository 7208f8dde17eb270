// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "files/byte_reader.h"
#include "files/message.h"
#include "io/bmp.h"
#include "io/sniff_formats.h"

namespace espy::io {
PictureInfo bmpInfo(std::span<const std::uint8_t> bytes, const std::string& name) {
  const BmpHeader header = readBmpHeader(bytes);
  if (header.width <= 0 || header.height == 0) {
    files::refuse(ErrorCode::badPicture, name,
                  phrase("the BMP header says {} x {} pixels", header.width, header.height));
  }
  PictureInfo info;
  info.width = header.width;
  info.height = header.height;
  info.channels = header.bits <= 8 ? 0 : header.alpha() ? 4 : 3;
  return info;
}

std::size_t bmpEnd(std::span<const std::uint8_t> bytes, const std::string& name) {
  const files::ByteReader file(bytes, files::ByteReader::Order::little);
  const BmpHeader header = readBmpHeader(bytes);
  if (header.data < 26) {
    files::refuse(ErrorCode::badPicture, name,
                  phrase("the BMP header does not state where its pixels begin"));
  }
  const bool rows = header.packedAs(BmpPacking::none) || header.masked();
  file.need(header.data, rows ? header.rowBytes() * static_cast<std::uint64_t>(header.height) : 1);
  return bytes.size();
}

}  // namespace espy::io
