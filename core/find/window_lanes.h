// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "base/work_memory.h"
#include "find/match.h"
#include "find/needle.h"

namespace espy::find {

/// The same as `WindowDistance` for any mask, weights and depth, with AVX-512. Several windows are
/// gone through together, so that a large needle, which leaves the nearer caches, is read once for
/// all of them.
class WindowLanes {
 public:
  /// So many windows at a time.
  static constexpr int kTogether = 8;

  /// Has the processor what it takes, and is the needle wide enough for registers of 64 bytes?
  static bool can(const PreparedNeedle& needle);

  WindowLanes(const PreparedNeedle& needle, Method method);

  /// Of up to `kTogether` windows, given by their first samples, whose rows and channels are so far
  /// apart. No samples outside of the windows are read. Once all exceed `most`, no more is summed
  /// up than shows it.
  template <class Sample>
  void at(const Sample* const* windows, int count, std::int64_t pitch, std::int64_t channelPitch,
          Wide most, Wide* distances) const;

  /// What a window takes where several are asked together, as measured on one core.
  double nanoseconds() const;

 private:
  template <class Kernel, int windows>
  void sum(const typename Kernel::Sample* const* from, std::int64_t pitch,
           std::int64_t channelPitch, Wide most, Wide* distances) const;
  template <class Kernel>
  void sumAll(const typename Kernel::Sample* const* from, int count, std::int64_t pitch,
              std::int64_t channelPitch, Wide most, Wide* distances) const;

  bool squared_;
  bool deep_;      ///< 16 bits
  bool weighted_;  ///< by more than 0 and 1
  Size size_;
  int channels_;
  std::int64_t lanes_;                   ///< samples of a chunk
  std::int64_t chunks_;                  ///< of a row
  std::int64_t mostChunks_ = 0;          ///< whose sums fit into their lanes
  WorkVector<std::uint8_t> values_;      ///< by channel, row and chunk, 64 bytes each
  WorkVector<std::uint8_t> weights_;     ///< by row and chunk, likewise; where they count
  WorkVector<std::uint64_t> takesPart_;  ///< by row and chunk, a bit for each sample
  std::vector<std::uint32_t> sums_;      ///< of the weights, likewise
};

}  // namespace espy::find
