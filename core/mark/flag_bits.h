// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

namespace espy::mark {

/// Flags are packed into words of 64: bit i is set if flag i is not 0.
inline constexpr int kWordPixels = 64;
inline constexpr std::uint64_t kAllFlagged = ~std::uint64_t{0};

/// Returns one bit per non-zero byte, the lowest byte first.
inline std::uint64_t nonZeroBytes(std::uint64_t bytes) {
  constexpr std::uint64_t kLowSeven = 0x7f7f'7f7f'7f7f'7f7f;
  constexpr std::uint64_t kLowest = 0x0101'0101'0101'0101;
  // Adding 127 to the low seven bits carries into the eighth unless all are 0.
  const std::uint64_t ones = ((((bytes & kLowSeven) + kLowSeven) | bytes) >> 7) & kLowest;
  // The multiplication moves the bit of byte i to position 56 + i; products do not collide.
  return (ones * 0x0102'0408'1020'4080) >> 56;
}

/// Packs 64 flags; fast if all are 0.
inline std::uint64_t flagBits(const std::uint8_t* flags) {
  std::array<std::uint64_t, 8> words;
  std::memcpy(words.data(), flags, sizeof words);
  std::uint64_t any = 0;
  for (const std::uint64_t word : words) any |= word;
  if (any == 0) return 0;
  std::uint64_t bits = 0;
  for (int i = 0; i < 8; ++i) {
    std::uint64_t word = words[static_cast<std::size_t>(i)];
    if constexpr (std::endian::native == std::endian::big) word = __builtin_bswap64(word);
    bits |= nonZeroBytes(word) << (8 * i);
  }
  return bits;
}

/// Packs `count` flags, 1..64; higher bits are 0.
inline std::uint64_t flagBits(const std::uint8_t* flags, std::int64_t count) {
  if (count == kWordPixels) return flagBits(flags);
  std::array<std::uint8_t, kWordPixels> padded{};
  std::memcpy(padded.data(), flags, static_cast<std::size_t>(count));
  return flagBits(padded.data());
}

/// Whether any of `count` flags is not 0; returns early.
inline bool anyFlag(const std::uint8_t* flags, std::int64_t count) {
  constexpr std::int64_t kChunk = 512;
  for (; count >= kChunk; count -= kChunk, flags += kChunk) {
    std::array<std::uint64_t, kChunk / 8> words;
    std::memcpy(words.data(), flags, sizeof words);
    std::uint64_t any = 0;
    for (const std::uint64_t word : words) any |= word;
    if (any != 0) return true;
  }
  std::uint8_t any = 0;
  for (std::int64_t i = 0; i < count; ++i) any = static_cast<std::uint8_t>(any | flags[i]);
  return any != 0;
}

/// A mask of the lowest `count` bits, 1..64.
inline std::uint64_t lowBits(std::int64_t count) {
  return kAllFlagged >> (kWordPixels - count);
}

}  // namespace espy::mark
