// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cuda/base/memory.h"
#include "cuda/base/stream.h"
#include "find/pattern.h"

namespace espy::cuda {

/// A needle in device memory, in words of four bytes: row by row the values that are wanted, and
/// row by row either a mask of the bits that count or, with a tolerance, the greatest values.
struct DeviceNeedle {
  std::uint32_t values = 0;  ///< where the words begin, counted from `DeviceNeedles::words`
  std::uint32_t seconds = 0;
  std::uint32_t rowWords = 0;  ///< of a row in either; what is past the row matches anything
  std::uint32_t width = 0;
  std::uint32_t height = 0;
};

/// A run of a needle: its first pixel.
struct DeviceRun {
  std::uint32_t needle = 0;
  std::uint16_t dx = 0;
  std::uint16_t dy = 0;
};

/// What a kernel is told of a group of needles.
struct DeviceNeedles {
  const DeviceNeedle* needles = nullptr;
  const std::uint32_t* words = nullptr;
  const DeviceRun* runs = nullptr;
  std::uint32_t count = 0;
  std::uint32_t runCount = 0;
};

/// A group of needles, and the runs that a lattice meets them by, packed and sent in one piece.
class NeedlePack {
 public:
  /// `runs` may be empty. Queues the copy in the stream.
  NeedlePack(std::span<const find::Pattern* const> group, std::span<const DeviceRun> runs,
             const Stream& stream);

  const DeviceNeedles& onDevice() const { return onDevice_; }

 private:
  PinnedBuffer<std::uint32_t> staging_;
  DeviceBuffer<std::uint32_t> memory_;
  DeviceNeedles onDevice_;
};

}  // namespace espy::cuda
