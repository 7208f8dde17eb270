// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "espy/control.h"
#include "espy/image.h"
#include "io/row_sink.h"

namespace espy::identify {

/// The size for feature detection: unchanged, or with `longestSide` pixels on the longer side and
/// the other rounded, at least 1.
Size shrunkSize(Size photograph, std::int64_t longestSide);

/// The photograph as 8-bit grey without alpha, by exact area averaging, rounded to nearest, halves
/// up; `size` must not be larger. Colours become grey first (io/convert_row.h).
Image shrunkGrey(const ImageView& photograph, Size size, const Control& control = {});

/// What one pixel of the small picture covers of the large one along one side. Lengths are in
/// parts of a pixel, of which as many make one as the small side has pixels: all are whole numbers.
struct PixelCover {
  std::int64_t first;
  std::int64_t last;
  std::uint64_t firstWeight;  ///< of the first pixel
  std::uint64_t lastWeight;   ///< 0 where it is the first, too
};

/// Makes the same of rows as they come, in any order.
class ShrinkingSink final : public io::RowSink {
 public:
  ShrinkingSink(std::int64_t longestSide, const Control& control)
      : longestSide_(longestSide), control_(control) {}

  /// Large pictures only, that become much smaller: others are quicker shrunk as a whole.
  bool begin(Size size, PixelFormat format) override;
  void take(std::int64_t y, const ImageView& row, std::int64_t first, std::int64_t step) override;
  /// Of the picture; empty where it was not taken.
  Size photograph() const { return photograph_; }
  /// When all rows have come.
  Image shrunk() const;

 private:
  std::int64_t longestSide_;
  Control control_;
  Size photograph_;
  Size size_;
  std::vector<PixelCover> columns_;
  std::vector<std::uint8_t> some_;     ///< the grey pixels that have come
  std::vector<std::uint8_t> grey_;     ///< a whole row, of which those that have not come are 0
  std::vector<std::uint64_t> sums_;    ///< of the row, in columns of the shrunk picture
  std::vector<std::uint64_t> totals_;  ///< of each pixel of the shrunk picture
};

}  // namespace espy::identify
