// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

/// The GPU's own filter of blocks: words of 32 bits, in which a block sets three. It is asked for a
/// hash of 32 bits that takes far fewer instructions than a key; only for blocks that pass are keys
/// computed.
namespace espy::cuda {

/// Four pixels of a row in 12 bytes, red, green and blue of each, the first in the lowest byte:
/// what an 8-bit colour picture has in memory.
struct PackedRow {
  std::uint32_t words[3];
};

__device__ inline std::uint32_t filterHash(const PackedRow& row) {
  return row.words[0] * 0x9e3779b1U + row.words[1] * 0x85ebca77U + row.words[2] * 0xc2b2ae3dU;
}

/// A block's hash from those of its rows.
__device__ inline std::uint32_t filterHash(std::uint32_t upper, std::uint32_t lower) {
  std::uint32_t hash = (upper ^ upper >> 15) * 0x2c1b3c6dU + lower;
  hash = (hash ^ hash >> 13) * 0x297a2d39U;
  return hash ^ hash >> 16;
}

/// The word of a block, in a filter of 2^(32 - shift) words.
__device__ inline std::uint32_t filterWord(std::uint32_t hash, int shift) {
  return hash >> shift;
}

/// Whether the bits of a block are set in its word.
__device__ inline bool mayHave(std::uint32_t word, std::uint32_t hash) {
  const std::uint32_t bits = hash * 0x7feb352dU;
  return (word >> (bits >> 27) & word >> (bits >> 22 & 31) & word >> (bits >> 17 & 31) & 1U) != 0;
}

__device__ inline std::uint32_t bitsOf(std::uint32_t hash) {
  const std::uint32_t bits = hash * 0x7feb352dU;
  return 1U << (bits >> 27) | 1U << (bits >> 22 & 31) | 1U << (bits >> 17 & 31);
}

/// Packs colours (core/index/block_rows.h) of four pixels.
__device__ inline PackedRow packed(const std::uint32_t (&colours)[4]) {
  // Red is the lowest byte in a packed row, the third in a colour.
  std::uint32_t turned[4];
  for (int i = 0; i < 4; ++i) turned[i] = __byte_perm(colours[i], 0, 0x4012);
  return {{turned[0] | turned[1] << 24, turned[1] >> 8 | turned[2] << 16,
           turned[2] >> 16 | turned[3] << 8}};
}

}  // namespace espy::cuda
