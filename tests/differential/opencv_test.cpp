// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Scored find against OpenCV's matchTemplate, where that is correct, within its accuracy: it
// correlates by FFT in single precision.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "espy/engine/all.h"
#include "support/find_with.h"
#include "support/made_pictures.h"
#include "support/opencv_map.h"

namespace espy::test {
namespace {

struct Scene {
  const char* name;
  Image picture;
};

std::vector<Scene> scenesOf(PixelFormat format) {
  std::vector<Scene> scenes;
  Random random(7);
  for (const Kind kind : {Kind::noise, Kind::twoTone, Kind::gradient, Kind::tiled, Kind::flawed}) {
    scenes.push_back({nameOf(kind), drawn({211, 173}, format, kind, random)});
  }
  const auto crowd = readPicture(ESPY_SOURCE_DIR "/samples/crowd.ppm");
  scenes.push_back({"the crowd", imageOf({240, 200}, format, [&](auto x, auto y, int c) {
                      return sampleAt(crowd.image, 300 + x, 200 + y, c);
                    })});
  return scenes;
}

/// Calls `body(scene, needle)` for parts of all scenes, with and without a mask.
template <class Body>
void eachNeedle(PixelFormat format, std::initializer_list<Size> sizes, const Body& body) {
  for (const Scene& scene : scenesOf(format)) {
    for (const Size size : sizes) {
      const ImageView view = scene.picture;
      const Image mask = ellipseIn(size);
      for (const bool masked : {false, true}) {
        SCOPED_TRACE(testing::Message() << scene.name << ", " << format.channels << " channels, "
                                        << size.width << " wide" << (masked ? ", masked" : ""));
        Needle needle{view.crop(31, 47, size), {}};
        if (masked) needle.mask = mask;
        body(view, needle);
      }
    }
  }
}

/// Euclidean norm of all samples.
double normOf(const ImageView& picture) {
  double squares = 0;
  for (std::int64_t y = 0; y < picture.height(); ++y) {
    for (std::int64_t x = 0; x < picture.width(); ++x) {
      for (int c = 0; c < picture.format().channels; ++c) {
        const double sample = sampleAt(picture, x, y, c);
        squares += sample * sample;
      }
    }
  }
  return std::sqrt(squares);
}

double varianceAt(const ImageView& scene, const Needle& needle, std::int64_t x, std::int64_t y) {
  double n = 0;
  double sum = 0;
  double squares = 0;
  for (std::int64_t dy = 0; dy < needle.picture.height(); ++dy) {
    for (std::int64_t dx = 0; dx < needle.picture.width(); ++dx) {
      if (needle.mask && sampleAt(*needle.mask, dx, dy, 0) == 0) continue;
      const double sample = sampleAt(scene, x + dx, y + dy, 0);
      ++n;
      sum += sample;
      squares += sample * sample;
    }
  }
  return squares / n - sum * sum / (n * n);
}

class AgainstOpenCv : public testing::Test {
 protected:
  ScoreMap ours(const ImageView& scene, const Needle& needle, Method method) const {
    ScoreOptions options{.method = method};
    return mapScores(registry_, "openmp", scene, needle, options);
  }

