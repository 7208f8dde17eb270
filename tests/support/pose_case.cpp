// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "support/pose_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "pose/warp_needle.h"
#include "support/random_pictures.h"

namespace espy::test {
namespace {

/// Slight blur, so that adjacent poses have similar scores.
void blur(const MutableImageView& picture) {
  const PixelFormat format = picture.format();
  for (std::int64_t y = 0; y < picture.height(); ++y) {
    for (std::int64_t x = 0; x < picture.width(); ++x) {
      for (int c = 0; c < format.channels; ++c) {
        std::uint32_t sum = 0;
        for (std::int64_t k = 0; k < 3; ++k) {
          sum += sampleAt(picture, std::min(x + k, picture.width() - 1), y, c);
          sum += sampleAt(picture, x, std::min(y + k, picture.height() - 1), c);
        }
        setSample(picture, x, y, c, sum / 6);
      }
    }
  }
}

Image drawn(Size size, PixelFormat format, Random& random) {
  Image picture(size, format);
  draw(picture.pixels(), static_cast<Kind>(random.below(kKinds)), random, false);
  if (random.below(3) != 0) blur(picture.pixels());
  return picture;
}

PoseRange anglesOf(Random& random) {
  const double first = static_cast<double>(random.below(720)) - 360;
  switch (random.below(6)) {
    case 0:
      return {0, 0, 0};
    case 1:
      return {first, first, 0};
    case 2:
      return {-180, 180, 45};
    case 3:
      return {0, 360, 70};
    default: {
      const double last = std::min(360.0, first + static_cast<double>(random.below(60)));
      return {first, last, static_cast<double>(2 + random.below(20))};
    }
  }
}

PoseRange scalesOf(Random& random) {
  const double first = 0.4 + static_cast<double>(random.below(12)) / 10;
  switch (random.below(4)) {
    case 0:
      return {first, first, 0};
    case 1:
      return {first, first + 0.5, 0.2};
    default:
      return {1, 1, 0};
  }
}

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

PoseCase::PoseCase(std::uint64_t seed) {
  Random random(seed);
  const Depth depth = random.oneIn(4) ? Depth::u16 : Depth::u8;
  const PixelFormat sceneFormat{static_cast<int>(1 + random.below(4)), depth};
  const PixelFormat needleFormat{static_cast<int>(1 + random.below(4)),
                                 random.oneIn(6) ? Depth::u8 : depth};
  scene = drawn({12 + random.below(30), 12 + random.below(30)}, sceneFormat, random);
  needlePicture = drawn({2 + random.below(11), 2 + random.below(11)}, needleFormat, random);
  const Size size = needlePicture.size();
  if (needleFormat.hasAlpha()) {
    for (std::int64_t i = 0; i < size.pixels(); ++i) {
      const bool ignored = random.oneIn(9);
      setSample(needlePicture.pixels(), i % size.width, i / size.width, needleFormat.channels - 1,
                ignored ? 0 : 1 + static_cast<std::uint32_t>(random.below(255)));
    }
  }
  needle.picture = needlePicture.view();
  if (random.oneIn(4)) {
    mask = Image(size, {1, Depth::u8});
    for (std::int64_t i = 0; i < size.pixels(); ++i) {
      setSample(mask.pixels(), i % size.width, i / size.width, 0,
                random.oneIn(7) ? 0 : 1 + static_cast<std::uint32_t>(random.below(255)));
    }
    needle.mask = mask.view();
  }
  constexpr Method kMethods[] = {Method::zncc, Method::zncc, Method::ssd, Method::sad};
  score.method = kMethods[random.below(4)];
  score.minScore = static_cast<double>(random.below(100)) / 100;
  score.weighted = score.method != Method::zncc && random.oneIn(3);
  pose.angle = anglesOf(random);
  pose.scale = scalesOf(random);
  pose.quarterTurns = random.oneIn(3);
  pose.flip = random.oneIn(3);
  if (score.method == Method::zncc && random.oneIn(3)) pose.polarity = Polarity::any;
  pose.search = PoseSearch::complete;
  // The reference tests every pose at every position: shrink expensive cases.
  const auto work = [&] {
    const double largest = pose.scale.last * pose.scale.last;
    return static_cast<double>(poseGrid(needle, pose).poses.size()) * largest *
           static_cast<double>(scene.size().pixels() * needlePicture.size().pixels());
  };
  constexpr double kMostWork = 4e6;
  if (work() > kMostWork) pose.flip = false;
  if (work() > kMostWork) pose.quarterTurns = false;
  while (work() > kMostWork && !pose.angle.isOne() && pose.angle.step < 180) pose.angle.step *= 2;
  select.overlap = static_cast<double>(random.below(11)) / 10;
  if (random.oneIn(4)) select.top = static_cast<std::uint64_t>(1 + random.below(5));
  // Plants the needle in one of its poses, if it fits.
  const pose::NeedleWarper warper(needle, false);
  GridPose planted;
  planted.angle = static_cast<std::int64_t>(pose.angle.first * 1e6);
  planted.scale = static_cast<std::int64_t>(pose.scale.first * 1e6);
  const pose::WarpedNeedle warped = warper.warp(planted);
  const Size window = warped.picture.size();
  const bool alike = warped.picture.format() == scene.format();
  if (alike && window.width <= scene.size().width && window.height <= scene.size().height) {
    paste(scene.pixels(), warped.picture, random.below(scene.size().width - window.width + 1),
          random.below(scene.size().height - window.height + 1));
  }
  // At the border the reference warps a needle for every position.
  const bool mayHangOver = work() < kMostWork / 4;
  if (mayHangOver && random.oneIn(3)) {
    pose.visible = static_cast<double>(1 + random.below(100)) / 100;
  }
  name = fmt::format("seed {}, {} x {} in {} x {}, {}, {} poses, {} visible", seed, size.width,
                     size.height, scene.size().width, scene.size().height,
                     score.method == Method::zncc ? "zncc" : "distance",
                     poseGrid(needle, pose).poses.size(), pose.visible);
}

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

std::string differenceOf(const Finding& wanted, const Finding& got) {
  if (wanted.matches.size() != got.matches.size()) {
    return fmt::format("{} matches, not {}", got.matches.size(), wanted.matches.size());
  }
  for (std::size_t i = 0; i < wanted.matches.size(); ++i) {
    const Match& a = wanted.matches[i];
    const Match& b = got.matches[i];
    if (a == b) continue;
    return fmt::format(
        "match {} is at {},{} {} x {} angle {} scale {} score {}, not at {},{} {} x {} "
        "angle {} scale {} score {}",
        i, b.x, b.y, b.width, b.height, b.angle, b.scale, b.score, a.x, a.y, a.width, a.height,
        a.angle, a.scale, a.score);
  }
  if (wanted.best != got.best) return "the best place is another one";
  return "";
}

}  // namespace espy::test
