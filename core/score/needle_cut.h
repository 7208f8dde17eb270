// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "espy/image.h"

namespace espy::score {

/// How needles are cut into pieces, each of which is correlated by itself.
struct NeedleCut {
  Size piece;        ///< the largest; empty: needles are whole
  bool kept = true;  ///< spectra of pieces stay, and are not made again for each tile
};

}  // namespace espy::score
