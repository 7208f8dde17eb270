// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include "cuda/base/calls.h"

namespace espy::cuda {

/// Does work over `rows` rows in bands of at most `atOnce`: body(first, count). A band for which
/// the device has no room is tried again at half the height, and the bands after it too; a band of
/// one row that does not fit lets OutOfDeviceMemory through.
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
