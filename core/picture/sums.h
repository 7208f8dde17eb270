// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "picture/planes.h"
#include "picture/rectangles.h"

namespace espy::picture {

/// Sums of samples and of their squares over rectangles of a tile, over all channels together. They
/// are added and subtracted modulo the range of `Sum`, which must hold those of a needle's window.
template <class Sum>
class TileSums {
 public:
  template <class Sample>
  void load(const TilePlanes<Sample>& tile);
  /// Of samples less `mean`, whose squares lose `shift` bits; the first so many columns and rows.
  void loadLess(const TilePlanes<std::uint16_t>& tile, Size size, std::int32_t mean, int shift);

  /// The sums of `count` windows beside each other, the first of which is at (x, y), over these
  /// parts of the window.
  void windows(std::span<const Rectangle> parts, std::int64_t x, std::int64_t y, std::int64_t count,
               Sum* sums, Sum* squares) const;

 private:
  /// `add(y)` adds a row's samples to what are the row's values.
  template <class Add>
  void sumUp(Size size, const Add& add);

  std::int64_t pitch_ = 0;
  WorkVector<Sum> sums_;  ///< of all that is above and to the left
  WorkVector<Sum> squares_;
  WorkVector<Sum> values_;  ///< of a row
  WorkVector<Sum> valueSquares_;
};

extern template class TileSums<std::uint32_t>;
extern template class TileSums<std::uint64_t>;

}  // namespace espy::picture
