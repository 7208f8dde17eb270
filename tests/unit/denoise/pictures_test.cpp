// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0

// Denoising of pictures: formats, alpha, options, cancellation.
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <random>
#include <string>
#include <thread>

#include "espy/engine/all.h"

namespace espy {
namespace {

/// Blocks of noise around 0.2 and 0.8, with random alpha.
Image noisyPicture(Size size, PixelFormat format, double noise = 0.1) {
  std::mt19937 random(1);
  std::normal_distribution<double> normal(0, noise);
  Image image(size, format);
  const MutableImageView view = image.pixels();
  for (std::int64_t y = 0; y < size.height; ++y) {
    for (std::int64_t x = 0; x < size.width; ++x) {
      for (int c = 0; c < format.channels; ++c) {
        const double value = ((x / 16 + y / 16) % 2 == 1 ? 0.8 : 0.2) + normal(random);
        const double most = format.maxValue();
        setSample(view, x, y, c,
                  static_cast<std::uint32_t>(std::lround(std::clamp(value, 0.0, 1.0) * most)));
      }
    }
  }
  return image;
}

/// Mean squared difference of colours to the picture without noise, in units of the range.
double error(const ImageView& image) {
  double sum = 0;
  const PixelFormat format = image.format();
  for (std::int64_t y = 0; y < image.height(); ++y) {
    for (std::int64_t x = 0; x < image.width(); ++x) {
      for (int c = 0; c < format.colourChannels(); ++c) {
        const double wanted = (x / 16 + y / 16) % 2 == 1 ? 0.8 : 0.2;
        const double there = static_cast<double>(sampleAt(image, x, y, c)) / format.maxValue();
        sum += (there - wanted) * (there - wanted);
      }
    }
  }
  return sum / static_cast<double>(image.size().pixels() * format.colourChannels());
}

std::string refusalOf(const DenoiseOptions& options) {
  try {
    denoise(noisyPicture({8, 8}, {}), options);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::badUse);
    return error.what();
  }
  return "";
}

TEST(DenoisePictures, EveryFormatLosesItsNoise) {
  for (const int channels : {1, 2, 3, 4}) {
    for (const Depth depth : {Depth::u8, Depth::u16}) {
      const Image noisy = noisyPicture({96, 64}, {channels, depth});
      for (const DenoiseModel model : {DenoiseModel::rof, DenoiseModel::tvl1}) {
        const Denoised clean = denoise(noisy, {.model = model});
        EXPECT_EQ(clean.image.format(), noisy.format());
        EXPECT_LT(error(clean.image), 0.2 * error(noisy)) << channels;
        EXPECT_LE(clean.gap, 1e-4);
        EXPECT_NEAR(clean.noise, 0.1, 0.02);
        EXPECT_EQ(clean.strength, strengthForNoise(model, clean.noise));
        for (std::int64_t x = 0; x < 96; ++x) {
          if (!noisy.format().hasAlpha()) break;
          EXPECT_EQ(sampleAt(clean.image, x, 7, channels - 1), sampleAt(noisy, x, 7, channels - 1));
        }
      }
    }
  }
}

TEST(DenoisePictures, FlatPicturesStayAsTheyAre) {
  for (const Depth depth : {Depth::u8, Depth::u16}) {
    Image flat({33, 21}, {3, depth});
    for (std::int64_t y = 0; y < 21; ++y) {
      for (std::int64_t x = 0; x < 33; ++x) {
        for (int c = 0; c < 3; ++c) {
          setSample(flat.pixels(), x, y, c, static_cast<std::uint32_t>(40 + 17 * c));
        }
      }
    }
    EXPECT_TRUE(samePixels(denoise(flat, {.strength = 0.3}).image, flat));
    EXPECT_TRUE(samePixels(denoise(flat).image, flat));
    EXPECT_TRUE(
        samePixels(denoise(flat, {.model = DenoiseModel::tvl1, .strength = 2}).image, flat));
  }
}

TEST(DenoisePictures, ThinAndSmallPicturesAreDenoised) {
  for (const Size size : {Size{1, 1}, {1, 9}, {9, 1}, {2, 2}, {17, 2}}) {
    EXPECT_EQ(denoise(noisyPicture(size, {}), {.strength = 0.2}).image.size(), size);
    EXPECT_EQ(denoise(noisyPicture(size, {}), {.model = DenoiseModel::tvl1}).image.size(), size);
  }
}

TEST(DenoisePictures, OptionsOutOfRangeAreRefused) {
  const double nan = std::nan("");
  for (const double strength : {0.0, -1.0, 1001.0, nan, HUGE_VAL}) {
    EXPECT_NE(refusalOf({.strength = strength}).find("the strength must be above 0"),
              std::string::npos);
  }
  for (const double gap : {0.0, 1e-7, 1.5, nan}) {
    EXPECT_NE(refusalOf({.gap = gap}).find("the gap must be 1e-06 to 1"), std::string::npos);
  }
  EXPECT_NE(refusalOf({.iterations = 0}).find("at least 1 iteration"), std::string::npos);
  EXPECT_NE(refusalOf({.keepPositive = true}).find("only tensors"), std::string::npos);
  EXPECT_THROW(denoise(noisyPicture({8, 8}, {}), {.engine = "none"}), Error);
}

TEST(DenoisePictures, TheLimitOfIterationsIsKept) {
  const Denoised few = denoise(noisyPicture({64, 64}, {}), {.strength = 0.1, .iterations = 3});
  EXPECT_EQ(few.iterations, 3);
  EXPECT_GT(few.gap, 1e-4);
}

TEST(DenoisePictures, AHugePictureIsRefusedBeforeMemoryIsTaken) {
  constexpr std::int64_t kSide = std::int64_t{1} << 24;
  const ImageView huge(nullptr, {kSide, kSide}, {}, kSide);
  try {
    denoise(huge);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::tooLarge);
    EXPECT_NE(std::string(error.what()).find("MB; this machine has"), std::string::npos);
  }
}

TEST(DenoisePictures, ACancelledCallEndsSoon) {
  const Image large = noisyPicture({1500, 1000}, {3, Depth::u8});
  const Image small = noisyPicture({500, 400}, {3, Depth::u8});
  for (const char* engine : {"sequential", "threads", "openmp", "reference"}) {
    if (!allEngines().engine(engine).available) continue;
    std::stop_source source;
    DenoiseOptions options{.strength = 0.5, .gap = 1e-6, .engine = engine};
    options.control.stop = source.get_token();
    std::chrono::steady_clock::time_point asked;
    std::thread stopper([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(300));
      asked = std::chrono::steady_clock::now();
      source.request_stop();
    });
    ErrorCode code{};
    try {
      denoise(options.engine == "reference" ? small : large, options);
    } catch (const Error& error) {
      code = error.code();
    }
    const auto ended = std::chrono::steady_clock::now();
    stopper.join();
    EXPECT_EQ(code, ErrorCode::cancelled) << engine;
    EXPECT_LT(ended - asked, std::chrono::milliseconds(1000)) << engine;  // 200 on a quiet machine
  }
}

TEST(DenoisePictures, ProgressRises) {
  double last = -1;
  DenoiseOptions options{.strength = 0.3};
  options.control.progress = [&](double done) {
    EXPECT_GE(done, last);
    EXPECT_LE(done, 1);
    last = done;
  };
  denoise(noisyPicture({200, 200}, {}), options);
  EXPECT_GE(last, 0);
}

}  // namespace
}  // namespace espy
