// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/work_memory.h"
#include "find/needle.h"
#include "pose/warp_needle.h"
#include "score/formula.h"

namespace espy::pose {

/// The runs of a needle that sums are made of.
struct NeedleRuns {
  struct Run {
    std::int64_t row;
    std::int64_t begin;  ///< in bytes
    std::int64_t count;
    std::size_t at;  ///< of its samples
  };

  /// Taken off the needle's samples.
  static constexpr int kOffset = 128;
  /// Each run begins at a multiple of this.
  static constexpr std::int64_t kChunk = 64;

  std::vector<Run> runs;
  /// Less `kOffset`, as signed bytes, with zeros behind each run.
  WorkVector<std::int8_t> samples;
};

/// A turned needle of bytes of which each row has one run of pixels that take part, as it is held
/// against single windows of a scene: a needle is turned for a few places only, so getting ready
/// must cost no more than a look at it.
class RunNeedle {
 public:
  /// Nothing where the needle has ignored pixels, or it or the scene's samples are of another form.
  static std::optional<RunNeedle> of(const NeedleWarper& needle, const GridPose& pose,
                                     PixelFormat scene);

  const finders::NeedleSums& sums() const { return sums_; }
  /// The window's sums over the samples that take part; `window` is its upper-left pixel, in rows
  /// that are `stride` bytes apart.
  score::WindowSums under(const std::uint8_t* window, std::ptrdiff_t stride) const;

 private:
  /// Columns [begin, end) of a row; `spread`: each sample stands for three.
  void add(const std::uint8_t* samples, std::int64_t row, std::int64_t begin, std::int64_t end,
           int channels, bool spread, bool inverted);

  NeedleRuns own_;
  finders::NeedleSums sums_;
};

}  // namespace espy::pose
