// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "files/byte_reader.h"
#include "files/message.h"
#include "io/sniff_formats.h"

namespace espy::io {
namespace {

constexpr std::uint64_t kRiffFrame = 8;    // "RIFF" and the length
constexpr std::uint64_t kFirstChunk = 12;  // after "WEBP"
constexpr std::uint64_t kData = kFirstChunk + 8;

}  // namespace

PictureInfo webpInfo(std::span<const std::uint8_t> bytes, const std::string& name) {
  const files::ByteReader file(bytes, files::ByteReader::Order::little);
  PictureInfo info;
  if (file.is(kFirstChunk, "VP8X")) {
    const int flags = file.u8(kData);
    if ((flags & 0x02) != 0) {
      files::refuse(ErrorCode::unsupported, name,
                    phrase("is an animated WebP; only single pictures are supported"));
    }
    info.width = std::int64_t{file.u24(kData + 4)} + 1;
    info.height = std::int64_t{file.u24(kData + 7)} + 1;
    info.channels = (flags & 0x10) != 0 ? 4 : 3;
  } else if (file.is(kFirstChunk, "VP8L")) {
    if (file.u8(kData) != 0x2f) {
      files::refuse(ErrorCode::badPicture, name, phrase("the WebP header has a wrong signature"));
    }
    const std::uint32_t packed = file.u32(kData + 1);
    info.width = std::int64_t{packed & 0x3fff} + 1;
    info.height = std::int64_t{packed >> 14 & 0x3fff} + 1;
    info.channels = (packed >> 28 & 1) != 0 ? 4 : 3;
  } else if (file.is(kFirstChunk, "VP8 ")) {
    if (file.u24(kData + 3) != 0x2a019d) {
      files::refuse(ErrorCode::badPicture, name, phrase("the WebP header has a wrong signature"));
    }
    info.width = file.u16(kData + 6) & 0x3fff;
    info.height = file.u16(kData + 8) & 0x3fff;
    info.channels = 3;
    if (info.width == 0 || info.height == 0) {
      files::refuse(ErrorCode::badPicture, name,
                    phrase("the WebP header says {} x {} pixels", info.width, info.height));
    }
  } else {
    files::refuse(ErrorCode::badPicture, name,
                  phrase("the WebP file does not begin with a picture"));
  }
  return info;
}

std::size_t webpEnd(std::span<const std::uint8_t> bytes, const std::string& /*name*/) {
  const files::ByteReader file(bytes, files::ByteReader::Order::little);
  const std::uint64_t end = file.u32(4) + kRiffFrame;
  file.need(0, end);
  return end;
}

}  // namespace espy::io
