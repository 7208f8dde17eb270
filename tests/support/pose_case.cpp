// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "support/pose_case.h"

#include <fmt/format.h>

#include <algorithm>

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
