// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "io/tiff_write.h"

#include <algorithm>
#include <bit>
#include <cctype>
#include <filesystem>
#include <limits>
#include <string>

#include "espy/pictures.h"
#include "io/message.h"
#include "io/output_file.h"

namespace espy::io {
namespace {

/// Many readers count the bytes of a strip in 31 bits.
constexpr std::int64_t kMostStripBytes = (std::int64_t{1} << 31) - 1;
constexpr std::int64_t kSampleBytes = 4;

void put(std::vector<std::uint8_t>& bytes, std::uint64_t value, int count) {
  for (int i = 0; i < count; ++i) bytes.push_back(static_cast<std::uint8_t>(value >> 8 * i));
}

enum Type : std::uint16_t { kShort = 3, kLong = 4, kLong8 = 16 };

struct Entry {
  std::uint16_t tag;
  Type type;
  std::uint64_t count;
  std::uint64_t value;  ///< or where the values stand
};

struct Strips {
  std::int64_t rows;  ///< of each but the last
  std::uint64_t count;
  std::uint64_t bytes;  ///< of each but the last
  std::uint64_t lastBytes;
};

Strips stripsOf(Size size) {
  const std::int64_t rowBytes = size.width * kSampleBytes;
  const std::int64_t rows = std::clamp(kMostStripBytes / rowBytes, std::int64_t{1}, size.height);
  const std::int64_t count = (size.height + rows - 1) / rows;
  const std::int64_t last = size.height - (count - 1) * rows;
  return {rows, static_cast<std::uint64_t>(count), static_cast<std::uint64_t>(rows * rowBytes),
          static_cast<std::uint64_t>(last * rowBytes)};
}

std::vector<std::uint8_t> header(Size size, bool big) {
  const Strips strips = stripsOf(size);
  const int word = big ? 8 : 4;
  const Type wordType = big ? kLong8 : kLong;
  constexpr std::uint64_t kEntries = 11;
  const std::uint64_t directory = big ? 16 : 8;
  // Behind the directory stand the strips' places and lengths, unless one fits into its entry.
  const std::uint64_t lists =
      directory + (big ? 8 : 2) + kEntries * (big ? 20U : 12U) + static_cast<std::uint64_t>(word);
  const std::uint64_t listBytes =
      strips.count == 1 ? 0 : strips.count * static_cast<std::uint64_t>(word);
  const std::uint64_t raster = lists + 2 * listBytes;
  const bool one = strips.count == 1;

  const Entry entries[kEntries] = {
      {256, kLong, 1, static_cast<std::uint64_t>(size.width)},
      {257, kLong, 1, static_cast<std::uint64_t>(size.height)},
      {258, kShort, 1, 32},  // bits per sample
      {259, kShort, 1, 1},   // no compression
      {262, kShort, 1, 1},   // 0 is black
      {273, wordType, strips.count, one ? raster : lists},
      {277, kShort, 1, 1},  // samples per pixel
      {278, kLong, 1, static_cast<std::uint64_t>(strips.rows)},
      {279, wordType, strips.count, one ? strips.lastBytes : lists + listBytes},
      {284, kShort, 1, 1},  // samples side by side
      {339, kShort, 1, 3},  // floating point
  };
  std::vector<std::uint8_t> bytes{'I', 'I'};
  put(bytes, big ? 43 : 42, 2);
  if (big) put(bytes, 8, 4);  // bytes of an offset, and a zero
  put(bytes, directory, word);
  put(bytes, kEntries, big ? 8 : 2);
  for (const Entry& entry : entries) {
    put(bytes, entry.tag, 2);
    put(bytes, entry.type, 2);
    put(bytes, entry.count, word);
    put(bytes, entry.value, word);  // little endian: a short stands where it must
  }
  put(bytes, 0, word);  // no further page
  if (one) return bytes;
  for (std::uint64_t i = 0; i < strips.count; ++i) put(bytes, raster + i * strips.bytes, word);
  for (std::uint64_t i = 1; i < strips.count; ++i) put(bytes, strips.bytes, word);
  put(bytes, strips.lastBytes, word);
  return bytes;
}

void checkEnding(const std::string& path) {
  std::string ending = std::filesystem::path(path).extension().string();
  for (char& c : ending) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (ending == ".tif" || ending == ".tiff") return;
  refuse(
      ErrorCode::unsupported, path,
      phrase("floating-point samples are written as TIFF, so the name must end in .tif or .tiff"));
}

}  // namespace

std::vector<std::uint8_t> floatTiffHeader(Size size) {
  const std::vector<std::uint8_t> bytes = header(size, false);
  const std::uint64_t all =
      bytes.size() + static_cast<std::uint64_t>(size.pixels()) * std::uint64_t{kSampleBytes};
  return all <= std::numeric_limits<std::uint32_t>::max() ? bytes : header(size, true);
}

}  // namespace espy::io

namespace espy {

void writeFloatPicture(const std::string& path, Size size, std::span<const float> values) {
  io::checkEnding(path);
  constexpr std::int64_t kMostSide = std::numeric_limits<std::uint32_t>::max();
  if (size.width <= 0 || size.height <= 0) {
    io::refuse(ErrorCode::badUse, path, phrase("a picture without pixels cannot be written"));
  }
  if (size.width > kMostSide || size.height > kMostSide) {
    io::refuse(ErrorCode::unsupported, path,
               phrase("a TIFF has at most {} pixels a side, but the picture has {} x {}", kMostSide,
                      size.width, size.height));
  }
  if (countPixels(size.width, size.height, io::kSampleBytes) !=
      static_cast<std::int64_t>(values.size())) {
    io::refuse(ErrorCode::badUse, path,
               phrase("{} values are no picture of {} x {} pixels", values.size(), size.width,
                      size.height));
  }
  io::OutputFile output(path);
  output.write(io::floatTiffHeader(size));
  constexpr std::size_t kPart = 16384;
  std::vector<std::uint8_t> bytes;
  while (!values.empty()) {
    const auto part = values.first(std::min(values.size(), kPart));
    bytes.clear();
    for (const float value : part) io::put(bytes, std::bit_cast<std::uint32_t>(value), 4);
    output.write(bytes);
    values = values.subspan(part.size());
  }
  output.commit();
}

}  // namespace espy
