// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "base/parallel.h"
#include "cuda/base/memory.h"
#include "cuda/base/stream.h"
#include "exact/pattern.h"
#include "exact/plan.h"

namespace espy::cuda {

/// A needle in device memory, in words of four bytes: rows of values, and rows of masks or, with a
/// tolerance, of maxima. If all rows have one mask, it is stored once and `secondStride` is 0.
struct DeviceNeedle {
  std::uint32_t values = 0;  ///< offset in `DeviceNeedles::words`
  std::uint32_t seconds = 0;
  std::uint32_t rowWords = 0;  ///< per row; padding matches anything
  std::uint32_t secondStride = 0;
  std::uint32_t width = 0;
  std::uint32_t height = 0;
};

/// Position of a run's first pixel in a needle.
struct DeviceRun {
  std::uint32_t needle = 0;
  std::uint16_t dx = 0;
  std::uint16_t dy = 0;
};

/// Kernel parameters for a group of needles.
struct DeviceNeedles {
  const DeviceNeedle* needles = nullptr;
  const std::uint32_t* words = nullptr;
  const DeviceRun* runs = nullptr;  ///< null: those of each needle's upper-left corner
  std::uint32_t runColumns = 1;     ///< width of that corner
  std::uint32_t runsANeedle = 1;
  std::uint32_t runCount = 0;
};

/// Host threads for preparing needles: a constant number, because changing it ends and starts
/// threads, and few enough to leave cores to a concurrent upload.
inline int threadsForNeedles(const Control& control) {
  constexpr int kMost = 8;
  return std::min(threadsFor(control), kMost);
}

/// A group of needles and their runs, packed for a single upload.
class NeedlePack {
 public:
  /// `plan` may be null if no runs are needed.
  NeedlePack(std::span<const exact::Pattern* const> group, const exact::Plan* plan,
             int threads = 1);

  /// Queues the upload.
  void send(const Stream& stream) const;
  /// For kernels that copy small packs themselves, which saves a transfer: source (pinned host
  /// memory), destination, and number of words.
  const std::uint32_t* staged() const { return staging_.data(); }
  std::uint32_t* arrives() const { return memory_.data(); }
  std::size_t words() const { return usedWords_; }
  const DeviceNeedles& onDevice() const { return onDevice_; }

 private:
  std::size_t usedWords_ = 0;
  PinnedBuffer<std::uint32_t> staging_;
  DeviceBuffer<std::uint32_t> memory_;
  DeviceNeedles onDevice_;
};

}  // namespace espy::cuda
