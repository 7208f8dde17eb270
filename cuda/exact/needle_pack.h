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

/// A needle in device memory, in words of four bytes: row by row the values that are wanted, and
/// row by row either a mask of the bits that count or, with a tolerance, the greatest values. Where
/// all rows have one mask it is there once, and `secondStride` is 0.
struct DeviceNeedle {
  std::uint32_t values = 0;  ///< where the words begin, counted from `DeviceNeedles::words`
  std::uint32_t seconds = 0;
  std::uint32_t rowWords = 0;  ///< of a row; what is past the row's bytes matches anything
  std::uint32_t secondStride = 0;
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
  const DeviceRun* runs = nullptr;  ///< null: those of each needle's upper left corner
  std::uint32_t runColumns = 1;     ///< of that corner
  std::uint32_t runsANeedle = 1;
  std::uint32_t runCount = 0;
};

/// Threads for what the host does with needles: always as many, since a number that changes makes
/// threads end and begin, and no more than leave cores to a picture that travels meanwhile.
inline int threadsForNeedles(const Control& control) {
  constexpr int kMost = 8;
  return std::min(threadsFor(control), kMost);
}

/// A group of needles, and the runs that a lattice meets them by, packed to be sent in one piece.
class NeedlePack {
 public:
  /// `plan` may be null where no runs are wanted.
  NeedlePack(std::span<const exact::Pattern* const> group, const exact::Plan* plan,
             int threads = 1);

  /// Queues the copy.
  void send(const Stream& stream) const;
  /// For a kernel that copies by itself, which saves little ones a trip of their own: from where
  /// (in the host's memory), to where, and how many words.
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
