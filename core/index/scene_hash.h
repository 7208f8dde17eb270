// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

/// The numbers that hashes of blocks are made of. Stored hashes depend on them.
namespace espy::index {

/// Factors of the left, or upper, of two neighbouring halves of 1, 2 and 4 pixels.
inline constexpr std::array<std::uint64_t, 3> kAcross{0x9e3779b97f4a7c15U, 0xd1b54a32d192ed03U,
                                                      0xaef17502108ef2d9U};
inline constexpr std::array<std::uint64_t, 3> kDown{0xf1357aea2e62a9c5U, 0x8cb92ba72f3d8dd7U,
                                                    0xda942042e4dd58b5U};

/// Mixes the bits of a block's sum.
inline std::uint64_t mixed(std::uint64_t sum) {
  sum = (sum ^ (sum >> 32)) * 0xd6e8feb86659fd93U;
  sum = (sum ^ (sum >> 29)) * 0xbf58476d1ce4e5b9U;
  return sum ^ (sum >> 32);
}

/// Decides ties of the block at (x, y): random, not 0.
inline std::uint64_t tieOf(std::int64_t x, std::int64_t y) {
  std::uint32_t bits =
      static_cast<std::uint32_t>(x) * 0x9e3779b1U ^ static_cast<std::uint32_t>(y) * 0x85ebca77U;
  bits = (bits ^ (bits >> 15)) * 0x2c1b3c6dU;
  bits = (bits ^ (bits >> 12)) * 0x297a2d39U;
  return (bits >> 16) | 1U;
}

}  // namespace espy::index
