// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "espy/image.h"

namespace espy::score {

/// How a needle is cut into pieces that are correlated separately.
struct NeedleCut {
  Size piece;        ///< size of the largest; empty: needles are whole
  bool kept = true;  ///< spectra of pieces are kept instead of recomputed per tile
};

}  // namespace espy::score
