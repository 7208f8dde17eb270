// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "base/hash.h"

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <cstring>

namespace espy {
namespace {

// The first digits of the square roots of 2, 3, 5 and 7 behind the point, made odd.
constexpr std::array<std::uint64_t, 4> kRoots{0x6a09e667f3bcc909, 0xbb67ae8584caa73b,
                                              0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1};

/// Both halves of a product: every bit of it depends on every bit of the factors.
std::uint64_t mixed(std::uint64_t a, std::uint64_t b) {
  __extension__ using Wide = unsigned __int128;
  const Wide product = static_cast<Wide>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

/// Eight bytes, the least first, or as many as there are.
std::uint64_t wordAt(std::string_view bytes, std::size_t at) {
  std::array<unsigned char, 8> some{};
  if (at < bytes.size()) {
    std::memcpy(some.data(), bytes.data() + at, std::min<std::size_t>(8, bytes.size() - at));
  }
  std::uint64_t word = 0;
  for (std::size_t i = 8; i-- > 0;) word = word << 8 | some[i];
  return word;
}

}  // namespace

std::uint64_t hashOf(std::string_view bytes, std::uint64_t seed) {
  // Four chains, which do not wait for each other.
  std::array<std::uint64_t, 4> chains{};
  for (std::size_t c = 0; c < 4; ++c) chains[c] = seed ^ kRoots[c];
  for (std::size_t at = 0; at < bytes.size(); at += 32) {
    for (std::size_t c = 0; c < 4; ++c) {
      chains[c] = mixed(chains[c] ^ wordAt(bytes, at + 8 * c), kRoots[c]) + kRoots[(c + 1) % 4];
    }
  }
  std::uint64_t hash = mixed(bytes.size() ^ kRoots[0], kRoots[3]);
  for (const std::uint64_t chain : chains) hash = mixed(hash ^ chain, kRoots[1]);
  return hash;
}

std::string hexOf(std::uint64_t hash) {
  return fmt::format("{:016x}", hash);
}

}  // namespace espy
