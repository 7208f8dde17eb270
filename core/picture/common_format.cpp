// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "picture/common_format.h"

#include <algorithm>

namespace espy::picture {

CommonFormat commonForm(PixelFormat a, PixelFormat b) {
  return {std::max(a.colourChannels(), b.colourChannels()), std::max(a.depth, b.depth)};
}

}  // namespace espy::picture
