// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "project/bundle.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>

#include "base/phrase.h"
#include "espy/error.h"

namespace espy::desktop {
namespace {

/// Headers and contents fill whole blocks of this size.
constexpr std::size_t kBlock = 512;
using Block = std::array<char, kBlock>;

// Where the fields of a header lie, and how long they are (POSIX.1-1988).
constexpr std::size_t kName = 0;
constexpr std::size_t kNameLength = 100;
constexpr std::size_t kMode = 100;
constexpr std::size_t kSize = 124;
constexpr std::size_t kSizeLength = 12;
constexpr std::size_t kSum = 148;
constexpr std::size_t kSumLength = 8;
constexpr std::size_t kKind = 156;
constexpr std::size_t kMagic = 257;

/// The sum of a header's bytes, its own field counted as spaces.
unsigned sumOf(const Block& header) {
  unsigned sum = 0;
  for (std::size_t i = 0; i < kBlock; ++i) {
    const bool own = i >= kSum && i < kSum + kSumLength;
    sum += own ? ' ' : static_cast<unsigned char>(header[i]);
  }
  return sum;
}

std::uint64_t paddedSize(std::uint64_t size) {
  return (size + kBlock - 1) / kBlock * kBlock;
}

/// A number in octal digits; false where there are others.
bool readOctal(std::string_view field, std::uint64_t& number) {
  number = 0;
  const std::size_t first = std::min(field.find_first_not_of(' '), field.size());
  bool any = false;
  for (const char digit : field.substr(first)) {
    if (digit == '\0' || digit == ' ') break;
    if (digit < '0' || digit > '7') return false;
    number = number * 8 + static_cast<std::uint64_t>(digit - '0');
    any = true;
  }
  return any;
}

[[noreturn]] void refuse(const std::string& name, const Message& fact) {
  throw Error(ErrorCode::badPicture, phrase("{}: {}", name, fact));
}

}  // namespace

void BundleWriter::add(const std::string& name, std::span<const std::string_view> parts) {
  std::uint64_t size = 0;
  for (const std::string_view part : parts) size += part.size();
  Block header{};
  std::memcpy(header.data() + kName, name.data(), std::min(name.size(), kNameLength - 1));
  std::snprintf(header.data() + kMode, 8, "%07o", 0644U);
  std::snprintf(header.data() + kSize, kSizeLength, "%011llo",
                static_cast<unsigned long long>(size));
  header[kKind] = '0';
  std::memcpy(header.data() + kMagic,
              "ustar\0"
              "00",
              8);
  std::snprintf(header.data() + kSum, kSumLength, "%06o", sumOf(header));
  header[kSum + 7] = ' ';
  write_({header.data(), header.size()});
  for (const std::string_view part : parts) write_(part);
  const Block zeros{};
  write_({zeros.data(), static_cast<std::size_t>(paddedSize(size) - size)});
}

void BundleWriter::finish() {
  const Block zeros{};
  for (int i = 0; i < 2; ++i) write_({zeros.data(), zeros.size()});
}

std::map<std::string, std::span<const std::uint8_t>> readBundle(std::span<const std::uint8_t> bytes,
                                                                const std::string& name) {
  std::map<std::string, std::span<const std::uint8_t>> files;
  std::size_t at = 0;
  while (at + kBlock <= bytes.size()) {
    Block header;
    std::memcpy(header.data(), bytes.data() + at, kBlock);
    if (header[0] == '\0') return files;
    std::uint64_t sum = 0;
    std::uint64_t size = 0;
    const std::string_view text(header.data(), kBlock);
    if (!readOctal(text.substr(kSum, kSumLength), sum) || sum != sumOf(header) ||
        !readOctal(text.substr(kSize, kSizeLength), size)) {
      refuse(name, files.empty() ? phrase("is no project of Espy") : phrase("is damaged"));
    }
    at += kBlock;
    if (size > bytes.size() - at) refuse(name, phrase("is cut short"));
    const std::size_t length = std::min(text.find('\0'), kNameLength);
    files.emplace(text.substr(kName, length), bytes.subspan(at, size));
    at += std::min<std::size_t>(paddedSize(size), bytes.size() - at);
  }
  refuse(name, files.empty() ? phrase("is no project of Espy") : phrase("is cut short"));
}

}  // namespace espy::desktop
