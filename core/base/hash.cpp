// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "base/hash.h"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <cstddef>
#include <cstring>

namespace espy {
namespace {

// The fractional digits of the square roots of 2, 3, 5 and 7, made odd.
constexpr std::array<std::uint64_t, 4> kRoots{0x6a09e667f3bcc909, 0xbb67ae8584caa73b,
                                              0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1};

/// Exclusive or of both halves of a 128-bit product.
std::uint64_t mixed(std::uint64_t a, std::uint64_t b) {
  __extension__ using Wide = unsigned __int128;
  const Wide product = static_cast<Wide>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

/// Reads eight bytes, little-endian.
std::uint64_t wordOf(const char* bytes) {
  std::uint64_t word = 0;
  std::memcpy(&word, bytes, sizeof word);
  if constexpr (std::endian::native == std::endian::big) word = __builtin_bswap64(word);
  return word;
}

}  // namespace

std::uint64_t hashOf(std::string_view bytes, std::uint64_t seed) {
  // Four independent chains, for instruction-level parallelism.
  std::array<std::uint64_t, 4> chains{};
  for (std::size_t c = 0; c < 4; ++c) chains[c] = seed ^ kRoots[c];
  const auto add = [&](const char* block) {
    for (std::size_t c = 0; c < 4; ++c) {
      chains[c] = mixed(chains[c] ^ wordOf(block + 8 * c), kRoots[c]) + kRoots[(c + 1) % 4];
    }
  };
  std::size_t at = 0;
  for (; at + 32 <= bytes.size(); at += 32) add(bytes.data() + at);
  std::array<char, 32> rest{};
  std::memcpy(rest.data(), bytes.data() + at, bytes.size() - at);
  add(rest.data());
  std::uint64_t hash = mixed(bytes.size() ^ kRoots[0], kRoots[3]);
  for (const std::uint64_t chain : chains) hash = mixed(hash ^ chain, kRoots[1]);
  return hash;
}

std::string hexOf(std::uint64_t hash) {
  return fmt::format("{:016x}", hash);
}

}  // namespace espy
