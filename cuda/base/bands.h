// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include "cuda/base/device_image.h"
#include "cuda/base/memory.h"

namespace espy::cuda {

/// Rows of a picture of this size, minus `overlap`, that fit in free device memory with a reserve
/// for the search's buffers.
inline std::int64_t rowsThatFit(Size size, PixelFormat format, std::int64_t overlap) {
  constexpr double kForPicture = 0.6;
  // Querying free memory is slow, and most pictures are small.
  constexpr std::int64_t kSmall = std::int64_t{64} << 20;
  const std::int64_t whole = DeviceImage::bytesOf(size, format);
  if (whole <= kSmall) return size.height;
  const double share =
      kForPicture * static_cast<double>(availableDeviceBytes()) / static_cast<double>(whole);
  if (share >= 1) return size.height;
  return static_cast<std::int64_t>(share * static_cast<double>(size.height)) - overlap;
}

/// Processes `rows` rows in bands of at most `atOnce`: body(first, count). After OutOfDeviceMemory
/// halves the height of this band and all later ones; rethrows it for a band of one row.
template <class Body>
void overBands(std::int64_t rows, std::int64_t atOnce, const Body& body) {
  atOnce = std::clamp<std::int64_t>(atOnce, 1, std::max<std::int64_t>(rows, 1));
  for (std::int64_t first = 0; first < rows;) {
    const std::int64_t count = std::min(atOnce, rows - first);
    try {
      body(first, count);
      first += count;
    } catch (const OutOfDeviceMemory&) {
      if (count == 1) throw;
      atOnce = (count + 1) / 2;
    }
  }
}

}  // namespace espy::cuda
