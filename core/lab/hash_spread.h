// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>

/// Where a key of hash-table goes: its hash, its table and its list.
namespace espy::lab {

enum class HashFunction : std::uint8_t {
  dek,        ///< Knuth
  sdbm,       ///< of the library sdbm
  pjw,        ///< Weinberger
  remainder,  ///< the key itself
};

/// n tables of m lists. A key is the bits of a float in (0, 1).
struct HashSpread {
  HashFunction function = HashFunction::dek;
  /// Whether a key's most significant byte is hashed first.
  bool highFirst = true;
  std::uint32_t tables = 1;
  std::uint32_t buckets = 1024;

  std::int64_t lists() const { return std::int64_t{tables} * buckets; }
};

/// Hash of the four bytes of a key.
constexpr std::uint32_t hashOf(HashFunction function, bool highFirst, std::uint32_t key) {
  if (function == HashFunction::remainder) return key;
  std::uint32_t hash = function == HashFunction::dek ? 4 : 0;
  for (int i = 0; i < 4; ++i) {
    const std::uint32_t byte = key >> (8 * (highFirst ? 3 - i : i)) & 0xff;
    if (function == HashFunction::dek) {
      hash = (hash << 5 ^ hash >> 27) ^ byte;
    } else if (function == HashFunction::sdbm) {
      hash = byte + (hash << 6) + (hash << 16) - hash;
    } else {
      hash = (hash << 4) + byte;
      const std::uint32_t high = hash & 0xf0000000;
      hash = (hash ^ high >> 24) & ~high;
    }
  }
  return hash;
}

/// The paper's table assignment, k 10^6 mod n.
constexpr std::uint32_t tableOf(std::uint32_t tables, std::uint32_t key) {
  return static_cast<std::uint32_t>(std::bit_cast<float>(key) * 1e6F) % tables;
}

/// List of a key, in 0 .. lists() - 1.
constexpr std::uint32_t listOf(const HashSpread& spread, std::uint32_t key) {
  return tableOf(spread.tables, key) * spread.buckets +
         hashOf(spread.function, spread.highFirst, key) % spread.buckets;
}

/// A bijection of 32 bits (the finaliser of MurmurHash3), for structures that need a good hash.
constexpr std::uint32_t mixed(std::uint32_t key) {
  key = (key ^ key >> 16) * 0x85ebca6bU;
  key = (key ^ key >> 13) * 0xc2b2ae35U;
  return key ^ key >> 16;
}

/// `hash` scaled to 0 .. count - 1.
constexpr std::uint32_t scaled(std::uint32_t hash, std::uint32_t count) {
  return static_cast<std::uint32_t>(std::uint64_t{hash} * count >> 32);
}

}  // namespace espy::lab
