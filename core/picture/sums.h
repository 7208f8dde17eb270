// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "picture/planes.h"
#include "picture/rectangles.h"

namespace espy::picture {

/// Summed-area tables of samples and of their squares over a tile, over all channels together.
/// Arithmetic is modulo the range of `Sum`, which must hold the sums of a needle's window.
template <class Sum>
class TileSums {
 public:
  template <class Sample>
  void load(const TilePlanes<Sample>& tile);
  /// The same for samples minus `mean`, with squares shifted right by `shift`, over the first
  /// `size` columns and rows.
  void loadLess(const TilePlanes<std::uint16_t>& tile, Size size, std::int32_t mean, int shift);

  /// Returns the sums of `count` adjacent windows, the first at (x, y), over these parts of the
  /// window.
  void windows(std::span<const Rectangle> parts, std::int64_t x, std::int64_t y, std::int64_t count,
               Sum* sums, Sum* squares) const;

 private:
  /// `add(y)` adds a row's samples to the column values.
  template <class Add>
  void sumUp(Size size, const Add& add);

  std::int64_t pitch_ = 0;
  ScratchVector<Sum> sums_;  ///< of everything above and to the left
  ScratchVector<Sum> squares_;
  ScratchVector<Sum> values_;  ///< of a row
  ScratchVector<Sum> valueSquares_;
};

extern template class TileSums<std::uint32_t>;
extern template class TileSums<std::uint64_t>;

}  // namespace espy::picture
