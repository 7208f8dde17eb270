// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "files/checksum.h"

#include <gtest/gtest.h>

#include <numeric>
#include <random>
#include <string_view>
#include <vector>

namespace espy::files {
namespace {

using Bytes = std::vector<std::uint8_t>;

Bytes bytesOfText(std::string_view text) {
  return {text.begin(), text.end()};
}

/// The examples of RFC 3720, B.4, and the usual check value.
TEST(Checksum, MatchesKnownValues) {
  Bytes rising(32);
  std::iota(rising.begin(), rising.end(), std::uint8_t{0});
  const Bytes falling(rising.rbegin(), rising.rend());
  const struct {
    Bytes bytes;
    std::uint32_t sum;
  } cases[] = {{{}, 0},
               {Bytes(32, 0), 0x8a9136aa},
               {Bytes(32, 0xff), 0x62a8ab43},
               {rising, 0x46dd794e},
               {falling, 0x113fdb5c},
               {bytesOfText("123456789"), 0xe3069283}};
  for (const auto& one : cases) {
    EXPECT_EQ(checksumOf(one.bytes), one.sum);
    EXPECT_EQ(checksumByTable(one.bytes), one.sum);
  }
}

TEST(Checksum, TableAndPartsAgreeAtEveryLength) {
  std::mt19937 random(7);
  Bytes bytes(300);
  for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random());
  for (std::size_t size = 0; size <= bytes.size(); ++size) {
    const std::span<const std::uint8_t> all(bytes.data(), size);
    const std::uint32_t sum = checksumOf(all);
    EXPECT_EQ(sum, checksumByTable(all));
    const std::size_t middle = size * 2 / 3;
    EXPECT_EQ(sum, checksumOf(all.subspan(middle), checksumOf(all.first(middle))));
  }
}

}  // namespace
}  // namespace espy::files