  const Registry registry_ = makeRegistry();
};

TEST_F(AgainstOpenCv, SquaredDistancesAgreeWithinTheErrorOfItsTransforms) {
  for (const int channels : {1, 3}) {
    eachNeedle(
        {channels, Depth::u8}, {{5, 4}, {24, 31}, {64, 64}},
        [&](const ImageView& view, const Needle& needle) {
          const ScoreMap map = ours(view, needle, Method::ssd);
          const OpenCvMap peer = openCvMap(view, needle.picture, needle.mask, Method::ssd, 1);
          ASSERT_EQ(map.size, peer.size);
          const Size size = needle.picture.size();
          double samples = 0;
          for (std::int64_t i = 0; i < size.pixels(); ++i) {
            const bool counts =
                !needle.mask || sampleAt(*needle.mask, i % size.width, i / size.width, 0) != 0;
            samples += counts ? channels : 0;
          }
          const double greatest = 255.0 * 255.0 * samples;
          // A single-precision FFT has a relative error of some 1e-7, several times; with a mask,
          // OpenCV also transforms the scene's squares.
          const double magnitude = normOf(view) * normOf(needle.picture) +
                                   (needle.mask ? 255 * normOf(view) * std::sqrt(samples) : 0);
          const double allowed = 4e-6 * magnitude / greatest + map.error + 1e-6;
          for (std::size_t i = 0; i < map.scores.size(); ++i) {
            ASSERT_NEAR(map.scores[i], 1 - peer.values[i] / greatest, allowed) << "place " << i;
          }
        });
  }
}

TEST_F(AgainstOpenCv, CoefficientsAgreeWhereWindowsVary) {
  std::int64_t compared = 0;
  eachNeedle({1, Depth::u8}, {{8, 9}, {24, 31}, {64, 64}},
             [&](const ImageView& view, const Needle& needle) {
               if (varianceAt(view, needle, 31, 47) < 25) return;
               const ScoreMap map = ours(view, needle, Method::zncc);
               const OpenCvMap peer = openCvMap(view, needle.picture, needle.mask, Method::zncc, 1);
               ASSERT_EQ(map.size, peer.size);
               for (std::int64_t y = 0; y < map.size.height; y += 3) {
                 for (std::int64_t x = 0; x < map.size.width; ++x) {
                   if (varianceAt(view, needle, x, y) < 25) continue;
                   const auto i = static_cast<std::size_t>(y * map.size.width + x);
                   ASSERT_NEAR(map.scores[i], peer.values[i], 1e-3 + map.error) << x << "," << y;
                   ++compared;
                 }
               }
             });
  EXPECT_GT(compared, 100000);
}

TEST_F(AgainstOpenCv, WhatItPutsClearlyOverTheMinimumIsFoundAndNothingElse) {
  for (const Scene& scene : scenesOf({1, Depth::u8})) {
    SCOPED_TRACE(scene.name);
    const ImageView view = scene.picture;
    const Needle needle{view.crop(31, 47, {24, 31}), {}};
    if (varianceAt(view, needle, 31, 47) < 25) continue;
    const Finding found = findScored(registry_, "openmp", view, {&needle, 1}, {.minScore = 0.7});
    const OpenCvMap peer = openCvMap(view, needle.picture, {}, Method::zncc, 1);
    const auto theirs = [&](std::int64_t x, std::int64_t y) {
      return peer.values[static_cast<std::size_t>(y * peer.size.width + x)];
    };
    std::vector<bool> ours(peer.values.size(), false);
    for (const Match& match : found.matches) {
      EXPECT_NEAR(theirs(match.x, match.y), match.score, 1e-3);
      ours[static_cast<std::size_t>(match.y * peer.size.width + match.x)] = true;
    }
    // Its local maxima that exceed their neighbours by more than its error are ours, too.
    for (std::int64_t y = 1; y + 1 < peer.size.height; ++y) {
      for (std::int64_t x = 1; x + 1 < peer.size.width; ++x) {
        float around = -1;
        for (std::int64_t ny = y - 1; ny <= y + 1; ++ny) {
          for (std::int64_t nx = x - 1; nx <= x + 1; ++nx) {
            if (nx != x || ny != y) around = std::max(around, theirs(nx, ny));
          }
        }
        const bool peak = theirs(x, y) >= 0.701 && theirs(x, y) > around + 2e-3;
        if (peak && varianceAt(view, needle, x, y) >= 25) {
          EXPECT_TRUE(ours[static_cast<std::size_t>(y * peer.size.width + x)]) << x << "," << y;
        }
      }
    }
  }
}

}  // namespace
}  // namespace espy::test
