// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "base/scratch.h"
#include "espy/control.h"
#include "picture/common_format.h"
#include "picture/rectangles.h"

namespace espy::score {

/// The least and the greatest sample of a rectangle.
struct SampleRange {
  std::uint16_t least = 65535;
  std::uint16_t greatest = 0;

  void add(SampleRange other);
};

/// Sums and ranges of the samples in any rectangle of a scene: prefix sums, 4 bytes a sample, and
/// the ranges of aligned cells.
class SceneRanges {
 public:
  SceneRanges(const ImageView& scene, picture::CommonFormat form, const Control& control);

  /// A range that contains all samples of the rectangle: it is rounded to cells of about a quarter
  /// of its shorter side.
  SampleRange range(int channel, const picture::Rectangle& rectangle) const;

  /// Prefix sums modulo 2^32: element x is the sum of all samples above row `y` and left of column
  /// `x`; `y` up to the height, `x` up to the width.
  const std::uint32_t* sums(int channel, std::int64_t y) const {
    return sums_.data() + at(channel, y);
  }

 private:
  /// Side of the smallest cells.
  static constexpr std::int64_t kCell = 16;

  struct Level {
    std::int64_t side;
    Size cells;
    std::vector<SampleRange> ranges;  ///< by channel and row

    std::int64_t at(int channel, std::int64_t y) const {
      return (channel * cells.height + y) * cells.width;
    }
    const SampleRange* row(int channel, std::int64_t y) const {
      return ranges.data() + at(channel, y);
    }
  };

  std::int64_t at(int channel, std::int64_t y) const {
    return (channel * (size_.height + 1) + y) * (size_.width + 1);
  }
  template <class Sample>
  void load(const ImageView& scene, picture::CommonFormat form, const Control& control);
  void addLevels(int channels);

  Size size_;
  ScratchVector<std::uint32_t> sums_;  ///< by channel and row
  std::vector<Level> levels_;
};

}  // namespace espy::score
