// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "espy/engine/picture_denoiser.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "espy/engine/all.h"
#include "support/random_pictures.h"

namespace espy {
namespace {

/// Dark and light squares with noise.
Image noisySquares(std::int64_t width, std::int64_t height, PixelFormat format) {
  test::Random random(5);
  Image image({width, height}, format);
  const MutableImageView pixels = image.pixels();
  for (std::int64_t y = 0; y < height; ++y) {
    for (std::int64_t x = 0; x < width; ++x) {
      for (int c = 0; c < format.channels; ++c) {
        const std::int64_t clean = (x / 32 + y / 32) % 2 == 0 ? 60 : 180;
        const std::int64_t noise = random.below(21) + random.below(21) + random.below(21) - 30;
        pixels.row(y)[x * format.channels + c] = static_cast<std::uint8_t>(clean + noise);
      }
    }
  }
  return image;
}

int mostBetween(const ImageView& a, const ImageView& b) {
  int most = 0;
  for (std::int64_t y = 0; y < a.height(); ++y) {
    for (std::int64_t x = 0; x < a.width() * a.format().channels; ++x) {
      most = std::max(most, std::abs(int{a.row(y)[x]} - int{b.row(y)[x]}));
    }
  }
  return most;
}

const DenoiseOptions kOptions{.strength = 0.1, .gap = 1e-5, .engine = "sequential"};

TEST(PictureDenoiser, GivesWhatDenoiseGives) {
  const Image picture = noisySquares(150, 90, {3, Depth::u8});
  PictureDenoiser denoiser(allEngines(), picture);
  EXPECT_EQ(denoiser.reduction(), 1);
  EXPECT_NEAR(denoiser.noise(), denoise(picture).noise, 1e-9);
  // From above and from below: the start does not matter.
  for (const double strength : {0.3, 0.1, 0.02, 0.1}) {
    DenoiseOptions options = kOptions;
    options.strength = strength;
    const Denoised again = denoiser.denoise(options);
    EXPECT_LE(again.gap, options.gap);
    EXPECT_LE(mostBetween(again.image, denoise(picture, options).image), 2) << strength;
  }
  DenoiseOptions estimated = kOptions;
  estimated.strength.reset();
  EXPECT_EQ(denoiser.denoise(estimated).strength, denoise(picture, estimated).strength);
}

TEST(PictureDenoiser, ASimilarStrengthTakesFewerIterations) {
  const Image picture = noisySquares(200, 200, {1, Depth::u8});
  DenoiseOptions options = kOptions;
  PictureDenoiser cold(allEngines(), picture);
  options.strength = 0.101;
  const std::int64_t alone = cold.denoise(options).iterations;
  PictureDenoiser warm(allEngines(), picture);
  warm.denoise(kOptions);
  EXPECT_LT(warm.denoise(options).iterations, alone);
}

TEST(PictureDenoiser, ASmallCopyIsLikeTheWhole) {
  const Image picture = noisySquares(322, 258, {3, Depth::u8});
  PictureDenoiser small(allEngines(), picture, 322 * 258 / 3);
  EXPECT_EQ(small.reduction(), 2);
  const Denoised copy = small.denoise(kOptions);
  EXPECT_EQ(copy.image.size(), (Size{161, 129}));
  EXPECT_EQ(copy.image.format(), picture.format());
  EXPECT_EQ(copy.strength, 0.1);
  const Image whole = std::move(denoise(picture, kOptions).image);
  // In the middle of squares, away from edges.
  for (const std::int64_t y : {16, 80, 144}) {
    for (const std::int64_t x : {16, 48, 80, 112}) {
      for (int c = 0; c < 3; ++c) {
        const int fine = whole.view().row(y)[x * 3 + c];
        const int coarse = copy.image.view().row(y / 2)[x / 2 * 3 + c];
        EXPECT_NEAR(coarse, fine, 4) << x << ' ' << y;
      }
    }
  }
}

TEST(PictureDenoiser, AlphaIsKept) {
  Image picture = noisySquares(40, 40, {4, Depth::u8});
  PictureDenoiser denoiser(allEngines(), picture);
  const Denoised clean = denoiser.denoise(kOptions);
  for (std::int64_t y = 0; y < 40; ++y) {
    for (std::int64_t x = 0; x < 40; ++x) {
      ASSERT_EQ(clean.image.view().row(y)[x * 4 + 3], picture.view().row(y)[x * 4 + 3]);
    }
  }
  PictureDenoiser small(allEngines(), picture, 1);
  EXPECT_EQ(small.denoise(kOptions).image.size(), (Size{1, 1}));
}

TEST(PictureDenoiser, ACancelledCallKeepsTheLastSolution) {
  const Image picture = noisySquares(100, 100, {1, Depth::u8});
  PictureDenoiser denoiser(allEngines(), picture);
  const Denoised first = denoiser.denoise(kOptions);
  std::stop_source stop;
  stop.request_stop();
  DenoiseOptions stopped = kOptions;
  stopped.strength = 0.3;
  stopped.control.stop = stop.get_token();
  EXPECT_THROW(denoiser.denoise(stopped), Error);
  EXPECT_LE(mostBetween(denoiser.denoise(kOptions).image, first.image), 1);
  EXPECT_THROW(denoiser.denoise({.strength = -1}), Error);
  PictureDenoiser none(allEngines(), ImageView());
  EXPECT_TRUE(none.denoise(kOptions).image.empty());
}

}  // namespace
}  // namespace espy
