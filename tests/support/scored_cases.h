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
#include "support/made_pictures.h"
#include "support/thrown_errors.h"

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
  return greyOf(
      {static_cast<std::int64_t>(rows.begin()->size()), static_cast<std::int64_t>(rows.size())},
      [&](std::int64_t x, std::int64_t y) { return rows.begin()[y].begin()[x]; });
}

inline Image noise(Size size, PixelFormat format, std::uint64_t seed) {
  Random random(seed);
  return drawn(size, format, Kind::noise, random);
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
  const std::string sentence = errorOf(ErrorCode::badUse, work);
  EXPECT_NE(sentence.find(fact), std::string::npos) << fact << " is not in: " << sentence;
}

class ScoredTest : public testing::Test {
 protected:
  const Registry registry_ = makeRegistry();
};

}  // namespace espy::test
