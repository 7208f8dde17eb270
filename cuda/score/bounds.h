// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "cuda/score/differences.h"
#include "cuda/score/places.h"
#include "cuda/score/planes.h"

namespace espy::cuda {

/// Searches for small sums of absolute differences without reading all samples of all positions.
/// The averages of blocks bound a distance from below: large blocks first, then small ones;
/// remaining positions are computed one by one. If too many are left, all positions are summed row
/// by row, with an early exit.
class DifferenceBounds {
 public:
  static constexpr int kLevels = 2;
  /// Outcome of the decisions on the device; for tests.
  struct Decision {
    std::array<std::uint32_t, kLevels> left{};  ///< positions left by large and by small blocks; 0:
                                                ///< not tested
    bool asked = false;                         ///< were small blocks tested?
    bool placeByPlace = false;
  };

  /// `isWorthwhile`: is the needle large enough to benefit? `isPossible`: does it have blocks at
  /// all, and do the positions fit into 32 bits?
  static bool isWorthwhile(const ScoredNeedle& needle, std::uint64_t below);
  static bool isPossible(const ScoredNeedle& needle, std::uint64_t places);

  DifferenceBounds(const Gpu& gpu, const ScoredNeedle& needle);

  /// Computes the block averages of a scene. Throws OutOfDeviceMemory.
  void prepare(const Gpu& gpu, const SceneOnDevice& scene) const;

  /// Finds all positions with a distance below `below`.
  void findCandidates(const Gpu& gpu, const SceneOnDevice& scene, const PlaceGrid& grid,
                      std::uint64_t below, const Control& control, const Candidates& candidates);
  /// Finds all positions of the least distance, and maybe others. Returns false if all are so far
  /// away that summing all positions is faster. Synchronises.
  bool findLeast(const Gpu& gpu, const SceneOnDevice& scene, const PlaceGrid& grid,
                 const Control& control, const Candidates& candidates);

  /// Synchronises.
  Decision decision(const Gpu& gpu) const;

 private:
  struct BlockLevel {
    int step = 1;
    std::uint64_t loss = 0;  ///< limit of the rounding error of all blocks' averages
    DifferenceNeedle needle;
  };
  struct Search;

  Search begin(const Gpu& gpu, const SceneOnDevice& scene, const PlaceGrid& grid,
               std::uint64_t below, const Candidates& candidates);
  void run(const Gpu& gpu, const Search& all, const Control& control);

  DifferenceNeedle exact_;
  std::vector<BlockLevel> levels_;
  DeviceBuffer<std::uint8_t> state_;  ///< `State`, and the tiles' flags
  DeviceBuffer<std::uint64_t> list_;  ///< positions that are left
  std::uint32_t room_ = 0;
};

}  // namespace espy::cuda
