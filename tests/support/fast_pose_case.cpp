// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "support/fast_pose_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "pose/warp_needle.h"
#include "support/random_pictures.h"

namespace espy::test {
namespace {

/// Integer value noise on a grid of pitch `apart`, with a little noise.
Image hills(Size size, PixelFormat format, std::int64_t apart, Random& random) {
  Image picture(size, format);
  const std::int64_t columns = size.width / apart + 2;
  std::vector<std::int64_t> heights(
      static_cast<std::size_t>(columns * (size.height / apart + 2) * format.channels));
  for (std::int64_t& height : heights) height = 20 + random.below(200);
  const std::int64_t most = format.maxValue();
  for (std::int64_t y = 0; y < size.height; ++y) {
    for (std::int64_t x = 0; x < size.width; ++x) {
      for (int c = 0; c < format.channels; ++c) {
        const auto at = [&](std::int64_t dx, std::int64_t dy) {
          const std::int64_t point = (y / apart + dy) * columns + x / apart + dx;
          return heights[static_cast<std::size_t>(point * format.channels + c)];
        };
        const std::int64_t u = x % apart;
        const std::int64_t v = y % apart;
        const std::int64_t above = at(0, 0) * (apart - u) + at(1, 0) * u;
        const std::int64_t below = at(0, 1) * (apart - u) + at(1, 1) * u;
        const std::int64_t mean = (above * (apart - v) + below * v) / (apart * apart);
        const std::int64_t value = std::min<std::int64_t>(255, mean + random.below(9));
        const bool alpha = format.hasAlpha() && c == format.channels - 1;
        setSample(picture.pixels(), x, y, c,
                  static_cast<std::uint32_t>(alpha ? most : value * most / 255));
      }
    }
  }
  return picture;
}

}  // namespace

FastPoseCase::FastPoseCase(std::uint64_t seed) {
  Random random(seed);
  const bool plain = random.oneIn(2);
  const Depth depth = !plain && random.oneIn(4) ? Depth::u16 : Depth::u8;
  const PixelFormat sceneFormat{plain ? 1 : static_cast<int>(1 + random.below(4)), depth};
  const PixelFormat needleFormat = plain || random.oneIn(2)
                                       ? sceneFormat
                                       : PixelFormat{static_cast<int>(1 + random.below(4)), depth};
  const std::int64_t apart = 5 + random.below(9);
  scene = hills({120 + random.below(140), 110 + random.below(120)}, sceneFormat, apart, random);
  needlePicture =
      hills({24 + random.below(50), 20 + random.below(40)}, needleFormat, apart, random);
  const Size size = needlePicture.size();
  if (random.oneIn(4)) {
    mask = Image(size, {1, Depth::u8});
    for (std::int64_t i = 0; i < size.pixels(); ++i) {
      // Mask out a corner.
      const bool ignored = i % size.width < size.width / 3 && i / size.width < size.height / 3;
      setSample(mask.pixels(), i % size.width, i / size.width, 0, ignored ? 0 : 255);
    }
  }
  needle = {needlePicture.view(), {}};
  if (!mask.empty()) needle.mask = mask.view();
  if (!plain && random.oneIn(3)) score.method = random.oneIn(2) ? Method::sad : Method::ssd;
  score.minScore = 0.6 + static_cast<double>(random.below(36)) / 100;
  const double first = static_cast<double>(random.below(360)) - 180;
  pose.angle = random.oneIn(2) ? PoseRange{-180, 180, 0} : PoseRange{first, first + 60, 0};
  if (random.oneIn(3)) pose.scale = {0.7, 1.5, 0};
  pose.flip = random.oneIn(4);
  pose.quarterTurns = random.oneIn(5);
  if (score.method == Method::zncc && random.oneIn(4)) pose.polarity = Polarity::any;
  select.overlap = static_cast<double>(random.below(11)) / 10;
  if (random.oneIn(5)) pose.visible = 0.6;
  // One scene in five does not contain the needle.
  const PoseGrid grid = poseGrid(needle, pose);
  const pose::NeedleWarper warper(needle, false);
  for (std::int64_t k = random.oneIn(5) ? 0 : 1 + random.below(4); k > 0; --k) {
    const GridPose& planted = grid.poses[static_cast<std::size_t>(
        random.below(static_cast<std::int64_t>(grid.poses.size())))];
    const pose::WarpedNeedle warped = warper.warp(planted);
    const Size window = warped.picture.size();
    if (warped.picture.format() != scene.format() || window.width > scene.size().width ||
        window.height > scene.size().height) {
      continue;
    }
    // Some windows cross the left border.
    const std::int64_t over = pose.visible < 1 && random.oneIn(2) ? window.width / 4 : 0;
    const std::int64_t x = over > 0 ? -over : random.below(scene.size().width - window.width + 1);
    const std::int64_t y = random.below(scene.size().height - window.height + 1);
    for (std::int64_t i = 0; i < window.pixels(); ++i) {
      if (x + i % window.width < 0) continue;
      if (*warped.mask.view().pixel(i % window.width, i / window.width) == 0) continue;
      paste(scene.pixels(), warped.picture.view().crop(i % window.width, i / window.width, {1, 1}),
            x + i % window.width, y + i / window.width);
    }
  }
  name = fmt::format("seed {}, {} x {} in {} x {}, {} poses", seed, size.width, size.height,
                     scene.size().width, scene.size().height, grid.poses.size());
}

}  // namespace espy::test
