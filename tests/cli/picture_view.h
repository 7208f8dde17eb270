// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "espy/image.h"
#include "picture.h"

namespace espy::test {

/// A picture in colour, as the library sees it.
inline ImageView viewOf(const Picture& picture) {
  return {
      picture.samples.data(), {picture.width, picture.height}, {3, Depth::u8}, 3 * picture.width};
}

}  // namespace espy::test
