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

/// Searches for one needle by testing every position, for needles for which sampling is slow. All
/// append positions by y, then x; those that may return false append none in that case.
namespace espy::cuda {

/// A needle with a copy in device memory.
struct NeedleOnDevice {
  const exact::Pattern* pattern;
  NeedlePack pack;

  NeedleOnDevice(const Gpu& gpu, const exact::Pattern& one)
      : pattern(&one), pack({&pattern, 1}, nullptr) {
    pack.send(gpu.stream());
  }
};

/// Joins bit planes of the needle's parts (core/exact/block_graph.h); the cost does not depend on
/// the pictures' content. Throws OutOfDeviceMemory if not even the planes of a few rows fit.
void findByPlanes(Gpu& gpu, const DevicePlane& scene, const exact::Pattern& pattern,
                  const exact::BlockGraph& graph, const Control& control,
                  std::vector<Place>& places);

/// Requires that all pixels take part and only one value matches.
bool canHashWindows(const exact::Pattern& pattern);

/// Computes rolling hashes along rows, then down columns; the cost does not depend on the content.
/// Windows with the needle's hash are compared. False if there are too many of them: windows that
/// match, or nearly do, overlap.
bool findByHashes(Gpu& gpu, const DevicePlane& scene, const NeedleOnDevice& needle,
                  const Control& control, std::vector<Place>& places);

/// Statistics of `compareEveryPosition`, from sampled rows of the picture.
struct PositionSample {
  static constexpr std::uint32_t kMost = 64;  ///< limit of the words compared
  double compares = 0;                        ///< mean number of words per position until one
                                              ///< differs
  double open = 0;  ///< share of positions where kMost words, or all, match
};
PositionSample samplePositions(Gpu& gpu, const DevicePlane& scene, const NeedleOnDevice& needle);

/// Compares every position until a word differs. Windows that match for long are deferred to more
/// threads; false if there are too many, unless `withoutLimit`.
bool compareEveryPosition(Gpu& gpu, const DevicePlane& scene, const NeedleOnDevice& needle,
                          bool withoutLimit, const Control& control, std::vector<Place>& places);

/// Used by the functions above: compares the windows of the positions whose bits are set, and
/// appends those that match. `scene` begins with row `firstRow` of the picture. False if comparing
/// would cost too much.
bool checkPlaces(Gpu& gpu, const DevicePlane& scene, const NeedleOnDevice& needle,
                 const PlaceBits& bits, std::int64_t firstRow, const Control& control,
                 std::vector<Place>& places);

}  // namespace espy::cuda
