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

/// Searches for small sums of absolute differences that do not look at all samples of all places.
/// The sums of blocks differ by no more than their samples do, so means of blocks bound a distance
/// from below: large blocks first, then small ones, and what is left is finished place by place.
/// Where much is left, all places are summed up, by rows, until they are too far away.
class DifferenceBounds {
 public:
  static constexpr int kLevels = 2;
  /// Where on the card decisions were made; for tests.
  struct Decision {
    std::array<std::uint32_t, kLevels> left{};  ///< by large blocks and small ones; 0: not asked
    bool asked = false;                         ///< were small blocks asked?
    bool placeByPlace = false;
  };

  /// Is a needle large enough to be worth it? Or at least to have blocks, and are the places not
  /// too many?
  static bool isWorthwhile(const ScoredNeedle& needle, std::uint64_t below);
  static bool isPossible(const ScoredNeedle& needle, std::uint64_t places);

  DifferenceBounds(const Gpu& gpu, const ScoredNeedle& needle);

  /// Makes what it needs of a picture. Throws OutOfDeviceMemory.
  void prepare(const Gpu& gpu, const SceneOnCard& scene) const;

  /// Finds all places with a distance less than `below`.
  void findCandidates(const Gpu& gpu, const SceneOnCard& scene, const PlaceGrid& grid,
                      std::uint64_t below, const Control& control, const Candidates& candidates);
  /// Finds all places of the least distance, and maybe others. Or does not, and says so, where all
  /// are so far away that summing up all of them is faster. Waits.
  bool findLeast(const Gpu& gpu, const SceneOnCard& scene, const PlaceGrid& grid,
                 const Control& control, const Candidates& candidates);

  /// Waits.
  Decision decision(const Gpu& gpu) const;

 private:
  struct Level {
    int step = 1;
    std::uint64_t loss = 0;  ///< by how much the means of all blocks may be rounded
    DifferenceNeedle needle;
  };
  struct Search;

  Search begin(const Gpu& gpu, const SceneOnCard& scene, const PlaceGrid& grid, std::uint64_t below,
               const Candidates& candidates);
  void run(const Gpu& gpu, const Search& all, const Control& control);

  DifferenceNeedle exact_;
  std::vector<Level> levels_;
  DeviceBuffer<std::uint8_t> state_;  ///< what kernels tell each other
  DeviceBuffer<std::uint64_t> list_;  ///< places that are left
  std::uint32_t room_ = 0;
};

}  // namespace espy::cuda
