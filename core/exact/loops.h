// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "espy/image.h"

/// Loops over pixels, compiled for each SIMD level.
namespace espy::exact {

/// One byte for each of `count` pixels: 0xff where all samples of colour are within low[c] ..
/// low[c] + span[c], else 0.
void comparePixels(PixelFormat format, const std::uint8_t* pixels, std::int64_t count,
                   const std::uint16_t* low, const std::uint16_t* span, std::uint8_t* answers);

/// Is each sample within `low` .. `high`?
bool rowInRange(Depth depth, const std::uint8_t* at, const std::uint8_t* low,
                const std::uint8_t* high, std::int64_t bytes);
/// Is each bit that is set in `care` that of `value`?
bool rowEqualWhereCared(const std::uint8_t* at, const std::uint8_t* value, const std::uint8_t* care,
                        std::int64_t bytes);

/// Rows of pixels of four bytes, the last of which is alpha, in words of the pattern. False where
/// one is transparent.
bool copyOpaqueWords(const std::uint8_t* from, std::int64_t stride, Size size, std::uint8_t* low,
                     std::uint8_t* high, std::uint8_t* care, std::uint8_t* opaque);

/// One join of two stretches of planes: where both halves are, 64 pixels a word. `shift` is 0..63.
void joinWords(const std::uint64_t* first, const std::uint64_t* second, int shift,
               std::int64_t words, std::uint64_t* joined);

/// Positions of one row that are tested together.
constexpr int kBlock = 64;
/// Bytes of a block: positions x channels x bytes a sample.
constexpr int kMaxBlockBytes = kBlock * 4 * 2;

/// One pixel of the needle, spread over a block: sample i of the block, seen from position 0, must
/// be within low[i] .. low[i] + span[i].
struct SweepTest {
  std::int64_t dx = 0;
  std::int64_t dy = 0;
  alignas(64) std::array<std::uint8_t, kMaxBlockBytes> low;
  alignas(64) std::array<std::uint8_t, kMaxBlockBytes> span;
};

/// Runs the tests on one block of `bytes` until nothing is alive; `base` is the first byte of
/// position 0. Sets all bits of alive samples and clears those of dead ones; false where all are
/// dead. `care` says which samples can be alive at all: not alpha.
bool testBlock(PixelFormat format, std::span<const SweepTest> tests, const std::uint8_t* base,
               std::ptrdiff_t stride, int bytes, const std::uint8_t* care, std::uint8_t* alive);

}  // namespace espy::exact
