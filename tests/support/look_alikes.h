// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <vector>

#include "espy/engine/judge.h"
#include "espy/engine/score.h"
#include "support/find_with.h"
#include "support/random_pictures.h"

/// Noisy pictures of a needle and of look-alikes that differ from it in a few pixels.
namespace espy::test {

struct LookAlikes {
  Image needle;
  Image other;  ///< the needle with a different patch
  /// Upper limit of the noise of each object, high enough that scores discriminate poorly.
  int noise = 70;

  explicit LookAlikes(std::uint64_t seed, int channels = 1, std::int64_t side = 24) {
    Random random(seed);
    const PixelFormat format{channels, Depth::u8};
    needle = Image({side, side}, format);
    // Uniform squares, so that a shift of half a pixel changes little.
    constexpr std::int64_t kSquare = 4;
    std::vector<std::uint32_t> colours(1024);
    for (std::uint32_t& colour : colours) {
      colour = static_cast<std::uint32_t>(40 + random.below(176));
    }
    for (std::int64_t i = 0; i < side * side * channels; ++i) {
      const std::int64_t x = i / channels % side / kSquare;
      const std::int64_t y = i / channels / side / kSquare;
      const auto c = static_cast<int>(i % channels);
      setSample(needle.pixels(), i / channels % side, i / channels / side, c,
                colours[static_cast<std::size_t>((y * 16 + x) * channels + c)]);
    }
    other = Image::copyOf(needle);
    for (std::int64_t y = 8; y < 12; ++y) {
      for (std::int64_t x = 8; x < 16; ++x) {
        for (int c = 0; c < channels; ++c) {
          const std::uint32_t old = sampleAt(needle, x, y, c);
          setSample(other.pixels(), x, y, c, old < 128 ? old + 90 : old - 90);
        }
      }
    }
  }

  Needle asNeedle() const { return {needle.view(), {}}; }
};

/// A scene, its matches, and which of them are true.
struct LookAlikeScene {
  Image picture;
  std::vector<Match> matches;
  std::vector<bool> yes;

  LookAlikeScene(const Registry& registry, const LookAlikes& things, std::int64_t perSide,
                 std::uint64_t seed) {
    Random random(seed);
    const std::int64_t side = things.needle.size().width;
    const std::int64_t pitch = side + 8;
    const int channels = things.needle.format().channels;
    picture = Image({perSide * pitch, perSide * pitch}, things.needle.format());
    const auto noisy = [&](std::int64_t value, std::int64_t most) {
      const std::int64_t noise = random.below(2 * most + 1) + random.below(2 * most + 1) - 2 * most;
      return static_cast<std::uint32_t>(std::clamp<std::int64_t>(value + noise, 0, 255));
    };
    for (std::int64_t i = 0; i < picture.size().pixels() * channels; ++i) {
      const std::int64_t pixel = i / channels;
      setSample(picture.pixels(), pixel % picture.size().width, pixel / picture.size().width,
                static_cast<int>(i % channels), noisy(128, 30));
    }
    for (std::int64_t cell = 0; cell < perSide * perSide; ++cell) {
      const bool real = random.oneIn(2);
      const std::int64_t most = 10 + random.below(things.noise);
      const Image& thing = real ? things.needle : things.other;
      const std::int64_t left = cell % perSide * pitch + random.below(8);
      const std::int64_t top = cell / perSide * pitch + random.below(8);
      for (std::int64_t i = 0; i < side * side * channels; ++i) {
        const std::int64_t x = i / channels % side;
        const std::int64_t y = i / channels / side;
        const auto c = static_cast<int>(i % channels);
        setSample(picture.pixels(), left + x, top + y, c, noisy(sampleAt(thing, x, y, c), most));
      }
      Match match;
      match.x = static_cast<std::uint32_t>(left);
      match.y = static_cast<std::uint32_t>(top);
      match.width = match.height = static_cast<std::uint32_t>(side);
      planted_.push_back(match);
      real_.push_back(real);
    }
    ScoreOptions options;
    options.method = Method::zncc;
    options.minScore = 0.3;
    const Needle needle = things.asNeedle();
    SelectOptions select;
    select.overlap = 0.3;
    for (const Match& match :
         findScored(registry, "openmp", picture, {&needle, 1}, options, select).matches) {
      for (std::size_t p = 0; p < planted_.size(); ++p) {
        if (planted_[p].x != match.x || planted_[p].y != match.y) continue;
        matches.push_back(match);
        yes.push_back(real_[p]);
      }
    }
  }

  std::vector<Click> clicks(std::size_t most) const {
    std::vector<Click> all;
    // Matches are sorted by score: take every n-th, for clicks at all scores.
    const std::size_t step = std::max<std::size_t>(1, matches.size() / most);
    for (std::size_t m = 0; m < matches.size() && all.size() < most; m += step) {
      all.push_back({0, matches[m], yes[m]});
    }
    return all;
  }

 private:
  std::vector<Match> planted_;
  std::vector<bool> real_;
};

}  // namespace espy::test
