// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "base/scratch.h"
#include "picture/rectangles.h"

namespace espy::score {

/// Stores numbers at the seams of tiles that do not overlap: a position there has neighbours in
/// several tiles, which are not in memory at the same time. Two lines of positions are kept on both
/// sides of each seam.
class TileSeams {
 public:
  /// Value of positions that no tile has written.
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  /// `columns`, `rows`: where tiles begin, without 0. All tiles but the last are at least two
  /// positions wide and high.
  TileSeams(Size places, std::vector<std::int64_t> columns, std::vector<std::int64_t> rows);

  /// Copies what the seams need from a tile, whose rows have this pitch. Thread-safe for different
  /// tiles.
  void take(const picture::Rectangle& tile, const std::uint32_t* numbers, std::int64_t pitch);

  std::int64_t count() const { return static_cast<std::int64_t>(columns_.size() + rows_.size()); }

  /// Calls `visit(x, y, here, around)` with the number of each position at a seam, and of its eight
  /// neighbours row by row. Where seams cross, a position belongs to the row's seam.
  template <class Visit>
  void each(std::int64_t seam, const Visit& visit) const {
    const auto columns = static_cast<std::int64_t>(columns_.size());
    if (seam >= columns) return eachOfRow(static_cast<std::size_t>(seam - columns), visit);
    const std::int64_t x = columns_[static_cast<std::size_t>(seam)];
    for (std::int64_t y = 0; y < places_.height; ++y) {
      if (isBesideRow(y)) continue;
      const std::uint32_t* const at =
          ofColumns_.data() + columnAt(static_cast<std::size_t>(seam), y);
      for (int i = 1; i <= 2; ++i) visitAt(x - 2 + i, y, at + i, kLines, visit);
    }
  }

  bool isBesideRow(std::int64_t y) const { return besideRow_[static_cast<std::size_t>(y)] != 0; }

 private:
  static constexpr std::int64_t kLines = 4;  ///< of a seam

  template <class Visit>
  static void visitAt(std::int64_t x, std::int64_t y, const std::uint32_t* at, std::int64_t pitch,
                      const Visit& visit) {
    visit(x, y, *at,
          std::array<std::uint32_t, 8>{at[-pitch - 1], at[-pitch], at[1 - pitch], at[-1], at[1],
                                       at[pitch - 1], at[pitch], at[pitch + 1]});
  }
  template <class Visit>
  void eachOfRow(std::size_t seam, const Visit& visit) const {
    for (int line = 1; line <= 2; ++line) {
      const std::uint32_t* const at = ofRows_.data() + rowAt(seam, line);
      for (std::int64_t x = 0; x < places_.width; ++x) {
        visitAt(x, rows_[seam] - 2 + line, at + x, pitch_, visit);
      }
    }
  }

  std::int64_t columnAt(std::size_t seam, std::int64_t y) const {
    return (static_cast<std::int64_t>(seam) * (places_.height + 2) + y + 1) * kLines;
  }
  std::int64_t rowAt(std::size_t seam, std::int64_t line) const {
    return (static_cast<std::int64_t>(seam) * kLines + line) * pitch_ + 1;
  }

  Size places_;
  std::int64_t pitch_;
  std::vector<std::int64_t> columns_;
  std::vector<std::int64_t> rows_;
  std::vector<std::uint8_t> besideRow_;     ///< by row
  ScratchVector<std::uint32_t> ofColumns_;  ///< by seam, row, with one above and below, and line
  ScratchVector<std::uint32_t> ofRows_;     ///< by seam, line and column, with one at either end
};

}  // namespace espy::score
