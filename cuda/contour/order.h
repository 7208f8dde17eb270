// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "cuda/base/host_device.h"

/// The order in which blocks of threads take the tiles of a table of intervals. Needs no CUDA.
namespace espy::cuda {

/// A share of the work on a tile. The last of its `parts` shares that ends completes the tile.
struct IntervalItem {
  int row = 0;
  int column = 0;  ///< row..tiles - 1
  int part = 0;
  int parts = 1;

  /// Products of the whole tile: one for each tile between.
  ESPY_HOST_DEVICE int products() const { return column > row ? column - row - 1 : 0; }

  /// The tile K of the `entry`-th product: those in the middle first, because tiles (row, K) and
  /// (K, column) far from the diagonal are completed late.
  ESPY_HOST_DEVICE int middle(int entry) const {
    const int centre = (row + column) / 2;
    return entry % 2 == 0 ? centre - entry / 2 : centre + (entry + 1) / 2;
  }
};

/// Tiles by diagonals. A product with the middle tile K of (I, J) needs (I, K) and (K, J), and the
/// completion (I, I) and (J, J): all on diagonals before, so of lower tickets. Where a diagonal has
/// fewer tiles than there are blocks, the products of a tile are shared.
struct IntervalOrder {
  int tiles = 1;     ///< in a row
  int wanted = 1;    ///< items of a diagonal: the blocks that run at the same time
  int products = 4;  ///< of an item, at least; more shares cost more additions to the tile

  ESPY_HOST_DEVICE int partsOf(int diagonal) const {
    const int all = diagonal > 0 ? diagonal - 1 : 0;
    const int most = (all + products - 1) / products;
    const int needed = (wanted + tiles - diagonal - 1) / (tiles - diagonal);
    const int parts = needed < most ? needed : most;
    return parts > 1 ? parts : 1;
  }
  ESPY_HOST_DEVICE std::int64_t itemsOf(int diagonal) const {
    return std::int64_t{tiles - diagonal} * partsOf(diagonal);
  }
};

/// Finds the items of tickets, which are numbered from 0 in the order above.
class IntervalWalk {
 public:
  ESPY_HOST_DEVICE explicit IntervalWalk(const IntervalOrder& order) : order_(order) {}

  /// Returns false behind the last item. A ticket must not be below that of the call before.
  ESPY_HOST_DEVICE bool find(std::int64_t ticket, IntervalItem& item) {
    while (diagonal_ < order_.tiles && ticket >= first_ + order_.itemsOf(diagonal_)) {
      first_ += order_.itemsOf(diagonal_);
      ++diagonal_;
    }
    if (diagonal_ >= order_.tiles) return false;
    item.parts = order_.partsOf(diagonal_);
    const auto index = static_cast<int>(ticket - first_);
    item.row = index / item.parts;
    item.column = item.row + diagonal_;
    item.part = index % item.parts;
    return true;
  }

 private:
  IntervalOrder order_;
  int diagonal_ = 0;
  std::int64_t first_ = 0;  ///< ticket of the diagonal's first item
};

}  // namespace espy::cuda
