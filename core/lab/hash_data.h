// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "espy/control.h"
#include "lab/hash_table.h"

namespace espy::lab {

/// How keys are drawn, all in (0, 1).
enum class HashKeys : std::uint8_t {
  normal,   ///< around 0.5, by the polar form of Box and Muller; others are drawn again
  uniform,  ///< multiples of 2^-24
  /// As the paper's first application: half of them with a standard deviation of 0.05, half with
  /// 0.1.
  twoNormals,
  distinct,  ///< multiples of 2^-24, no key twice
};

/// Random operations; deterministic per seed.
struct HashWorkload {
  struct Sizes {
    std::int64_t preload = 0;  ///< pairs, of different keys
    std::int64_t operations = 0;
    int searches = 33;  ///< per cent
    int erases = 33;    ///< per cent; the rest are inserts
    int hits = 50;      ///< per cent of searches and erases of a preloaded key
    HashKeys keys = HashKeys::normal;
    double variance = 0.05;  ///< of `normal`
  };

  std::vector<HashPair> preload;
  std::vector<HashOperation> operations;
  std::vector<std::uint32_t> keys;
  std::vector<std::uint32_t> values;
  bool distinct = false;

  /// Throws `badUse` for more distinct keys than there are.
  HashWorkload(const Sizes& sizes, std::uint64_t seed, const Control& control);

  HashBatch batch() const { return {operations, keys, values, distinct}; }
};

/// Inserts pairs into an empty table.
void insertAll(HashTable& table, std::span<const HashPair> pairs, const Control& control);

}  // namespace espy::lab
