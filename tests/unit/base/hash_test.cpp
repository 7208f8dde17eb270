// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "base/hash.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace espy {
namespace {

/// Hashes are stored in files, so they must not change.
TEST(Hash, IsTheSameForEver) {
  EXPECT_EQ(hexOf(hashOf("")), "aaf2c23a407f16a3");
  EXPECT_EQ(hexOf(hashOf("a")), "6b72243785b9560c");
  EXPECT_EQ(hexOf(hashOf("a", 1)), "298ded649978aa69");
  EXPECT_EQ(hexOf(hashOf(std::string(100, 'x'))), "87f179d8dd558760");
}

/// All lengths, all single-bit changes, and trailing zeros.
TEST(Hash, DistinguishesBytes) {
  std::set<std::uint64_t> seen;
  std::size_t count = 0;
  for (std::size_t size = 0; size <= 70; ++size) {
    std::string bytes(size, '\0');
    seen.insert(hashOf(bytes));
    ++count;
    for (std::size_t bit = 0; bit < 8 * size; ++bit) {
      bytes[bit / 8] = static_cast<char>(1 << (bit % 8));
      seen.insert(hashOf(bytes));
      ++count;
      bytes[bit / 8] = '\0';
    }
  }
  EXPECT_EQ(seen.size(), count);
}

/// Avalanche: each input bit changes about half of the output bits.
TEST(Hash, SpreadsEachBit) {
  const std::string bytes = "some bytes of a picture, a little more than two blocks of 32 of them";
  const std::uint64_t before = hashOf(bytes);
  for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
    std::string other = bytes;
    other[bit / 8] = static_cast<char>(other[bit / 8] ^ (1 << (bit % 8)));
    const int changed = __builtin_popcountll(hashOf(other) ^ before);
    EXPECT_GT(changed, 10) << bit;
    EXPECT_LT(changed, 54) << bit;
  }
}

}  // namespace
}  // namespace espy
