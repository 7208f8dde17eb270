// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "espy/image.h"

/// The loops over pixels behind `scaleForScreen`. Samples count by their upper 8 bits, colours are
/// multiplied by alpha where there is one.
namespace espy {

/// Pixels whose columns are summed up at a time: the sums of four channels stay in the nearest
/// cache, and eight rows of so many pixels of 255 * 255 fit into 32 bits.
inline constexpr std::int64_t kMostColumns = 2048;

/// Adds a row's pixels to `sums`. Without alpha, sample by sample. Where there is alpha, colour
/// counts colour * alpha, alpha counts 255 * alpha, and each channel has its own `kMostColumns`
/// sums.
void addRow(PixelFormat format, const std::uint8_t* row, std::int64_t pixels, std::uint32_t* sums);

/// The same for eight rows that are `apart` bytes from each other.
void addEightRows(PixelFormat format, const std::uint8_t* row, std::ptrdiff_t apart,
                  std::int64_t pixels, std::uint32_t* sums);

/// Adds the sums of `count` neighbouring pixels of `channels` each to the first channels of a
/// total, for each of `squares` neighbouring squares. Totals are four numbers apart.
void addSquares(int channels, const std::uint32_t* sums, std::int64_t count, std::int64_t squares,
                std::uint64_t* totals);

/// Pixels for the screen from totals: divided by `divisor` and rounded, grey spread to all colours,
/// and opaque where there is no alpha.
void finishRow(PixelFormat format, const std::uint64_t* totals, std::int64_t pixels,
               std::uint64_t divisor, std::uint8_t* screen);

/// A row at its own size.
void copyRow(PixelFormat format, const std::uint8_t* row, std::int64_t pixels,
             std::uint8_t* screen);

}  // namespace espy
