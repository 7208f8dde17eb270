// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "espy/image.h"

/// Scenes of which it is known where the needle lies: to measure how well poses are found.
namespace espy::test {

/// Noise of several octaves, smooth between its points: what surfaces look like.
class Octaves {
 public:
  /// The coarsest wave is so many pixels long, each next one half of it.
  Octaves(std::uint64_t seed, double longest, int octaves)
      : seed_(seed), longest_(longest), octaves_(octaves) {}
  /// About -1 to 1.
  double at(double x, double y) const;

 private:
  std::uint64_t seed_;
  double longest_;
  int octaves_;
};

/// Grey before it becomes bytes.
struct Canvas {
  explicit Canvas(Size canvasSize)
      : size(canvasSize), values(static_cast<std::size_t>(canvasSize.pixels())) {}
  float& at(std::int64_t x, std::int64_t y) {
    return values[static_cast<std::size_t>(y * size.width + x)];
  }
  float at(std::int64_t x, std::int64_t y) const {
    return values[static_cast<std::size_t>(y * size.width + x)];
  }
  Size size;
  std::vector<float> values;
};

/// Where a needle was drawn.
struct TruePose {
  double x = 0;  ///< its middle; pixel (0, 0) covers [0, 1) x [0, 1)
  double y = 0;
  double angle = 0;  ///< degrees, counter-clockwise
  double scale = 1;
  double hidden = 0;   ///< this share is covered by something else,
  int hiddenSide = 0;  ///< from the left, the top, the right or the bottom of the needle
};

enum class Look : std::uint8_t {
  texture,  ///< a surface
  part,     ///< a plate with rectangles, rings, holes and strokes as of letters
};

/// A drawing that is four times as fine as the needle, so that a turned pixel can be made of what
/// it covers, and not of the needle's own pixels.
class Drawing {
 public:
  static constexpr int kFine = 4;

  Drawing(Size size, Look look, std::uint64_t seed);

  Size size() const { return size_; }
  /// As a camera sees it from straight above: each pixel the mean of what it covers.
  Image needle() const;
  /// Each pixel becomes the mean of 6 x 6 samples, of a large drawing of 3 x 3; a sample that is
  /// not covered shows what was there before.
  void drawInto(Canvas& canvas, const TruePose& pose) const;
  /// Half of the diagonal.
  double radius() const;

 private:
  double between(double x, double y) const;

  Size size_;
  Canvas fine_;
};

/// What happens to a scene before it is a picture.
struct Disturbance {
  double noise = 0;      ///< standard deviation
  double gainFirst = 1;  ///< contrast, uniform in this range; brightness follows
  double gainLast = 1;
  double blur = 0;    ///< standard deviation in pixels
  double hidden = 0;  ///< up to this share of each needle
  int quality = 0;    ///< of a JPEG; 0: none
  int clutter = 0;    ///< other parts around
};

struct PoseScene {
  Image needle;
  Image scene;
  std::vector<TruePose> poses;
};

struct PoseSceneOptions {
  Size scene{520, 400};
  std::int64_t leastSide = 48;
  std::int64_t mostSide = 96;
  int most = 3;  ///< needles in a scene
  double scaleFirst = 0.7;
  double scaleLast = 1.4;
  Disturbance disturbance;
};

/// The same for the same seed, and with another disturbance the same needles in the same poses.
PoseScene poseScene(const PoseSceneOptions& options, std::uint64_t seed);

/// Needles of one size in cells of a grid, so that many of them have room; where one does not, it
/// is turned and scaled anew.
struct PoseGridOptions {
  Size scene;
  Size needle;
  int columns = 1;
  int rows = 1;
  bool turned = false;
  double scaleFirst = 1;
  double scaleLast = 1;
};
PoseScene poseSceneInCells(const PoseGridOptions& options, std::uint64_t seed);

}  // namespace espy::test
