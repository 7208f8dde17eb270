// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

/// Reads floating-point TIFF files by the specification, independent of the library.
namespace espy::test {

/// Little-endian integer of `bytes` bytes at offset `at`.
inline std::uint64_t littleEndian(const std::string& file, std::uint64_t at, std::uint64_t bytes) {
  if (at > file.size() || bytes > file.size() - at) throw std::runtime_error("the file is short");
  std::uint64_t value = 0;
  for (std::uint64_t i = 0; i < bytes; ++i) {
    value |= std::uint64_t{static_cast<std::uint8_t>(file[at + i])} << 8 * i;
  }
  return value;
}

/// Values of all tags of a little-endian TIFF or BigTIFF with one page. Tags must be sorted.
inline std::map<int, std::vector<std::uint64_t>> tiffTags(const std::string& file) {
  const std::uint64_t version = littleEndian(file, 2, 2);
  const bool big = version == 43;
  if (!file.starts_with("II") || (version != 42 && !big)) throw std::runtime_error("no TIFF");
  const std::uint64_t word = big ? 8 : 4;
  if (big && littleEndian(file, 4, 4) != 8) throw std::runtime_error("no BigTIFF");
  std::uint64_t at = littleEndian(file, big ? 8 : 4, word);
  const std::uint64_t count = littleEndian(file, at, big ? 8 : 2);
  at += big ? 8 : 2;
  std::map<int, std::vector<std::uint64_t>> tags;
  for (std::uint64_t i = 0; i < count; ++i, at += 4 + 2 * word) {
    const auto tag = static_cast<int>(littleEndian(file, at, 2));
    if (!tags.empty() && tag <= tags.rbegin()->first) throw std::runtime_error("unordered tags");
    const std::uint64_t type = littleEndian(file, at + 2, 2);
    const std::uint64_t bytes = type == 3 ? 2 : type == 4 ? 4 : type == 16 ? 8 : 0;
    const std::uint64_t values = littleEndian(file, at + 4, word);
    if (bytes == 0) throw std::runtime_error("an unknown type");
    std::uint64_t place = at + 4 + word;
    if (values * bytes > word) place = littleEndian(file, place, word);
    for (std::uint64_t v = 0; v < values; ++v) {
      tags[tag].push_back(littleEndian(file, place + v * bytes, bytes));
    }
  }
  if (littleEndian(file, at, word) != 0) throw std::runtime_error("a further page");
  return tags;
}

struct FloatPicture {
  std::uint64_t width = 0;
  std::uint64_t height = 0;
  std::vector<float> values;
};

/// Decodes an uncompressed picture of one channel of 32-bit floats.
inline FloatPicture parseFloatTiff(const std::string& file) {
  auto tags = tiffTags(file);
  const auto is = [&](int tag, std::uint64_t value) {
    if (tags[tag] != std::vector{value}) throw std::runtime_error("tag " + std::to_string(tag));
  };
  is(258, 32);  // bits per sample
  is(259, 1);   // compression: none
  is(277, 1);   // samples per pixel
  is(339, 3);   // sample format: floating point
  FloatPicture picture{tags[256].at(0), tags[257].at(0), {}};
  const std::vector<std::uint64_t>& places = tags[273];
  for (std::size_t i = 0; i < places.size(); ++i) {
    for (std::uint64_t at = 0; at < tags[279].at(i); at += 4) {
      picture.values.push_back(
          std::bit_cast<float>(static_cast<std::uint32_t>(littleEndian(file, places[i] + at, 4))));
    }
  }
  if (picture.values.size() != picture.width * picture.height) {
    throw std::runtime_error("a raster of another size");
  }
  return picture;
}

}  // namespace espy::test
