// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace espy {

/// Packs the top bits of 64 bytes into each of `words` words, byte 0 into the lowest bit.
inline void packBits(const std::uint8_t* bytes, std::int64_t words, std::uint64_t* bits) {
  for (std::int64_t w = 0; w < words; ++w) {
    std::uint64_t word = 0;
#ifdef __SSE2__  // every x86-64 has it; wider registers are no faster at this size
    for (int part = 0; part < 4; ++part) {
      const auto* at = reinterpret_cast<const __m128i*>(bytes + w * 64 + part * 16);
      const auto mask = static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_loadu_si128(at)));
      word |= std::uint64_t{mask} << (part * 16);
    }
#else
    for (int i = 0; i < 64; ++i) word |= std::uint64_t{bytes[w * 64 + i] >> 7U} << i;
#endif
    bits[w] = word;
  }
}

}  // namespace espy
