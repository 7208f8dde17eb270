// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "espy/control.h"
#include "index/needle_segment.h"

namespace espy::index {

/// An occurrence of a picture.
struct FoundPicture {
  std::uint32_t y = 0;
  std::uint32_t x = 0;
  std::uint32_t picture = 0;

  auto operator<=>(const FoundPicture&) const = default;
};

/// Finds all pictures of a segment in a scene: each occurrence once, in no order.
std::vector<FoundPicture> findPictures(const ImageView& scene, const NeedleSegment& segment,
                                       int threads, const Control& control);

}  // namespace espy::index
