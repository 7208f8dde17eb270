// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "espy/image.h"

namespace espy::picture {

/// The common format of needle and scene for comparison: the more channels and the deeper samples
/// of the two.
struct CommonFormat {
  int channels = 1;  ///< of colour, without alpha: 1 or 3
  Depth depth = Depth::u8;

  bool operator==(const CommonFormat&) const = default;
};
CommonFormat commonForm(PixelFormat a, PixelFormat b);

}  // namespace espy::picture
