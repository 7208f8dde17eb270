// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "support/pose_scenes.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "support/disturb.h"
#include "support/drawing_shapes.h"
#include "support/random_pictures.h"

namespace espy::test {
namespace {

double radians(double degrees) {
  return degrees * std::numbers::pi / 180;
}

double uniform(Random& random, double first, double last) {
  constexpr double kTwoTo53 = 9007199254740992.0;
  return first + (last - first) * static_cast<double>(random.next() >> 11) / kTwoTo53;
}

/// Random value of a lattice point, -1..1.
double latticeAt(std::uint64_t seed, int octave, std::int64_t x, std::int64_t y) {
  Random random(seed ^ (static_cast<std::uint64_t>(x) * 0x9e3779b97f4a7c15U) ^
                (static_cast<std::uint64_t>(y) * 0xc2b2ae3d27d4eb4fU) ^
                (static_cast<std::uint64_t>(octave) << 56));
  return uniform(random, -1, 1);
}

double smooth(double t) {
  return t * t * t * (t * (6 * t - 15) + 10);
}

void fillBackground(Canvas& canvas, std::uint64_t seed) {
  const Octaves surface(seed, 40, 4);
  for (std::int64_t y = 0; y < canvas.size.height; ++y) {
    for (std::int64_t x = 0; x < canvas.size.width; ++x) {
      canvas.at(x, y) =
          static_cast<float>(120 + 45 * surface.at(static_cast<double>(x), static_cast<double>(y)));
    }
  }
}

}  // namespace

double Octaves::at(double x, double y) const {
  double sum = 0;
  double height = 1;
  double all = 0;
  double wave = longest_;
  for (int octave = 0; octave < octaves_; ++octave) {
    const double u = x / wave;
    const double v = y / wave;
    const auto column = static_cast<std::int64_t>(std::floor(u));
    const auto row = static_cast<std::int64_t>(std::floor(v));
    const double a = smooth(u - std::floor(u));
    const double b = smooth(v - std::floor(v));
    const double above = latticeAt(seed_, octave, column, row) * (1 - a) +
                         latticeAt(seed_, octave, column + 1, row) * a;
    const double below = latticeAt(seed_, octave, column, row + 1) * (1 - a) +
                         latticeAt(seed_, octave, column + 1, row + 1) * a;
    sum += height * (above * (1 - b) + below * b);
    all += height * height;
    constexpr double kLower = 0.75;
    height *= kLower;
    wave /= 2;
  }
  return sum / std::sqrt(all);
}

Drawing::Drawing(Size size, Appearance look, std::uint64_t seed)
    : size_(size), fine_({size.width * kFine, size.height * kFine}) {
  const Shapes shapes(size, look == Appearance::part, seed);
  const Octaves surface(seed ^ 0x5eed, look == Appearance::part ? 12 : 16,
                        look == Appearance::part ? 2 : 3);
  const double height = look == Appearance::part ? 5 : 75;
  for (std::int64_t y = 0; y < fine_.size.height; ++y) {
    for (std::int64_t x = 0; x < fine_.size.width; ++x) {
      double sum = 0;
      for (int k = 0; k < 4; ++k) {
        const int row = k / 2;
        sum += shapes.at((static_cast<double>(x) + 0.25 + 0.5 * (k % 2)) / kFine,
                         (static_cast<double>(y) + 0.25 + 0.5 * row) / kFine);
      }
      const double rough =
          surface.at(static_cast<double>(x) / kFine, static_cast<double>(y) / kFine);
      fine_.at(x, y) = static_cast<float>(std::clamp(sum / 4 + height * rough, 20.0, 235.0));
    }
  }
}

double Drawing::radius() const {
  return std::hypot(static_cast<double>(size_.width), static_cast<double>(size_.height)) / 2;
}

Image Drawing::needle() const {
  Image picture(size_, {1, Depth::u8});
  for (std::int64_t y = 0; y < size_.height; ++y) {
    for (std::int64_t x = 0; x < size_.width; ++x) {
      double sum = 0;
      for (int k = 0; k < kFine * kFine; ++k) {
        sum += fine_.at(x * kFine + k % kFine, y * kFine + k / kFine);
      }
      *picture.pixels().pixel(x, y) = static_cast<std::uint8_t>(std::lround(sum / (kFine * kFine)));
    }
  }
  return picture;
}

double Drawing::between(double x, double y) const {
  const double column = std::clamp(x * kFine - 0.5, 0.0, static_cast<double>(fine_.size.width - 1));
  const double row = std::clamp(y * kFine - 0.5, 0.0, static_cast<double>(fine_.size.height - 1));
  const auto left = static_cast<std::int64_t>(column);
  const auto top = static_cast<std::int64_t>(row);
  const std::int64_t right = std::min(left + 1, fine_.size.width - 1);
  const std::int64_t bottom = std::min(top + 1, fine_.size.height - 1);
  const double a = column - static_cast<double>(left);
  const double b = row - static_cast<double>(top);
  return (fine_.at(left, top) * (1 - a) + fine_.at(right, top) * a) * (1 - b) +
         (fine_.at(left, bottom) * (1 - a) + fine_.at(right, bottom) * a) * b;
}

void Drawing::drawInto(Canvas& canvas, const TruePose& pose) const {
  // In large needles the sampling errors of single pixels average out.
  constexpr std::int64_t kLarge = 30'000;
  const int samples = size_.pixels() > kLarge ? 3 : 6;
  const double all = samples * samples;
  const double cosine = std::cos(radians(pose.angle)) / pose.scale;
  const double sine = std::sin(radians(pose.angle)) / pose.scale;
  const double reach = radius() * pose.scale + 1;
  const auto width = static_cast<double>(size_.width);
  const auto height = static_cast<double>(size_.height);
  const Octaves cover(0xc0ffee + static_cast<std::uint64_t>(pose.x * 1000), 14, 3);
  const auto first = [](double at) { return std::max<std::int64_t>(0, std::llround(at)); };
  const std::int64_t endX =
      std::min<std::int64_t>(canvas.size.width, std::llround(pose.x + reach) + 1);
  const std::int64_t endY =
      std::min<std::int64_t>(canvas.size.height, std::llround(pose.y + reach) + 1);
  for (std::int64_t y = first(pose.y - reach); y < endY; ++y) {
    for (std::int64_t x = first(pose.x - reach); x < endX; ++x) {
      double sum = 0;
      int covered = 0;
      for (int k = 0; k < samples * samples; ++k) {
        const int row = k / samples;
        const double dx = static_cast<double>(x) + (k % samples + 0.5) / samples - pose.x;
        const double dy = static_cast<double>(y) + (row + 0.5) / samples - pose.y;
        const double fromX = width / 2 + dx * cosine - dy * sine;
        const double fromY = height / 2 + dx * sine + dy * cosine;
        if (fromX < 0 || fromY < 0 || fromX >= width || fromY >= height) continue;
        ++covered;
        const double along = pose.hiddenSide % 2 == 0 ? fromX / width : fromY / height;
        const bool hidden = (pose.hiddenSide < 2 ? along : 1 - along) < pose.hidden;
        sum += hidden ? 120 + 60 * cover.at(static_cast<double>(x), static_cast<double>(y))
                      : between(fromX, fromY);
      }
      if (covered == 0) continue;
      float& pixel = canvas.at(x, y);
      pixel = static_cast<float>((sum + (all - covered) * pixel) / all);
    }
  }
}

PoseScene poseScene(const PoseSceneOptions& options, std::uint64_t seed) {
  Random random(seed);
  const auto side = [&] {
    return options.leastSide + random.below(options.mostSide - options.leastSide + 1);
  };
  const std::int64_t width = side();
  const Size size{width, side()};
  const Appearance look = random.oneIn(2) ? Appearance::part : Appearance::texture;
  const Drawing drawing(size, look, random.next());
  Canvas canvas(options.scene);
  fillBackground(canvas, random.next());
  PoseScene made;
  const std::int64_t wanted = 1 + random.below(options.most);
  constexpr int kTries = 200;
  for (int attempt = 0; attempt < kTries && std::ssize(made.poses) < wanted; ++attempt) {
    TruePose pose;
    pose.scale = uniform(random, options.scaleFirst, options.scaleLast);
    pose.angle = uniform(random, 0, 360);
    const double reach = drawing.radius() * pose.scale + 1;
    pose.x = uniform(random, reach, static_cast<double>(options.scene.width) - reach);
    pose.y = uniform(random, reach, static_cast<double>(options.scene.height) - reach);
    pose.hiddenSide = static_cast<int>(random.below(4));
    pose.hidden = uniform(random, 0, 1);
    const bool apart = std::all_of(made.poses.begin(), made.poses.end(), [&](const TruePose& b) {
      return std::hypot(pose.x - b.x, pose.y - b.y) > reach + drawing.radius() * b.scale + 1;
    });
    if (apart) made.poses.push_back(pose);
  }
  if (made.poses.empty()) throw std::runtime_error("a needle has no room in its scene");
  Random others(random.next());
  for (int k = 0; k < options.disturbance.clutter; ++k) {
    const Drawing other(size, k % 2 == 0 ? Appearance::part : Appearance::texture, others.next());
    other.drawInto(canvas, {uniform(others, 0, static_cast<double>(options.scene.width)),
                            uniform(others, 0, static_cast<double>(options.scene.height)),
                            uniform(others, 0, 360), uniform(others, 0.7, 1.4)});
  }
  for (TruePose& pose : made.poses) {
    pose.hidden *= options.disturbance.hidden;
    drawing.drawInto(canvas, pose);
  }
  made.needle = drawing.needle();
  made.scene = disturbed(canvas, options.disturbance, random.next());
  return made;
}

PoseScene poseSceneInCells(const PoseGridOptions& options, std::uint64_t seed) {
  Random random(seed);
  const Drawing drawing(options.needle, Appearance::part, random.next());
  Canvas canvas(options.scene);
  fillBackground(canvas, random.next());
  PoseScene made;
  const double width = static_cast<double>(options.scene.width) / options.columns;
  const double height = static_cast<double>(options.scene.height) / options.rows;
  for (int cell = 0; cell < options.columns * options.rows; ++cell) {
    TruePose pose;
    double reachX = 0;
    double reachY = 0;
    do {
      pose.angle = options.turned ? uniform(random, 0, 360) : 0;
      pose.scale = uniform(random, options.scaleFirst, options.scaleLast);
      const double cosine = std::abs(std::cos(radians(pose.angle))) * pose.scale / 2;
      const double sine = std::abs(std::sin(radians(pose.angle))) * pose.scale / 2;
      const auto across = static_cast<double>(options.needle.width);
      const auto down = static_cast<double>(options.needle.height);
      reachX = across * cosine + down * sine + 1;
      reachY = down * cosine + across * sine + 1;
    } while (2 * reachX > width || 2 * reachY > height);
    const int row = cell / options.columns;
    pose.x = uniform(random, reachX, width - reachX) + width * (cell % options.columns);
    pose.y = uniform(random, reachY, height - reachY) + height * row;
    made.poses.push_back(pose);
    drawing.drawInto(canvas, pose);
  }
  made.needle = drawing.needle();
  Disturbance camera;
  camera.noise = 5;
  made.scene = disturbed(canvas, camera, random.next());
  return made;
}

}  // namespace espy::test
