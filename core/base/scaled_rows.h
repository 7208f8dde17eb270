// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "espy/image.h"

/// The loops over pixels behind `scaleForScreen`. Samples count by their upper 8 bits, colours are
/// multiplied by alpha where there is one.
namespace espy {

/// Adds a row's pixels, sample by sample, to `sums`, which has as many channels. Where there is
/// alpha, colour counts colour * alpha and alpha counts 255 * alpha.
void addRow(PixelFormat format, const std::uint8_t* row, std::int64_t pixels, std::uint32_t* sums);

/// The same for eight rows of 8 bits without alpha, `apart` bytes from each other, and `sums` is
/// set, not added to.
void setEightRows(const std::uint8_t* row, std::ptrdiff_t apart, std::int64_t samples,
                  std::uint32_t* sums);

/// Adds the sums of `count` neighbouring pixels of `sums` to the four channels of `total`, for each
/// of `squares` neighbouring squares.
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
