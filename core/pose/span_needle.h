// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/scratch.h"
#include "find/needle.h"
#include "pose/warp_needle.h"
#include "score/formula.h"

namespace espy::pose {

/// The spans of counted samples.
struct NeedleSpans {
  struct Span {
    std::int64_t row;
    std::int64_t begin;  ///< in bytes
    std::int64_t count;
    std::size_t at;  ///< index of its samples
  };

  /// Subtracted from the needle's samples.
  static constexpr int kOffset = 128;
  /// Runs are aligned to this.
  static constexpr std::int64_t kChunk = 64;

  std::vector<Span> spans;
  /// Minus `kOffset`, as signed bytes, zero-padded behind each span.
  ScratchVector<std::int8_t> samples;
};

/// A warped 8-bit needle with one span of counted pixels per row, compared with single windows. A
/// needle is warped for few positions, so preparing it costs no more than one comparison.
class SpanNeedle {
 public:
  /// Nothing if the needle has ignored pixels or formats differ.
  static std::optional<SpanNeedle> of(const NeedleWarper& needle, const GridPose& pose,
                                      PixelFormat scene);

  const finders::NeedleSums& sums() const { return sums_; }
  std::size_t bytes() const {
    return own_.samples.size() + own_.spans.size() * sizeof(NeedleSpans::Span);
  }
  /// The window's sums; `window` is its upper left pixel, `stride` the row pitch in bytes.
  score::WindowSums under(const std::uint8_t* window, std::ptrdiff_t stride) const;

 private:
  /// Columns [begin, end) of a row; `spread`: each sample is repeated three times.
  void add(const std::uint8_t* samples, std::int64_t row, std::int64_t begin, std::int64_t end,
           int channels, bool spread, bool inverted);

  NeedleSpans own_;
  finders::NeedleSums sums_;
};

}  // namespace espy::pose
