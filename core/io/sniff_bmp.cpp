// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "io/byte_reader.h"
#include "io/message.h"
#include "io/sniff_formats.h"

namespace espy::io {
namespace {

struct BmpHeader {
  std::int64_t width = 0;
  std::int64_t height = 0;
  int bits = 0;
  std::uint32_t compression = 0;
  bool alpha = false;
};

constexpr std::uint32_t kUncompressed = 0;
constexpr std::uint32_t kBitFields = 3;

BmpHeader readHeader(std::span<const std::uint8_t> bytes) {
  const ByteReader file(bytes, ByteReader::Order::little);
  const std::uint32_t headerBytes = file.u32(14);
  BmpHeader header;
  if (headerBytes == 12) {
    header.width = file.u16(18);
    header.height = file.u16(20);
    header.bits = file.u16(24);
    return header;
  }
  header.width = static_cast<std::int32_t>(file.u32(18));
  header.height = static_cast<std::int32_t>(file.u32(22));
  if (header.height < 0) header.height = -header.height;  // stored from the top down
  header.bits = file.u16(28);
  header.compression = file.u32(30);
  file.need(14, std::max<std::uint32_t>(headerBytes, 40));
  // The fourth byte of 32 is alpha only where a mask says so.
  header.alpha = header.bits == 32 && header.compression == kBitFields && headerBytes >= 56 &&
                 file.u32(66) != 0;
  return header;
}

}  // namespace

PictureInfo bmpInfo(std::span<const std::uint8_t> bytes, const std::string& name) {
  const BmpHeader header = readHeader(bytes);
  if (header.width <= 0 || header.height == 0) {
    refuse(ErrorCode::badPicture, name,
           fmt::format("the BMP header says {} x {} pixels", header.width, header.height));
  }
  PictureInfo info;
  info.width = header.width;
  info.height = header.height;
  info.channels = header.bits <= 8 ? 0 : header.alpha ? 4 : 3;
  return info;
}

std::size_t bmpEnd(std::span<const std::uint8_t> bytes, const std::string& name) {
  const ByteReader file(bytes, ByteReader::Order::little);
  const BmpHeader header = readHeader(bytes);
  const std::uint64_t data = file.u32(10);
  if (data < 26) refuse(ErrorCode::badPicture, name, "the BMP header says no place for its pixels");
  std::uint64_t size = 1;
  if (header.compression == kUncompressed || header.compression == kBitFields) {
    const auto rowBits = static_cast<std::uint64_t>(header.width) * header.bits;
    size = (rowBits + 31) / 32 * 4 * static_cast<std::uint64_t>(header.height);
  }
  file.need(data, size);
  return bytes.size();
}

}  // namespace espy::io
