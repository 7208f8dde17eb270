// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "espy/image.h"

namespace espy::score {

/// How a needle is cut into pieces that are correlated separately.
struct NeedleCut {
  Size piece;        ///< size of the largest; empty: needles are whole
  bool kept = true;  ///< spectra of pieces are kept instead of recomputed per tile

  bool empty() const { return piece.width == 0; }
  /// The number of pieces of a needle of this size.
  std::int64_t pieces(Size needle) const {
    if (empty()) return 1;
    return ((needle.width + piece.width - 1) / piece.width) *
           ((needle.height + piece.height - 1) / piece.height);
  }
};

}  // namespace espy::score
