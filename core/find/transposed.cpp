// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "find/transposed.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace espy::finders {
namespace {

Image turned(const ImageView& picture, const Control& control) {
  const Size size{picture.height(), picture.width()};
  const PixelFormat format = picture.format();
  const std::ptrdiff_t step = format.bytesPerPixel();
  if (picture.width() == 1 && picture.stride() == step) {
    return {ImageView(picture.row(0), size, format, size.width * step), nullptr};
  }
  Image to = Image::forOverwrite(size, format);
  constexpr std::int64_t kBetweenChecks = 1 << 20;
  const std::int64_t rows =
      std::max<std::int64_t>(1, kBetweenChecks / std::max<std::int64_t>(1, picture.width()));
  for (std::int64_t y = 0; y < picture.height(); ++y) {
    if (y % rows == 0) control.check();
    for (std::int64_t x = 0; x < picture.width(); ++x) {
      std::copy_n(picture.pixel(x, y), step, to.pixels().pixel(y, x));
    }
  }
  return to;
}

}  // namespace

Transposed::Transposed(const ImageView& scene, std::span<const Needle> needles,
                       const Control& control)
    : scene_(turned(scene, control)) {
  pictures_.reserve(2 * needles.size());
  for (const Needle& needle : needles) {
    needles_.push_back({pictures_.emplace_back(turned(needle.picture, control)).view(), {}});
    if (needle.mask)
      needles_.back().mask = pictures_.emplace_back(turned(*needle.mask, control)).view();
  }
}

}  // namespace espy::finders
