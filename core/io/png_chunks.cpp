// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "io/png_chunks.h"

#include "files/byte_reader.h"

#ifdef ESPY_WITH_DEFLATE
#include <libdeflate.h>
#else
#include <array>
#endif

namespace espy::io {

PngChunk pngChunkAt(std::span<const std::uint8_t> bytes, std::uint64_t at) {
  constexpr std::uint64_t kFrame = 12;  // length, name and checksum
  const files::ByteReader file(bytes, files::ByteReader::Order::big);
  const std::uint64_t length = file.u32(at);
  file.need(at, length + kFrame);
  PngChunk chunk;
  chunk.at = at;
  chunk.size = length + kFrame;
  chunk.name = {reinterpret_cast<const char*>(bytes.data()) + at + 4, 4};
  chunk.data = bytes.subspan(at + 8, length);
  return chunk;
}

#ifdef ESPY_WITH_DEFLATE

std::uint32_t pngCrc(std::span<const std::uint8_t> bytes) {
  return libdeflate_crc32(0, bytes.data(), bytes.size());
}

#else

namespace {

using CrcTables = std::array<std::array<std::uint32_t, 256>, 8>;

/// Tables for eight bytes per step (slicing-by-8).
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

}  // namespace

std::uint32_t pngCrc(std::span<const std::uint8_t> bytes) {
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

#endif

}  // namespace espy::io
