// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "score/lying.h"

#include <cstring>

namespace espy::score {
namespace {

Image turned(const ImageView& picture) {
  Image to({picture.height(), picture.width()}, picture.format());
  const auto bytes = static_cast<std::size_t>(picture.format().bytesPerPixel());
  const auto step = static_cast<std::int64_t>(bytes);
  for (std::int64_t y = 0; y < picture.height(); ++y) {
    for (std::int64_t x = 0; x < picture.width(); ++x) {
      std::memcpy(to.pixels().row(x) + y * step, picture.row(y) + x * step, bytes);
    }
  }
  return to;
}

}  // namespace

Lying::Lying(const ImageView& scene, std::span<const Needle> needles) : scene_(turned(scene)) {
  pictures_.reserve(2 * needles.size());
  for (const Needle& needle : needles) {
    needles_.push_back({pictures_.emplace_back(turned(needle.picture)).view(), {}});
    if (needle.mask) needles_.back().mask = pictures_.emplace_back(turned(*needle.mask)).view();
  }
}

}  // namespace espy::score
