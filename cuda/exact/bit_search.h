// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "cuda/base/device_image.h"
#include "cuda/base/gpu.h"
#include "cuda/exact/needle_pack.h"
#include "cuda/exact/place_list.h"
#include "espy/control.h"
#include "espy/engine/exact.h"
#include "exact/block_graph.h"
#include "exact/pattern.h"

/// Searches for one needle at every place: for needles that sampling cannot find fast. All append
/// places by y, then x, and those that may return false have then appended none.
namespace espy::cuda {

/// A needle of which the card has been sent a copy.
struct NeedleOnCard {
  const exact::Pattern* pattern;
  NeedlePack pack;

  NeedleOnCard(const Gpu& gpu, const exact::Pattern& one)
      : pattern(&one), pack({&pattern, 1}, nullptr) {
    pack.send(gpu.stream());
  }
};

/// Joins planes of the needle's parts (core/exact/block_graph.h): as much work for a flat needle in
/// a flat picture as for any other. Throws OutOfDeviceMemory when not even the planes of a few rows
/// have room.
void findByPlanes(Gpu& gpu, const DevicePlane& scene, const exact::Pattern& pattern,
                  const exact::BlockGraph& graph, const Control& control,
                  std::vector<Place>& places);

/// Can a needle be found by hashes of windows? Not where pixels do not take part, or where more
/// than one value matches.
bool canHashWindows(const exact::Pattern& pattern);

/// Hashes roll along rows, then down columns, whatever needle and picture hold; windows with the
/// needle's hash are compared. False where those are too many: windows that match, or nearly do,
/// lie over each other.
bool findByHashes(Gpu& gpu, const DevicePlane& scene, const NeedleOnCard& needle,
                  const Control& control, std::vector<Place>& places);

/// What a look at some rows all over the picture tells of comparing at every place.
struct LookAtPlaces {
  static constexpr std::uint32_t kMost = 64;  ///< words that are compared
  double compares = 0;                        ///< words a place until something differs
  double open = 0;  ///< share of places of which kMost words, or all, are the needle's
};
LookAtPlaces lookAtPlaces(Gpu& gpu, const DevicePlane& scene, const NeedleOnCard& needle);

/// Compares at every place until something differs. A window that is right for long is left to
/// more threads; false where those are too many, unless `whateverItTakes`.
bool findEverywhere(Gpu& gpu, const DevicePlane& scene, const NeedleOnCard& needle,
                    bool whateverItTakes, const Control& control, std::vector<Place>& places);

/// For those above: compares the windows of the places whose bits are set, and appends those that
/// match. `scene` begins with row `firstRow` of the picture. False where comparing takes too long.
bool checkPlaces(Gpu& gpu, const DevicePlane& scene, const NeedleOnCard& needle,
                 const PlaceBits& bits, std::int64_t firstRow, const Control& control,
                 std::vector<Place>& places);

}  // namespace espy::cuda
