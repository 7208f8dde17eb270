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

/// The source pixels that a pixel of the small picture covers along one side, with weights in units
/// of 1/n source pixel, where n is the small picture's side. All between first and last weigh n.
struct PixelCover {
  std::int64_t first;
  std::int64_t last;
  std::uint64_t firstWeight;  ///< of the first pixel
  std::uint64_t lastWeight;   ///< 0 if it is the first pixel
};

/// Shrinks a picture from rows that arrive in any order.
class ShrinkingSink final : public io::RowSink {
 public:
  ShrinkingSink(std::int64_t longestSide, const Control& control)
      : longestSide_(longestSide), control_(control) {}

  /// Accepts only large pictures that become much smaller: others shrink faster as a whole.
  bool begin(Size size, PixelFormat format) override;
  void take(std::int64_t y, const ImageView& row, std::int64_t first, std::int64_t step) override;
  /// Size of the picture; empty if it was not accepted.
  Size photograph() const { return photograph_; }
  /// The result, once all rows have arrived.
  Image shrunk() const;

 private:
  std::int64_t longestSide_;
  Control control_;
  Size photograph_;
  Size size_;
  std::vector<PixelCover> columns_;
  std::vector<std::uint8_t> some_;     ///< the grey pixels received
  std::vector<std::uint8_t> grey_;     ///< a whole row, with missing pixels 0
  std::vector<std::uint64_t> sums_;    ///< of the row, per column of the shrunk picture
  std::vector<std::uint64_t> totals_;  ///< per pixel of the shrunk picture
};

}  // namespace espy::identify
