// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "cuda/base/memory.h"
#include "cuda/base/stream.h"
#include "cuda/index/kernels.h"
#include "index/needle_segment.h"

namespace espy::cuda {

/// A segment's tables and pixels in device memory, kept with the segment between searches.
class SegmentOnGpu {
 public:
  /// Uploads them in the stream. Throws OutOfDeviceMemory, and `badPicture` if pixels are damaged.
  SegmentOnGpu(const index::NeedleSegment& segment, const Stream& stream, const Control& control);

  const DeviceSegment& facts() const { return facts_; }
  bool hasKeys(std::size_t step) const { return keys_.at(step).entries != nullptr; }
  const DeviceKeys& keys(std::size_t step) const { return keys_.at(step); }
  std::int64_t tallest() const { return tallest_; }
  /// Whether some windows keep a whole warp busy.
  bool hasLargePictures() const { return largestWords_ > kWordsOfGroup; }
  /// Words that are compared or hashed for a candidate, at most.
  std::uint64_t mostWords(std::size_t step) const {
    return longestBuckets_.at(step) * largestWords_ + crowdWords_;
  }

  /// How many candidates and matches the largest search had: the next one takes room for them.
  struct Counts {
    std::uint64_t candidates = 0;
    std::uint64_t found = 0;
  };
  Counts most;

 private:
  static constexpr std::uint64_t kWordsOfGroup = 4096;

  template <class T>
  using Table = DeviceBuffer<T>;

  Table<index::PictureEntry> pictures_;
  Table<index::CrowdEntry> crowds_;
  Table<index::ShapeEntry> shapes_;
  Table<index::WindowEntry> windows_;
  Table<std::uint8_t> pixels_;
  struct Keys {
    Table<std::uint32_t> filter;
    Table<std::uint32_t> starts;
    Table<index::KeyEntry> entries;
  };
  std::array<Keys, index::kColumnSteps.size()> tables_;
  std::array<DeviceKeys, index::kColumnSteps.size()> keys_;
  std::array<std::uint64_t, index::kColumnSteps.size()> longestBuckets_{};
  DeviceSegment facts_;
  std::int64_t tallest_ = 1;
  std::uint64_t largestWords_ = 1;
  std::uint64_t crowdWords_ = 0;  ///< of the crowd with the most shapes
};

}  // namespace espy::cuda
