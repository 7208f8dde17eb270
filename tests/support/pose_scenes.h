// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "espy/image.h"

/// Synthetic scenes with ground truth, to measure the accuracy of poses.
namespace espy::test {

/// Fractal value noise of several octaves, similar to natural textures.
class Octaves {
 public:
  /// `longest` is the wavelength of the coarsest octave in pixels; each further one has half of it.
  Octaves(std::uint64_t seed, double longest, int octaves)
      : seed_(seed), longest_(longest), octaves_(octaves) {}
  /// Value in about -1..1.
  double at(double x, double y) const;

 private:
  std::uint64_t seed_;
  double longest_;
  int octaves_;
};

/// A picture of grey values before quantisation.
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

/// Ground truth of a needle's pose.
struct TruePose {
  double x = 0;  ///< of its centre; pixel (0, 0) covers [0, 1) x [0, 1)
  double y = 0;
  double angle = 0;  ///< degrees, counter-clockwise
  double scale = 1;
  double hidden = 0;   ///< fraction that is occluded
  int hiddenSide = 0;  ///< side where occlusion starts: left, top, right, bottom
};

enum class Appearance : std::uint8_t {
  texture,  ///< fractal noise
  part,     ///< a machine part: plate with rectangles, rings, holes and strokes
};

/// A drawing at four times the needle's resolution, so that a posed needle is sampled from it and
/// not from the needle's own pixels.
class Drawing {
 public:
  static constexpr int kFine = 4;

  Drawing(Size size, Appearance look, std::uint64_t seed);

  Size size() const { return size_; }
  /// The needle as seen from above: each pixel is the mean of the drawing's pixels in it.
  Image needle() const;
  /// Each pixel is the mean of 6 x 6 samples, for large drawings 3 x 3; samples outside the drawing
  /// keep the canvas.
  void drawInto(Canvas& canvas, const TruePose& pose) const;
  /// Half the diagonal.
  double radius() const;

 private:
  double between(double x, double y) const;

  Size size_;
  Canvas fine_;
};

/// Degradation of a scene.
struct Disturbance {
  double noise = 0;      ///< standard deviation
  double gainFirst = 1;  ///< contrast, uniform in this range; a range also varies brightness
  double gainLast = 1;
  double blur = 0;    ///< standard deviation, pixels
  double hidden = 0;  ///< largest occluded fraction of a needle
  int quality = 0;    ///< JPEG quality; 0: none
  int clutter = 0;    ///< number of distractors
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
  int most = 3;  ///< largest number of needles
  double scaleFirst = 0.7;
  double scaleLast = 1.4;
  Disturbance disturbance;
};

/// Deterministic in `seed`. The poses do not depend on the disturbance.
PoseScene poseScene(const PoseSceneOptions& options, std::uint64_t seed);

/// Needles of one size in the cells of a grid. A pose that does not fit its cell is drawn again.
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
