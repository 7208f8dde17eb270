// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "pose/warp_needle.h"

#include <algorithm>

#include "find/needle.h"
#include "picture/formats.h"
#include "picture/warp.h"

namespace espy::pose {
namespace {

template <class Sample>
void invertRow(Sample* row, const std::uint8_t* weights, std::int64_t width, int channels,
               int most) {
  for (std::int64_t x = 0; x < width; ++x) {
    if (weights[x] == 0) continue;
    for (int c = 0; c < channels; ++c) {
      Sample& sample = row[x * channels + c];
      sample = static_cast<Sample>(most - sample);
    }
  }
}

void invert(Image& picture, const ImageView& weights) {
  const MutableImageView pixels = picture.pixels();
  const PixelFormat format = picture.format();
  for (std::int64_t y = 0; y < pixels.height(); ++y) {
    if (format.depth == Depth::u8) {
      invertRow(pixels.row(y), weights.row(y), pixels.width(), format.channels, format.maxValue());
    } else {
      invertRow(picture::samplesOf<std::uint16_t>(pixels.row(y)), weights.row(y), pixels.width(),
                format.channels, format.maxValue());
    }
  }
}

}  // namespace

Size windowOf(Size needle, const GridPose& pose) {
  return picture::TurnMap(needle, turnOf(pose)).to;
}

NeedleWarper::NeedleWarper(const Needle& needle, bool weighted, int enlarged)
    : needle_(needle), weighted_(weighted), enlarged_(enlarged) {
  if (!needle.mask && !needle.picture.format().hasAlpha()) return;
  finders::PreparedNeedle prepared =
      finders::prepareNeedle(needle, 0, needle.picture.format(), weighted);
  weights_ = std::move(prepared.weights);
}

Size NeedleWarper::windowOf(const GridPose& pose) const {
  return picture::TurnMap(needle_.picture.size(), turnOf(pose)).to;
}

WarpedNeedle NeedleWarper::warp(const GridPose& pose, picture::SomePixels some) const {
  picture::Warped made = picture::warp(needle_.picture, weights_, weighted_, turnOf(pose), some);
  if (pose.inverted) invert(made.picture, made.weights);
  return {std::move(made.picture), std::move(made.weights), made.counted,
          weighted_ && !weights_.empty()};
}

std::optional<WarpedNeedle> NeedleWarper::scorable(const GridPose& pose, Method method,
                                                   PixelFormat scene) const {
  WarpedNeedle made = warp(pose);
  if (made.counted == 0) return {};
  if (method == Method::zncc) {
    const Needle needle = made.needle();
    if (finders::needleSums(needle, scene, false, {}).variance() == 0) return {};
  }
  return made;
}

}  // namespace espy::pose
