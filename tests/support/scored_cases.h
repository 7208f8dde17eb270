// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "espy/engine/all.h"
#include "support/random_pictures.h"

/// Small pictures and checks for tests of scored find.
namespace espy::test {

inline void fill(Image& image, std::initializer_list<std::uint32_t> samples) {
  const MutableImageView pixels = image.pixels();
  const int channels = image.format().channels;
  std::int64_t i = 0;
  for (const std::uint32_t sample : samples) {
    const std::int64_t pixel = i / channels;
    setSample(pixels, pixel % image.size().width, pixel / image.size().width,
              static_cast<int>(i % channels), sample);
    ++i;
  }
}

inline Image grey(std::initializer_list<std::initializer_list<std::uint32_t>> rows) {
  Image image(
      {static_cast<std::int64_t>(rows.begin()->size()), static_cast<std::int64_t>(rows.size())},
      {1, Depth::u8});
  std::int64_t y = 0;
  for (const auto& row : rows) {
    std::int64_t x = 0;
    for (const std::uint32_t value : row) setSample(image.pixels(), x++, y, 0, value);
    ++y;
  }
  return image;
}

inline Image noise(Size size, PixelFormat format, std::uint64_t seed) {
  Image image(size, format);
  Random random(seed);
  draw(image.pixels(), Kind::noise, random, false);
  return image;
}

inline Match match(std::uint32_t x, std::uint32_t y, std::uint32_t width, std::uint32_t height,
                   double score, std::uint64_t distance) {
  return {0, x, y, width, height, distance, false, score};
}

using Places = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

inline Places placesOf(const Finding& finding) {
  Places places;
  for (const Match& match : finding.matches) places.push_back({match.x, match.y});
  return places;
}

/// Expects `work` to throw `badUse` with a message that contains `fact`.
inline void expectRefused(const std::string& fact, const std::function<void()>& work) {
  try {
    work();
    ADD_FAILURE() << "was not refused: " << fact;
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::badUse) << error.what();
    EXPECT_NE(std::string(error.what()).find(fact), std::string::npos) << error.what();
  }
}

class ScoredTest : public testing::Test {
 protected:
  const Registry registry_ = makeRegistry();
};

}  // namespace espy::test
