// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Heap memory of exact find, counted: no search needs more than 64 bytes per pixel in addition to
// its input and result. A separate program, since it counts all allocations.
#include <gtest/gtest.h>
#include <malloc.h>

#include <atomic>
#include <cstdlib>
#include <new>

#include "espy/engine/all.h"
#include "support/find_with.h"
#include "support/made_pictures.h"

namespace {

std::atomic<std::int64_t> taken = 0;
std::atomic<std::int64_t> most = 0;

void count(std::int64_t bytes) {
  const std::int64_t now = taken += bytes;
  std::int64_t before = most;
  while (now > before && !most.compare_exchange_weak(before, now)) {
  }
}

}  // namespace

void* operator new(std::size_t bytes) {
  void* memory = std::malloc(std::max<std::size_t>(bytes, 1));
  if (memory == nullptr) throw std::bad_alloc();
  count(static_cast<std::int64_t>(malloc_usable_size(memory)));
  return memory;
}

void operator delete(void* memory) noexcept {
  if (memory != nullptr) count(-static_cast<std::int64_t>(malloc_usable_size(memory)));
  std::free(memory);
}

void operator delete(void* memory, std::size_t /*bytes*/) noexcept {
  ::operator delete(memory);
}

namespace espy {
namespace {

constexpr double kMostBytes = 64;

/// Maximal bytes per pixel of the scene that a search needs, without its result.
double bytesPerPixel(const Image& scene, const std::vector<Image>& pictures, int tolerance,
                     const SelectOptions& select, std::size_t& matches) {
  const std::vector<Needle> needles = test::needlesOf(pictures);
  const Registry registry = makeRegistry();
  Control control;
  control.threads = 2;
  const std::int64_t before = taken;
  most = before;
  const Finding finding =
      findExact(registry, "openmp", scene, needles, {tolerance, false}, select, control);
  matches = finding.matches.size();
  const auto answer = static_cast<std::int64_t>(matches * sizeof(Match));
  return static_cast<double>(most - before - answer) / static_cast<double>(scene.size().pixels());
}

TEST(FindMemory, IsCounted) {
  const std::int64_t before = taken;
  most = before;
  { const std::vector<char> some(1 << 20); }
  EXPECT_GE(most - before, 1 << 20);
  EXPECT_EQ(taken, before);
}

TEST(FindMemory, ThreeNeedlesEverywhereTakeNoMoreThanTheRuleAllows) {
  const Image scene({600, 600}, {1, Depth::u8});
  std::vector<Image> needles;
  for (const std::int64_t side : {60, 12, 1})
    needles.emplace_back(Size{side, side}, scene.format());
  for (const double overlap : {0.0, 0.5, 0.995, 1.0}) {
    for (const bool across : {false, true}) {
      for (const std::optional<std::uint64_t> top :
           {std::optional<std::uint64_t>(), std::optional<std::uint64_t>(1000)}) {
        std::size_t matches = 0;
        EXPECT_LT(bytesPerPixel(scene, needles, 0, {overlap, across, top}, matches), kMostBytes)
            << overlap << (across ? " across" : "") << ", top " << top.value_or(0);
        EXPECT_GE(matches, overlap == 0 ? 100U : top ? 1000U : 360000U);
      }
    }
  }
}

/// Needles that match everywhere, copies and others, in any number.
TEST(FindMemory, ManyNeedlesEverywhereTakeNoMoreThanTheRuleAllows) {
  const Image scene({600, 400}, {1, Depth::u8});
  std::vector<Image> copies;
  std::vector<Image> others;
  for (std::int64_t n = 0; n < 200; ++n) {
    copies.emplace_back(Size{12, 12}, scene.format());
    others.emplace_back(Size{8 + n % 20, 8 + n / 20}, scene.format());
  }
  for (const std::vector<Image>* needles : {&copies, &others}) {
    for (const bool across : {false, true}) {
      for (const double overlap : {0.0, 0.5, 1.0}) {
        std::size_t matches = 0;
        EXPECT_LT(bytesPerPixel(scene, *needles, 0, {overlap, across, 1000}, matches), kMostBytes)
            << overlap << (across ? " across" : "");
        EXPECT_EQ(matches, 1000U);
      }
    }
  }
}

/// Windows of all needles suppress each other, so all positions are kept until the last needle.
TEST(FindMemory, HoweverManyNeedlesThatCoverEachOther) {
  const Image scene({400, 240}, {1, Depth::u8});
  std::vector<Image> needles;
  for (std::int64_t n = 0; n < 640; ++n) {
    needles.emplace_back(Size{8 + n % 30, 8 + n / 30}, scene.format());
  }
  std::size_t matches = 0;
  EXPECT_LT(bytesPerPixel(scene, needles, 0, {0, true, {}}, matches), kMostBytes);
  EXPECT_GT(matches, 1000U);
  EXPECT_LT(bytesPerPixel(scene, needles, 0, {0.5, true, 2000}, matches), kMostBytes);
  EXPECT_EQ(matches, 2000U);
}

/// As above, but found by their runs: in a periodic scene all needles have the same positions.
TEST(FindMemory, ManyNeedlesInATiledSceneTakeNoMoreThanTheRuleAllows) {
  const Image scene =
      test::greyOf({800, 600}, [](auto x, auto y) { return (x % 7 * 37 + y % 5 * 91) % 251; });
  std::vector<Image> needles;
  for (std::int64_t n = 0; n < 400; ++n) {
    needles.push_back(Image::copyOf(scene.view().crop(n % 7, n / 7, {32 + n % 20, 32 + n / 20})));
  }
  std::size_t matches = 0;
  EXPECT_LT(bytesPerPixel(scene, needles, 0, {1, false, 1}, matches), kMostBytes);
  EXPECT_EQ(matches, 1U);
}

/// Bit planes need whole words per row, although rows have one or a few pixels.
TEST(FindMemory, HighNeedlesInNarrowScenesTakeNoMoreThanTheRuleAllows) {
  for (const std::int64_t width : {1, 2}) {
    const Image scene = test::greyOf({width, 400'000 / width},
                                     [](auto x, auto y) { return (x * 37 + y % 16 * 91) % 251; });
    std::vector<Image> needles;
    needles.push_back(
        Image::copyOf(scene.view().crop(0, 5, {width, scene.size().height * 3 / 10})));
    std::size_t matches = 0;
    EXPECT_LT(bytesPerPixel(scene, needles, 0, {}, matches), kMostBytes) << width;
    EXPECT_GT(matches, static_cast<std::size_t>(scene.size().height / 32)) << width;
  }
}

/// The positions of all parts exist twice for a moment.
TEST(FindMemory, AToleranceThatLetsAllPassTakesNoMoreThanTheRuleAllows) {
  test::Random random(5);
  const Image scene = test::greyOf({600, 600}, [&](auto, auto) { return random.below(256); });
  std::vector<Image> needles;
  for (const std::int64_t side : {40, 30, 20}) {
    needles.push_back(Image::copyOf(scene.view().crop(100, side, {side, side})));
  }
  std::size_t matches = 0;
  EXPECT_LT(bytesPerPixel(scene, needles, 255, {}, matches), kMostBytes);
  EXPECT_GT(matches, 3 * 560U * 560U);
}

}  // namespace
}  // namespace espy
