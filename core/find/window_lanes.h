// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "base/scratch.h"
#include "find/match.h"
#include "find/needle.h"

namespace espy::finders {

/// A needle in the layout that `WindowLanes` needs at one SIMD level.
struct WindowLayout {
  Size size;
  int channels = 1;
  std::int64_t lanes = 0;   ///< samples of a chunk, which fills a vector
  std::int64_t chunks = 0;  ///< per row; all but the last have a stride of `lanes`
  std::int64_t lastAt = 0;  ///< column at which a row's last chunk begins
  bool solid = false;       ///< all samples of all chunks but the last take part, with equal weight
  std::int64_t panel = 0;   ///< chunks of a row that are summed before the next row
  /// Rows of a panel whose sums fit into their lanes; and rows that are summed between two
  /// comparisons with the limit, for one window and for several.
  std::int64_t rowsAtOnce = 0;
  std::int64_t rowsAlone = 0;
  std::int64_t rowsTogether = 0;
  std::int64_t partStep = 0;  ///< bytes of `parts` per chunk
  /// By channel, row and chunk: samples of 1 or 2 bytes; 0 where ignored.
  ScratchVector<std::uint8_t> values;
  ScratchVector<std::uint8_t> weights;  ///< by row and chunk, likewise; empty where all are 0 or 1
  ScratchVector<std::uint8_t> parts;    ///< by row and chunk: a mask of the samples that take part
  std::array<std::uint8_t, 64> lastPart{};  ///< if all take part: that of a row's last chunk
  /// By panel: prefix sums of the weights by row, height + 1 of them.
  ScratchVector<std::int64_t> weightsAbove;
};

/// What the loops of a SIMD level support.
struct ChunkForm {
  std::int64_t lanes;  ///< samples per vector, at most
  int bytes;           ///< per sample in comparisons
  int sampleBytes;     ///< per sample in pictures
  bool weighs;         ///< samples have weights
  bool masked;         ///< a row's last chunk is masked by bits; otherwise it may overlap the
                       ///< previous one
};

/// Computes the layout of `needle` (window_layout.cpp).
void layOut(const PreparedNeedle& needle, const ChunkForm& form, WindowLayout& layout);

/// Sums of differences, or of their squares, of single windows, for any mask, weights and depth.
/// Processes several windows together, so that a large needle, which exceeds L1 and L2, is read
/// once for all of them.
class WindowLanes {
 public:
  /// Windows per pass over the needle.
  static constexpr int kTogether = 8;

  WindowLanes(const PreparedNeedle& needle, Method method);

  /// Writes the distances of `count` windows, given by their first samples; `pitch` samples from
  /// row to row, `channelPitch` from channel to channel. Reads only samples inside the windows.
  /// Once all windows of a pass exceed `most`, their results may be partial sums above `most`.
  template <class Sample>
  void at(const Sample* const* windows, int count, std::int64_t pitch, std::int64_t channelPitch,
          Wide most, Wide* distances) const;

  /// Cost per window, if several are computed together, measured on one core.
  double nanoseconds() const;

  /// Windows, and where their distances go, as passed to the loops.
  struct Batch {
    const WindowLayout& layout;
    const void* windows;  ///< pointers to first samples
    int count;
    std::int64_t pitch;
    std::int64_t channelPitch;
    Wide most;
    Wide* distances;
  };
  using Loops = void (*)(const Batch& batch);

 private:
  WindowLayout layout_;
  Loops loops_;
  double chunkCost_;
};

}  // namespace espy::finders
