// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/simd.h"
#include "espy/image.h"

/// Loops over pixels, compiled per SIMD level.
namespace espy::exact {

/// Writes one byte per pixel: 0xff where all colour samples are in low[c] .. low[c] + span[c],
/// otherwise 0.
ESPY_SIMD_DECLARE(comparePixels,
                  void(PixelFormat format, const std::uint8_t* pixels, std::int64_t count,
                       const std::uint16_t* low, const std::uint16_t* span, std::uint8_t* answers));

/// Is each sample in `low` .. `high`?
ESPY_SIMD_DECLARE(rowInRange, bool(Depth depth, const std::uint8_t* at, const std::uint8_t* low,
                                   const std::uint8_t* high, std::int64_t bytes));
/// Do all bits that are set in `care` equal those of `value`?
ESPY_SIMD_DECLARE(rowEqualWhereCared, bool(const std::uint8_t* at, const std::uint8_t* value,
                                           const std::uint8_t* care, std::int64_t bytes));

/// Converts rows of 4-byte pixels with alpha to a pattern. Returns false if one is transparent.
ESPY_SIMD_DECLARE(copyOpaqueWords,
                  bool(const std::uint8_t* from, std::int64_t stride, Size size, std::uint8_t* low,
                       std::uint8_t* high, std::uint8_t* care, std::uint8_t* opaque));

/// joined = first AND (second shifted by `shift` bits, 0..63), 64 pixels a word.
ESPY_SIMD_DECLARE(joinWords, void(const std::uint64_t* first, const std::uint64_t* second,
                                  int shift, std::int64_t words, std::uint64_t* joined));

/// Positions of one row that are tested together.
constexpr int kBlock = 64;
/// Bytes per block: positions x channels x bytes per sample.
constexpr int kMaxBlockBytes = kBlock * 4 * 2;

/// One pixel of the needle, replicated over a block: sample i of the block, relative to position 0,
/// must be in low[i] .. low[i] + span[i].
struct SweepTest {
  std::int64_t dx = 0;
  std::int64_t dy = 0;
  alignas(64) std::array<std::uint8_t, kMaxBlockBytes> low;
  alignas(64) std::array<std::uint8_t, kMaxBlockBytes> span;
};

/// Applies the tests to one block of `bytes` bytes, whose position 0 is at `base`, one after the
/// other until no sample is left. Sets `alive` to 0xff for samples that pass all, else to 0;
/// returns false if none passes. `care`: 0xff for colour samples, 0 for alpha, which never passes.
ESPY_SIMD_DECLARE(testBlock, bool(PixelFormat format, std::span<const SweepTest> tests,
                                  const std::uint8_t* base, std::ptrdiff_t stride, int bytes,
                                  const std::uint8_t* care, std::uint8_t* alive));

}  // namespace espy::exact
