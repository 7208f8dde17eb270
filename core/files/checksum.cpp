// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "files/checksum.h"

#include <array>
#include <cstring>

#include "base/simd.h"

#ifdef ESPY_X86
#include <immintrin.h>
#endif

namespace espy::files {
namespace {

/// Table of the reflected polynomial.
constexpr std::array<std::uint32_t, 256> sumsOfBytes() {
  constexpr std::uint32_t kPolynomial = 0x82f63b78;
  std::array<std::uint32_t, 256> sums{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t sum = byte;
    for (int bit = 0; bit < 8; ++bit) sum = (sum >> 1) ^ ((sum & 1) != 0 ? kPolynomial : 0);
    sums[byte] = sum;
  }
  return sums;
}

#ifdef ESPY_X86
ESPY_TARGET_SSE4 std::uint32_t byInstruction(std::span<const std::uint8_t> bytes,
                                             std::uint32_t before) {
  std::uint64_t sum = ~before;
  while (bytes.size() >= 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data(), sizeof word);
    sum = _mm_crc32_u64(sum, word);
    bytes = bytes.subspan(8);
  }
  auto rest = static_cast<std::uint32_t>(sum);
  for (const std::uint8_t byte : bytes) rest = _mm_crc32_u8(rest, byte);
  return ~rest;
}
#endif

}  // namespace

std::uint32_t checksumByTable(std::span<const std::uint8_t> bytes, std::uint32_t before) {
  static constexpr std::array<std::uint32_t, 256> kSums = sumsOfBytes();
  std::uint32_t sum = ~before;
  for (const std::uint8_t byte : bytes) sum = (sum >> 8) ^ kSums[(sum ^ byte) & 255];
  return ~sum;
}

std::uint32_t checksumOf(std::span<const std::uint8_t> bytes, std::uint32_t before) {
#ifdef ESPY_X86
  if (hasSimd(SimdLevel::sse4)) return byInstruction(bytes, before);
#endif
  return checksumByTable(bytes, before);
}

}  // namespace espy::files
