// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <array>
#include <string_view>

#include "io/byte_reader.h"
#include "io/message.h"
#include "io/sniff_formats.h"

namespace espy::io {
namespace {

constexpr std::uint64_t kSignatureBytes = 8;
constexpr std::uint64_t kChunkFrame = 12;  // length, name and checksum around a chunk's data

using CrcTables = std::array<std::array<std::uint32_t, 256>, 8>;

/// The tables of the CRC of ISO 3309, for eight bytes at once.
constexpr CrcTables makeCrcTables() {
  CrcTables tables{};
  for (std::uint32_t n = 0; n < 256; ++n) {
    std::uint32_t crc = n;
    for (int bit = 0; bit < 8; ++bit) crc = crc & 1 ? 0xedb88320U ^ (crc >> 1) : crc >> 1;
    tables[0][n] = crc;
  }
  for (std::size_t t = 1; t < 8; ++t) {
    for (std::size_t n = 0; n < 256; ++n) {
      tables[t][n] = tables[0][tables[t - 1][n] & 0xff] ^ (tables[t - 1][n] >> 8);
    }
  }
  return tables;
}
constexpr CrcTables kCrc = makeCrcTables();

std::uint32_t crcOf(std::span<const std::uint8_t> bytes) {
  std::uint32_t crc = 0xffffffffU;
  while (bytes.size() >= 8) {
    const std::uint32_t low = crc ^ (bytes[0] | std::uint32_t{bytes[1]} << 8 |
                                     std::uint32_t{bytes[2]} << 16 | std::uint32_t{bytes[3]} << 24);
    crc = kCrc[7][low & 0xff] ^ kCrc[6][(low >> 8) & 0xff] ^ kCrc[5][(low >> 16) & 0xff] ^
          kCrc[4][low >> 24] ^ kCrc[3][bytes[4]] ^ kCrc[2][bytes[5]] ^ kCrc[1][bytes[6]] ^
          kCrc[0][bytes[7]];
    bytes = bytes.subspan(8);
  }
  for (const std::uint8_t byte : bytes) crc = kCrc[0][(crc ^ byte) & 0xff] ^ (crc >> 8);
  return ~crc;
}

struct Chunk {
  std::string_view name;
  std::uint64_t at = 0;    ///< where its length stands
  std::uint64_t size = 0;  ///< with everything around the data
};

Chunk chunkAt(std::span<const std::uint8_t> bytes, std::uint64_t at) {
  const ByteReader file(bytes, ByteReader::Order::big);
  Chunk chunk;
  chunk.at = at;
  chunk.size = file.u32(at) + kChunkFrame;
  file.need(at, chunk.size);
  chunk.name = {reinterpret_cast<const char*>(bytes.data()) + at + 4, 4};
  return chunk;
}

/// Chunks that decide the pixels: those with a capital first letter, and tRNS.
bool decidesPixels(const Chunk& chunk) {
  return (chunk.name[0] >= 'A' && chunk.name[0] <= 'Z') || chunk.name == "tRNS";
}

}  // namespace

PictureInfo pngInfo(std::span<const std::uint8_t> bytes, const std::string& name) {
  const ByteReader file(bytes, ByteReader::Order::big);
  if (file.u32(8) != 13 || !file.is(12, "IHDR")) {
    refuse(ErrorCode::badPicture, name, "the PNG file does not begin with its header");
  }
  PictureInfo info;
  info.width = file.u32(16);
  info.height = file.u32(20);
  const int bits = file.u8(24);
  const int colourType = file.u8(25);
  file.need(26, 7);  // compression, filter, interlacing and the checksum
  if (info.width == 0 || info.height == 0) {
    refuse(ErrorCode::badPicture, name,
           fmt::format("the PNG header says {} x {} pixels", info.width, info.height));
  }
  constexpr std::array<int, 7> kChannels{1, -1, 3, 0, 2, -1, 4};
  constexpr std::array<unsigned, 7> kDepths{0x10116, 0, 0x10100, 0x116, 0x10100, 0, 0x10100};
  if (colourType > 6 || kChannels[colourType] < 0 || bits > 16 ||
      (kDepths[colourType] >> bits & 1) == 0) {
    refuse(ErrorCode::badPicture, name,
           fmt::format("the PNG header says colour type {} with {} bits, which cannot be",
                       colourType, bits));
  }
  info.channels = kChannels[colourType];
  info.bits = bits == 16 ? 16 : 8;
  return info;
}

std::size_t pngEnd(std::span<const std::uint8_t> bytes, const std::string& name) {
  const ByteReader file(bytes, ByteReader::Order::big);
  bool data = false;
  for (std::uint64_t at = kSignatureBytes;;) {
    const Chunk chunk = chunkAt(bytes, at);
    at += chunk.size;
    if (!decidesPixels(chunk)) continue;
    const auto covered = bytes.subspan(chunk.at + 4, chunk.size - 8);
    if (crcOf(covered) != file.u32(at - 4)) {
      refuse(ErrorCode::badPicture, name,
             fmt::format("the PNG file is damaged at byte {}: a checksum is wrong", chunk.at));
    }
    data = data || chunk.name == "IDAT";
    if (chunk.name == "IEND") {
      if (!data) refuse(ErrorCode::badPicture, name, "the PNG file has no picture data");
      return at;
    }
  }
}

std::vector<std::uint8_t> plainPng(std::span<const std::uint8_t> bytes) {
  std::vector<std::uint8_t> plain(bytes.begin(), bytes.begin() + kSignatureBytes);
  bool leftOut = false;
  for (std::uint64_t at = kSignatureBytes;;) {
    const Chunk chunk = chunkAt(bytes, at);
    at += chunk.size;
    if (decidesPixels(chunk)) {
      const auto whole = bytes.subspan(chunk.at, chunk.size);
      plain.insert(plain.end(), whole.begin(), whole.end());
    } else {
      leftOut = true;
    }
    if (chunk.name == "IEND") break;
  }
  if (!leftOut) plain.clear();
  return plain;
}

}  // namespace espy::io
