// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstring>

#include "identify/screen.h"

/// The loops of each level, and what several of them share.
namespace espy::identify {

extern const ScreenLoops kPlainScreen;
#ifdef ESPY_X86
extern const ScreenLoops kAvx2Screen;
extern const ScreenLoops kAvxVnniScreen;
extern const ScreenLoops kVnniScreen;
extern const ScreenLoops kAmxScreen;
#endif

/// Put before what the loops are made of: it must become one with them at once, or the compiler
/// keeps its registers in memory.
#define ESPY_INNER ESPY_LEVEL inline __attribute__((always_inline))

/// Two bytes as two numbers of 16 bits, the first one lower.
inline void putPair(const std::uint8_t* bytes, std::uint8_t* to) {
  const std::int32_t pair = bytes[0] | bytes[1] << 16;
  std::memcpy(to, &pair, sizeof(pair));
}
inline void putPairs(const std::uint8_t* group, std::int32_t* rows) {
  for (std::int64_t i = 0; i < kGroup * kFeatureBytes / 2; ++i) {
    rows[i] = group[2 * i] | group[2 * i + 1] << 16;
  }
}

/// Four bytes as they are, and four of which each is moved to -128..127, for products of unsigned
/// bytes with signed ones: q * (r - 128) is q * r less 128 times the sum of q.
inline constexpr std::int32_t kMovedBy = 128;
inline void putFour(const std::uint8_t* bytes, std::uint8_t* to) {
  std::memcpy(to, bytes, 4);
}
inline void putMoved(const std::uint8_t* group, std::int32_t* rows) {
  std::memcpy(rows, group, static_cast<std::size_t>(kGroup * kFeatureBytes));
  for (std::int64_t i = 0; i < kGroup * kFeatureBytes / 4; ++i) {
    rows[i] = static_cast<std::int32_t>(static_cast<std::uint32_t>(rows[i]) ^ 0x80808080U);
  }
}

}  // namespace espy::identify
