// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/simd.h"
#include "espy/image.h"

/// Pixel loops of `scaleForScreen`. Samples contribute their upper 8 bits; colours are
/// premultiplied by alpha.
namespace espy {

/// Pixels per chunk: the column sums of four channels stay in the L1 cache, and sums over eight
/// rows of 255 * 255 fit in 32 bits.
inline constexpr std::int64_t kMostColumns = 2048;

/// Adds a row's pixels to `sums`. Without alpha the sums are interleaved like samples. With alpha,
/// colours contribute colour * alpha, alpha 255 * alpha, and each channel has its own
/// `kMostColumns` sums.
ESPY_SIMD_DECLARE(addRow, void(PixelFormat format, const std::uint8_t* row, std::int64_t pixels,
                               std::uint32_t* sums));

/// The same for eight rows with a stride of `apart` bytes.
ESPY_SIMD_DECLARE(addEightRows,
                  void(PixelFormat format, const std::uint8_t* row, std::ptrdiff_t apart,
                       std::int64_t pixels, std::uint32_t* sums));

/// For each of `squares` adjacent squares, adds the sums of its `count` pixels of `channels`
/// channels to its total. A total has four elements.
ESPY_SIMD_DECLARE(addSquares, void(int channels, const std::uint32_t* sums, std::int64_t count,
                                   std::int64_t squares, std::uint64_t* totals));

/// Converts totals to screen pixels: divides by `divisor` with rounding, replicates grey to all
/// colours, and sets missing alpha to opaque.
ESPY_SIMD_DECLARE(finishRow,
                  void(PixelFormat format, const std::uint64_t* totals, std::int64_t pixels,
                       std::uint64_t divisor, std::uint8_t* screen));

/// Converts a row at its original size.
ESPY_SIMD_DECLARE(copyRow, void(PixelFormat format, const std::uint8_t* row, std::int64_t pixels,
                                std::uint8_t* screen));

}  // namespace espy
