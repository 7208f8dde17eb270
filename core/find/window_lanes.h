// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "base/work_memory.h"
#include "find/match.h"
#include "find/needle.h"

namespace espy::finders {

/// A needle as `WindowLanes` lays it out for the vectors of one SIMD level.
struct WindowLayout {
  Size size;
  int channels = 1;
  std::int64_t lanes = 0;   ///< samples of a chunk, which goes into a vector
  std::int64_t chunks = 0;  ///< of a row; all but the last begin `lanes` apart
  std::int64_t lastAt = 0;  ///< column where a row's last chunk begins
  bool solid = false;       ///< all samples of all chunks but the last count, and do so equally
  std::int64_t panel = 0;   ///< chunks of a row that are summed up before the next row
  /// Rows of a panel of which the sums fit into their lanes, and that are summed up before sums are
  /// held against the most, alone and together.
  std::int64_t rowsAtOnce = 0;
  std::int64_t rowsAlone = 0;
  std::int64_t rowsTogether = 0;
  std::int64_t partStep = 0;  ///< bytes of `parts` of a chunk
  /// By channel, row and chunk: samples, of 1 or 2 bytes as they are compared; 0 where ignored.
  WorkVector<std::uint8_t> values;
  WorkVector<std::uint8_t> weights;  ///< by row and chunk, likewise; empty where all are 0 or 1
  WorkVector<std::uint8_t> parts;    ///< by row and chunk: a mask of the samples that take part
  std::array<std::uint8_t, 64> lastPart{};  ///< where all do: that of a row's last chunk
  /// By panel: sums of the weights of all rows above, for height + 1 rows.
  WorkVector<std::int64_t> weightsAbove;
};

/// What the loops of a SIMD level compare at a time.
struct ChunkForm {
  std::int64_t lanes;  ///< samples of a vector, at most
  int bytes;           ///< of a sample as it is compared
  int sampleBytes;     ///< of a sample in pictures
  bool weighs;         ///< samples have weights
  bool masked;         ///< a row's last chunk is masked by bits, else it may overlap the one before
};

/// Lays `needle` out for these loops (window_layout.cpp).
void layOut(const PreparedNeedle& needle, const ChunkForm& form, WindowLayout& layout);

/// The sums of differences, or of their squares, of single windows, for any mask, weights and
/// depth. Several windows are gone through together, so that a large needle, which leaves L1 and
/// L2, is read once for all of them.
class WindowLanes {
 public:
  /// Windows at a time.
  static constexpr int kTogether = 8;

  WindowLanes(const PreparedNeedle& needle, Method method);

  /// Of `count` windows, given by their first samples; `pitch` samples from row to row,
  /// `channelPitch` from channel to channel. Reads no samples outside of the windows. Once all that
  /// are summed up together exceed `most`, their distances are only known to exceed it.
  template <class Sample>
  void at(const Sample* const* windows, int count, std::int64_t pitch, std::int64_t channelPitch,
          Wide most, Wide* distances) const;

  /// What a window takes where several are computed together, as measured on one core.
  double nanoseconds() const;

  /// Arguments of the loops.
  struct Task {
    const WindowLayout& layout;
    const void* windows;  ///< pointers to first samples
    int count;
    std::int64_t pitch;
    std::int64_t channelPitch;
    Wide most;
    Wide* distances;
  };
  using Loops = void (*)(const Task& task);

 private:
  WindowLayout layout_;
  Loops loops_;
  double chunkCost_;
};

}  // namespace espy::finders
