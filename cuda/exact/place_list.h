// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "cuda/base/gpu.h"
#include "cuda/exact/check_windows.h"
#include "espy/control.h"
#include "espy/engine/exact.h"

/// From what kernels leave on the card to places in order.
namespace espy::cuda {

/// A bit for every place, in device memory: that of place (x, y) is bit `skip` + x of row y.
struct PlaceBits {
  const std::uint32_t* words = nullptr;
  std::int64_t rowWords = 0;  ///< from row to row, an even number
  std::int64_t skip = 0;
  Size places;
};

/// Queues a kernel that lists the places whose bits are set, in no order. The count is more than
/// the room, and no more than that, where there are more.
void listPlaces(const Gpu& gpu, const PlaceBits& bits, const HitList& list);

/// Appends the places whose bits are set, by y, then x, `firstRow` rows further down. Few travel as
/// a list, many as bits. Waits for the stream.
void fetchPlaces(Gpu& gpu, const PlaceBits& bits, std::int64_t firstRow, const Control& control,
                 std::vector<Place>& places);

/// Appends `count` places of one needle that are listed in device memory in no order, all of them
/// different, in the same way. Waits for the stream.
void fetchHits(Gpu& gpu, const Hit* hits, std::uint32_t count, Size places, std::int64_t firstRow,
               const Control& control, std::vector<Place>& found);

/// Sorts by y, then x: places of `rows` rows at most.
void sortByRows(std::vector<Place>& places, std::int64_t rows, const Control& control);

}  // namespace espy::cuda
