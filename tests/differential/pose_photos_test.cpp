// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Finds parts of real photographs that OpenCV has rotated and scaled.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numbers>
#include <string>
#include <vector>

#include "espy/engine/all.h"
#include "support/find_with.h"
#include "support/opencv_map.h"

namespace espy::test {
namespace {

struct PhotoPart {
  const char* file;
  std::int64_t x;
  std::int64_t y;
  Size size;
  /// Texture so fine that there are tens of thousands of poses: only those around the true one are
  /// tried.
  bool fine = false;
};

constexpr PhotoPart kParts[] = {
    {"astronaut.png", 180, 60, {90, 110}},
    {"astronaut.png", 330, 300, {80, 80}},
    {"camera.png", 190, 90, {100, 80}},
    {"chelsea.png", 120, 80, {120, 70}},
    {"coffee.png", 230, 120, {110, 100}},
    {"coins.png", 160, 100, {60, 56}},
    {"gravel.png", 200, 260, {90, 70}, true},
    {"grass.png", 300, 120, {100, 100}, true},
    {"brick.png", 150, 200, {130, 110}, true},
    {"text.png", 140, 60, {120, 50}},
    {"hubble_deep_field.jpg", 410, 380, {120, 100}},
};

/// The centre of a part of the photograph after the turn.
SubPixel turnedCentre(const PhotoPart& part, Size photo, const OpenCvTurn& turn) {
  const double radians = turn.angle * std::numbers::pi / 180;
  const double dx = static_cast<double>(2 * part.x + part.size.width - photo.width) / 2;
  const double dy = static_cast<double>(2 * part.y + part.size.height - photo.height) / 2;
  return {turn.x + turn.scale * (dx * std::cos(radians) + dy * std::sin(radians)),
          turn.y + turn.scale * (dy * std::cos(radians) - dx * std::sin(radians))};
}

/// Within 0.1 pixels, 0.1 degrees and 0.3 % of its size: warpAffine itself rounds positions to 1/32
/// pixel.
TEST(PosePhotos, PartsAreFoundInWhatOpenCvTurned) {
  const std::filesystem::path folder =
      std::filesystem::path(ESPY_SOURCE_DIR) / "../shared/pictures";
  if (!std::filesystem::is_directory(folder)) GTEST_SKIP() << folder << " is not here";
  const Registry registry = makeRegistry();
  FindOptions options;
  options.method = Method::zncc;
  options.minScore = 0.85;
  options.select.overlap = kScoredOverlap;
  options.select.top = 1;
  double worst = 0;
  for (const PhotoPart& part : kParts) {
    const Image photo = readPicture((folder / part.file).string()).image;
    const Image picture = Image::copyOf(photo.view().crop(part.x, part.y, part.size));
    const Needle needle{picture.view(), {}};
    for (const OpenCvTurn& how : {OpenCvTurn{17.3, 1}, OpenCvTurn{-64.4, 0.83},
                                  OpenCvTurn{121.9, 1.21}, OpenCvTurn{90, 1.27}}) {
      OpenCvTurn turn = how;
      turn.x = static_cast<double>(photo.view().width()) / 2 + 40.37;
      turn.y = static_cast<double>(photo.view().height()) / 2 + 31.84;
      const Size size{photo.view().width() + 80, photo.view().height() + 80};
      const SubPixel truth = turnedCentre(part, photo.view().size(), turn);
      const double reach =
          std::hypot(static_cast<double>(part.size.width), static_cast<double>(part.size.height)) /
          2 * turn.scale;
      const bool lies = truth.x > reach && truth.y > reach &&
                        truth.x + reach < static_cast<double>(size.width) &&
                        truth.y + reach < static_cast<double>(size.height);
      ASSERT_TRUE(lies) << part.file << " turned by " << turn.angle << " leaves the scene";
      options.pose.angle = {-180, 180, 0};
      options.pose.scale = {0.75, 1.35, 0};
      if (part.fine) {
        options.pose.angle = {turn.angle - 15, turn.angle + 15, 0};
        options.pose.scale = {0.95 * turn.scale, 1.04 * turn.scale, 0};
      }
      const Image scene = openCvTurned(photo.view(), turn, size);
      const Finding found = search(registry, "openmp", scene, {&needle, 1}, options);
      const std::string name = std::string(part.file) + " turned by " + std::to_string(turn.angle);
      ASSERT_EQ(found.matches.size(), 1U) << name;
      const Match& match = found.matches.front();
      const SubPixel centre = outlineOf(match).centre;
      EXPECT_NEAR(centre.x, truth.x, 0.1) << name;
      EXPECT_NEAR(centre.y, truth.y, 0.1) << name;
      EXPECT_NEAR(std::remainder(match.angle - turn.angle, 360), 0, 0.1) << name;
      EXPECT_NEAR(match.scale / turn.scale, 1, 0.003) << name;
      worst = std::max(worst, std::hypot(centre.x - truth.x, centre.y - truth.y));
    }
  }
  RecordProperty("pixels_off_at_most", std::to_string(worst));
}

}  // namespace
}  // namespace espy::test
