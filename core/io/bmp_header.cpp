// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "io/bmp.h"

#include <algorithm>

#include "files/byte_reader.h"

namespace espy::io {
namespace {

constexpr std::uint64_t kFileHeader = 14;
constexpr std::uint32_t kOldHeader = 12;
constexpr std::uint32_t kHeader = 40;
constexpr std::uint32_t kOs2Header = 64;

/// Reads the masks: inside the longer headers, after one of 40 bytes. Returns the offset of what
/// follows.
std::uint64_t readMasks(const files::ByteReader& file, std::uint32_t headerBytes,
                        BmpHeader& header) {
  const bool within = headerBytes >= 52 && headerBytes != kOs2Header;
  const std::uint64_t at = kFileHeader + kHeader;
  std::size_t count = header.packedAs(BmpPacking::masksWithAlpha) ? 4 : 3;
  if (within) count = headerBytes >= 56 ? 4 : 3;
  for (std::size_t i = 0; i < count; ++i) header.masks[i] = file.u32(at + 4 * i);
  return within ? kFileHeader + headerBytes : at + 4 * count;
}

}  // namespace

BmpHeader readBmpHeader(std::span<const std::uint8_t> bytes) {
  const files::ByteReader file(bytes, files::ByteReader::Order::little);
  BmpHeader header;
  header.data = file.u32(10);
  const std::uint32_t headerBytes = file.u32(14);
  std::uint64_t end = kFileHeader + headerBytes;
  std::uint64_t colours = 0;
  if (headerBytes == kOldHeader) {
    header.width = file.u16(18);
    header.height = file.u16(20);
    header.bits = file.u16(24);
    header.paletteStep = 3;
  } else {
    header.width = static_cast<std::int32_t>(file.u32(18));
    header.height = static_cast<std::int32_t>(file.u32(22));
    header.topDown = header.height < 0;
    if (header.topDown) header.height = -header.height;
    header.bits = file.u16(28);
    header.packing = file.u32(30);
    file.need(kFileHeader, std::max(headerBytes, kHeader));
    colours = file.u32(46);
    if (header.masked()) end = readMasks(file, headerBytes, header);
  }
  if (header.packing == 0 && header.bits == 16) header.masks = {0x7c00, 0x3e0, 0x1f, 0};
  if (header.packing == 0 && header.bits == 32) header.masks = {0xff0000, 0xff00, 0xff, 0};
  if (header.bits >= 1 && header.bits <= 8) {
    const std::uint64_t most = std::uint64_t{1} << header.bits;
    const std::uint64_t fits = header.data > end ? (header.data - end) / header.paletteStep : 0;
    header.palette = end;
    header.paletteColours = std::min({colours == 0 ? most : colours, most, fits});
  }
  return header;
}

}  // namespace espy::io
