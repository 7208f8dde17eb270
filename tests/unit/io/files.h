// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

/// Small hand-made files of foreign formats.
namespace espy::iotest {

inline std::string number(std::uint64_t value, int bytes, bool big) {
  std::string text;
  for (int i = 0; i < bytes; ++i) {
    text += static_cast<char>(value >> 8 * (big ? bytes - 1 - i : i));
  }
  return text;
}
inline std::string big32(std::uint64_t value) {
  return number(value, 4, true);
}
inline std::string little32(std::uint64_t value) {
  return number(value, 4, false);
}
inline std::string little16(std::uint64_t value) {
  return number(value, 2, false);
}

inline std::uint32_t crc32(const std::string& data) {
  std::uint32_t crc = ~0U;
  for (const char c : data) {
    crc ^= static_cast<std::uint8_t>(c);
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ (crc & 1 ? 0xedb88320U : 0U);
  }
  return ~crc;
}

inline std::string pngChunk(const std::string& name, const std::string& data) {
  return big32(data.size()) + name + data + big32(crc32(name + data));
}

inline std::string pngHeader(std::uint64_t width, std::uint64_t height, int bits, int colourType) {
  return std::string("\x89PNG\r\n\x1a\n", 8) +
         pngChunk("IHDR", big32(width) + big32(height) + static_cast<char>(bits) +
                              static_cast<char>(colourType) + std::string(3, '\0'));
}

/// An IDAT chunk of filtered rows, as one stored block of zlib.
inline std::string pngStored(const std::string& raw) {
  std::uint32_t a = 1;
  std::uint32_t b = 0;
  for (const char c : raw) {
    a = (a + static_cast<std::uint8_t>(c)) % 65521;
    b = (b + a) % 65521;
  }
  return pngChunk("IDAT", "\x78\x01\x01" + little16(raw.size()) + little16(~raw.size()) + raw +
                              big32(std::uint64_t{b} << 16 | a));
}

/// An IDAT chunk of rows with filter 0.
inline std::string pngData(const std::vector<std::string>& rows) {
  std::string raw;
  for (const std::string& row : rows) raw += '\0' + row;
  return pngStored(raw);
}

/// Rows of any bytes under any filters, perhaps interlaced; `upTo(most)` returns any of 0..most.
template <class UpTo>
std::string pngRaster(std::int64_t width, std::int64_t height, int bitsOfPixel, bool interlaced,
                      const UpTo& upTo) {
  // The seven passes of Adam7, and the one of other files: first column and row, and their steps.
  constexpr struct {
    std::int64_t x, y, dx, dy;
  } kPasses[] = {{0, 0, 8, 8}, {4, 0, 8, 8}, {0, 4, 4, 8}, {2, 0, 4, 4},
                 {0, 2, 2, 4}, {1, 0, 2, 2}, {0, 1, 1, 2}, {0, 0, 1, 1}};
  std::string raster;
  for (int pass = interlaced ? 0 : 7; pass < (interlaced ? 7 : 8); ++pass) {
    const auto& at = kPasses[pass];
    const std::int64_t columns = (width - at.x + at.dx - 1) / at.dx;
    for (std::int64_t y = at.y; columns > 0 && y < height; y += at.dy) {
      raster += static_cast<char>(upTo(4));
      for (std::int64_t i = 0; i < (columns * bitsOfPixel + 7) / 8; ++i) {
        raster += static_cast<char>(upTo(255));
      }
    }
  }
  return raster;
}

inline std::string pngEnd() {
  return pngChunk("IEND", "");
}

/// A TIFF or BigTIFF file of one uncompressed strip of grey samples.
struct TiffFile {
  bool big = false;  ///< byte order
  bool bigTiff = false;
  int bits = 8;
  int sampleFormat = 1;
  std::uint64_t width = 0;
  std::uint64_t height = 0;
  std::uint64_t next = 0;  ///< offset of the next directory
  std::string raster;

  std::string bytes() const {
    const int wordBytes = bigTiff ? 8 : 4;
    const std::string order = big ? "MM" : "II";
    const std::uint64_t headerBytes = bigTiff ? 16 : 8;
    std::string file = order + number(bigTiff ? 43 : 42, 2, big);
    if (bigTiff) file += number(8, 2, big) + number(0, 2, big);
    file += number(headerBytes + raster.size(), wordBytes, big) + raster;
    const struct {
      int tag;
      std::uint64_t value;
    } entries[] = {{256, width},
                   {257, height},
                   {258, static_cast<std::uint64_t>(bits)},
                   {259, 1},
                   {262, 1},
                   {273, headerBytes},
                   {277, 1},
                   {278, height},
                   {279, raster.size()},
                   {339, static_cast<std::uint64_t>(sampleFormat)}};
    file += number(std::size(entries), bigTiff ? 8 : 2, big);
    for (const auto& entry : entries) {
      const bool wide = entry.tag == 273 || entry.tag == 279 || entry.tag <= 257;
      file += number(static_cast<std::uint64_t>(entry.tag), 2, big) + number(wide ? 4 : 3, 2, big) +
              number(1, wordBytes, big);
      const int valueBytes = wide ? 4 : 2;
      file += number(entry.value, valueBytes, big) +
              std::string(static_cast<std::size_t>(wordBytes - valueBytes), '\0');
    }
    return file + number(next, wordBytes, big);
  }
};

/// A BMP file: a header, then masks or a palette, then pixels.
inline std::string bmpOf(std::int64_t width, std::int64_t height, int bits, int compression,
                         const std::string& between, const std::string& pixels,
                         std::uint64_t headerBytes = 40) {
  const std::uint64_t data = 54 + between.size();
  return "BM" + little32(data + pixels.size()) + little32(0) + little32(data) +
         little32(headerBytes) + little32(static_cast<std::uint64_t>(width)) +
         little32(static_cast<std::uint64_t>(height)) + little16(1) +
         little16(static_cast<std::uint64_t>(bits)) +
         little32(static_cast<std::uint64_t>(compression)) + std::string(20, '\0') + between +
         pixels;
}

/// One without compression or palette. `masks`, for four channels, are part of the header.
inline std::string bmpFile(std::int64_t width, std::int64_t height, int bits,
                           const std::string& rows, const std::string& masks = "") {
  return bmpOf(width, height, bits, masks.empty() ? 0 : 3, masks, rows, 40 + masks.size());
}

}  // namespace espy::iotest
