// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Memory and cancellation of outline search in pictures that are full of contours.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include "contour/chains.h"
#include "espy/engine/all.h"
#include "espy/error.h"
#include "support/figures.h"
#include "support/peak_memory.h"

namespace espy::test {
namespace {

enum class Texture { flat, stripes, checkerboard, noise, tiles };
constexpr std::array kTextures{Texture::flat, Texture::stripes, Texture::checkerboard,
                               Texture::noise, Texture::tiles};

bool hasCells(Texture texture) {
  return texture == Texture::stripes || texture == Texture::checkerboard;
}

/// `cell`: pixels of a stripe or square.
Image textured(Texture texture, Size size, std::int64_t cell) {
  Image image(size, {3, Depth::u8});
  const MutableImageView pixels = image.pixels();
  Random random(1);
  for (std::int64_t y = 0; y < size.height; ++y) {
    for (std::int64_t x = 0; x < size.width; ++x) {
      for (int c = 0; c < 3; ++c) {
        std::int64_t value = 100;
        if (texture == Texture::stripes) value = x / cell % 2 == 0 ? 60 : 180;
        if (texture == Texture::checkerboard) value = (x / cell + y / cell) % 2 == 0 ? 60 : 180;
        if (texture == Texture::noise) value = random.below(256);
        if (texture == Texture::tiles) value = (x % 16 * 37 + y % 16 * 91) % 251;
        pixels.pixel(x, y)[c] = static_cast<std::uint8_t>(value);
      }
    }
  }
  return image;
}

Finding searched(const Image& scene, const Image& needle, const Control& control) {
  const Needle needles[] = {{needle}};
  FindOptions options;
  options.method = Method::outline;
  options.minScore = 0.9;
  options.engine = "threads";
  options.control = control;
  return find(allEngines(), scene, needles, options);
}

TEST(OutlineLimits, NoPictureNeedsMoreThan64BytesAPixel) {
  const Image needle = figureNeedle(Figure::ofClass(3), 120);
  Control control;
  control.threads = 2;
  searched(textured(Texture::noise, {64, 64}, 1), needle, control);
  for (const Texture texture : kTextures) {
    for (const std::int64_t cell : {3, 8}) {
      if (cell != 3 && !hasCells(texture)) continue;
      const Image scene = textured(texture, {1000, 700}, cell);
      const PeakMemory memory;
      searched(scene, needle, control);
      if (!memory.isKnown()) GTEST_SKIP() << "the system reports no peak";
      // Costs of one contour for each thread are needed for the smallest picture.
      constexpr double kAnyPicture = 24 << 20;
      EXPECT_LT(memory.bytes(), kAnyPicture + 64.0 * static_cast<double>(scene.size().pixels()))
          << static_cast<int>(texture) << ' ' << cell;
    }
  }
}

TEST(OutlineLimits, ManyNeedlesNeedNoMoreMemoryThanSome) {
  std::vector<Image> pictures;
  for (int i = 0; i < 32; ++i) {
    pictures.push_back(figureNeedle(Figure::ofClass(static_cast<std::uint64_t>(i)), 40));
  }
  const std::vector<Needle> needles(pictures.begin(), pictures.end());
  FindOptions options;
  options.method = Method::outline;
  options.minScore = 0.9;
  options.engine = "threads";
  options.control.threads = 2;
  const Image scene = textured(Texture::checkerboard, {100, 80}, 5);
  const auto bytes = [&](std::size_t count) {
    const PeakMemory memory;
    find(allEngines(), scene, std::span(needles).first(count), options);
    return memory.isKnown() ? memory.bytes() : -1;
  };
  const double some = bytes(16);
  if (some < 0) GTEST_SKIP() << "the system reports no peak";
  EXPECT_LT(bytes(32), some + (5 << 20));
}

TEST(OutlineLimits, EdgesNeedFewBytesAPixel) {
  const Image scene = textured(Texture::noise, {1500, 1500}, 1);
  const PeakMemory memory;
  const auto chains = contour::edgeChains(scene, 12, {});
  if (!memory.isKnown()) GTEST_SKIP() << "the system reports no peak";
  EXPECT_LT(memory.bytes() / static_cast<double>(scene.size().pixels()), 32);
  EXPECT_FALSE(chains.empty());
}

/// Every second pixel is transparent.
Image holedNeedle(Size size) {
  Image needle(size, {2, Depth::u8});
  for (std::int64_t y = 0; y < size.height; ++y) {
    for (std::int64_t x = 0; x < size.width; ++x) {
      setSample(needle.pixels(), x, y, 1, (x + y) % 2 == 0 ? 255 : 0);
    }
  }
  return needle;
}

TEST(OutlineLimits, ANeedleFullOfHolesNeedsFewBytesAPixel) {
  const Image needle = holedNeedle({1000, 1000});
  const PeakMemory memory;
  const auto chains = contour::needleChains({needle}, {});
  if (!memory.isKnown()) GTEST_SKIP() << "the system reports no peak";
  EXPECT_GT(chains.size(), 400'000U);
  EXPECT_LT(memory.bytes() / static_cast<double>(needle.size().pixels()), 100);
}

TEST(OutlineLimits, TheOutlineOfANeedleIsCancelled) {
  std::stop_source source;
  source.request_stop();
  Control control;
  control.stop = source.get_token();
  EXPECT_THROW(contour::needleChains({holedNeedle({40, 40})}, control), Error);
}

TEST(OutlineLimits, AnySearchIsCancelledWithin200Milliseconds) {
  using Clock = std::chrono::steady_clock;
  const Image needle = figureNeedle(Figure::ofClass(3), 120);
  for (const Texture texture : {Texture::checkerboard, Texture::noise}) {
    const Image scene = textured(texture, {1600, 1400}, 8);
    int cancelled = 0;
    for (const int delay : {1, 20, 60, 120, 250, 400, 700, 1000}) {
      std::stop_source source;
      Control control;
      control.threads = 2;
      control.stop = source.get_token();
      std::atomic<Clock::rep> requested = 0;
      std::jthread stopper([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(delay));
        requested = Clock::now().time_since_epoch().count();
        source.request_stop();
      });
      try {
        searched(scene, needle, control);
      } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::cancelled);
        const Clock::duration late =
            Clock::now().time_since_epoch() - Clock::duration(requested.load());
        EXPECT_LT(std::chrono::duration<double>(late).count(), 0.2) << "after " << delay << " ms";
        ++cancelled;
      }
    }
    EXPECT_GE(cancelled, 3) << "the search is too short for the test";
  }
}

}  // namespace
}  // namespace espy::test
