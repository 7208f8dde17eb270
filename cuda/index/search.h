// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "cuda/base/gpu.h"
#include "cuda/index/kernels.h"
#include "cuda/index/segment_on_gpu.h"
#include "espy/control.h"

namespace espy::cuda {

/// Searches scenes in device memory for the pictures of a segment.
class IndexSearch {
 public:
  /// `clock` times the stages.
  IndexSearch(const Gpu& gpu, SegmentOnGpu& segment, StageClock& clock, const Control& control);

  /// All occurrences that begin in these rows; sorted by y, then x, mostly.
  std::vector<FoundPicture> find(const DeviceScene& scene, SceneRows rows);

 private:
  /// Counters in device memory.
  struct Counters {
    std::array<unsigned long long, index::kColumnSteps.size()> candidates{};
    unsigned long long found = 0;
  };

  bool findAtOnce(const DeviceScene& scene, SceneRows rows);
  void findInParts(const DeviceScene& scene, SceneRows rows);
  void findInBlocks(const DeviceScene& scene, std::size_t step, SceneRows blocks, SceneRows rows);
  void verifyPart(const DeviceScene& scene, std::size_t step, std::uint64_t first,
                  std::uint64_t count, SceneRows rows);
  SceneRows blocksOf(const DeviceScene& scene, SceneRows rows) const;
  Counters* counters() const;
  DeviceList<Candidate> candidateList(std::size_t step) const;
  DeviceList<FoundPicture> foundList() const;
  std::uint64_t mostTogether(std::size_t step) const;
  void takeRoom(std::uint64_t candidates, std::uint64_t found);
  Counters fetchCounters();
  void fetchFound(const FoundPicture* from, std::uint64_t first, std::uint64_t count);

  const Gpu& gpu_;
  SegmentOnGpu& segment_;
  StageClock& clock_;
  Control control_;
  DeviceBuffer<Candidate> candidates_;
  DeviceBuffer<FoundPicture> listed_;  ///< as they were found
  DeviceBuffer<FoundPicture> moved_;
  /// Words: numbers of found pictures by row, the counters, and the sorted pictures, so that one
  /// call clears and one copies them.
  DeviceBuffer<std::uint32_t> results_;
  std::int64_t rows_ = 0;  ///< that are counted, an even number; 0: not sorted here
  std::uint64_t candidateRoom_ = 0;
  std::uint64_t foundRoom_ = 0;
  std::vector<FoundPicture> found_;
};

/// For tests: limits the lists of candidates and of found pictures to so few entries, so that
/// searches are done in parts; 0: as many as usual.
void limitIndexLists(std::uint64_t candidates, std::uint64_t found);

}  // namespace espy::cuda
