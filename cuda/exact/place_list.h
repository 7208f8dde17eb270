// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "cuda/base/gpu.h"
#include "cuda/exact/check_windows.h"
#include "espy/control.h"
#include "espy/engine/exact.h"

/// From kernels' output to ordered positions.
namespace espy::cuda {

/// A bit per position in device memory: position (x, y) is bit `skip` + x of row y.
struct PlaceBits {
  const std::uint32_t* words = nullptr;
  std::int64_t rowWords = 0;  ///< from row to row, an even number
  std::int64_t skip = 0;
  Size places;
};

/// Queues a kernel that lists the positions whose bits are set, unordered. On overflow the count
/// exceeds the capacity, but is not the number of positions.
void listPlaces(const Gpu& gpu, const PlaceBits& bits, const HitList& list);

/// Appends the positions whose bits are set, by y, then x, `firstRow` rows further down. Few are
/// downloaded as a list, many as bits. Synchronises.
void fetchPlaces(Gpu& gpu, const PlaceBits& bits, std::int64_t firstRow, const Control& control,
                 std::vector<Place>& places);

/// Appends `count` distinct positions of one needle from an unordered device list, in the same
/// order. Synchronises.
void fetchHits(Gpu& gpu, const Hit* hits, std::uint32_t count, Size places, std::int64_t firstRow,
               const Control& control, std::vector<Place>& found);

/// Sorts by y, then x; all y are below `rows`.
void sortByRows(std::vector<Place>& places, std::int64_t rows, const Control& control);

}  // namespace espy::cuda
