// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "files/byte_reader.h"
#include "files/message.h"
#include "io/png_chunks.h"
#include "io/sniff_formats.h"

namespace espy::io {
namespace {

/// Whether a tRNS chunk precedes the picture data.
bool hasTransparency(std::span<const std::uint8_t> bytes) {
  try {
    for (std::uint64_t at = kPngSignatureBytes;;) {
      const PngChunk chunk = pngChunkAt(bytes, at);
      if (chunk.name == "tRNS") return true;
      if (chunk.name == "IDAT" || chunk.name == "IEND") return false;
      at += chunk.size;
    }
  } catch (const files::Truncated&) {
    return false;  // a stream's prefix, or a file that is refused later
  }
}

}  // namespace

PictureInfo pngInfo(std::span<const std::uint8_t> bytes, const std::string& name) {
  const files::ByteReader file(bytes, files::ByteReader::Order::big);
  if (file.u32(8) != 13 || !file.is(12, "IHDR")) {
    files::refuse(ErrorCode::badPicture, name,
                  phrase("the PNG file does not begin with its header"));
  }
  PictureInfo info;
  info.width = file.u32(16);
  info.height = file.u32(20);
  const int bits = file.u8(24);
  const int colourType = file.u8(25);
  file.need(26, 7);  // compression, filter, interlacing and checksum
  if (info.width == 0 || info.height == 0) {
    files::refuse(ErrorCode::badPicture, name,
                  phrase("the PNG header says {} x {} pixels", info.width, info.height));
  }
  constexpr std::array<int, 7> kChannels{1, -1, 3, 0, 2, -1, 4};
  constexpr std::array<unsigned, 7> kDepths{0x10116, 0, 0x10100, 0x116, 0x10100, 0, 0x10100};
  if (colourType > 6 || kChannels[colourType] < 0 || bits > 16 ||
      (kDepths[colourType] >> bits & 1) == 0) {
    files::refuse(ErrorCode::badPicture, name,
                  phrase("the PNG header says colour type {} with {} bits, which is invalid",
                         colourType, bits));
  }
  info.channels = kChannels[colourType];
  info.bits = bits == 16 ? 16 : 8;
  if ((info.channels == 1 || info.channels == 3) && hasTransparency(bytes)) ++info.channels;
  return info;
}

std::size_t pngEnd(std::span<const std::uint8_t> bytes, const std::string& name) {
  const files::ByteReader file(bytes, files::ByteReader::Order::big);
  bool data = false;
  for (std::uint64_t at = kPngSignatureBytes;;) {
    const PngChunk chunk = pngChunkAt(bytes, at);
    at += chunk.size;
    if (!chunk.decidesPixels()) continue;
    if (pngCrc(bytes.subspan(chunk.at + 4, chunk.size - 8)) != file.u32(at - 4)) {
      files::refuse(ErrorCode::badPicture, name,
                    phrase("the PNG file is damaged at byte {}: a checksum is wrong", chunk.at));
    }
    data = data || chunk.name == "IDAT";
    if (chunk.name == "IEND") {
      if (!data)
        files::refuse(ErrorCode::badPicture, name, phrase("the PNG file has no picture data"));
      return at;
    }
  }
}

std::vector<std::uint8_t> plainPng(std::span<const std::uint8_t> bytes) {
  std::vector<std::uint8_t> plain(bytes.begin(), bytes.begin() + kPngSignatureBytes);
  bool leftOut = false;
  for (std::uint64_t at = kPngSignatureBytes;;) {
    const PngChunk chunk = pngChunkAt(bytes, at);
    at += chunk.size;
    if (chunk.decidesPixels()) {
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
