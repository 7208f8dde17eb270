// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Each strategy of exact search on the GPU separately against the reference, also where the engine
// would choose another.
#include <algorithm>
#include <cstring>
#include <map>
#include <string>

#include "cuda/base/device_image.h"
#include "cuda/base/resident.h"
#include "cuda/base/transfer.h"
#include "cuda/exact/bit_search.h"
#include "cuda/exact/costs.h"
#include "cuda/exact/device_search.h"
#include "cuda/exact/engines.h"
#include "cuda/exact/passes.h"
#include "cuda/exact/sampled_search.h"
#include "cuda/score/engines.h"
#include "differential/find_cases.h"
#include "exact/plan.h"
#include "exact/reference.h"
#include "find/reference.h"
#include "gpu/on_gpu.h"
#include "support/find_with.h"

namespace espy::test {
namespace {

/// A random case with needles that fit, and the reference's result.
struct Case {
  FindCase findCase;
  exact::PreparedNeedles needles;
  std::vector<std::vector<Place>> wanted;

  Case(std::uint64_t number, int needleCount) {
    Random random(number);
    CaseSeed seed;
    seed.kind = static_cast<int>(random.below(kKinds));
    seed.width = static_cast<int>(1 + random.below(300));
    seed.height = static_cast<int>(1 + random.below(200));
    seed.needleWidth = static_cast<int>(1 + random.below(std::min(seed.width, 40)));
    seed.needleHeight = static_cast<int>(1 + random.below(std::min(seed.height, 40)));
    seed.needles = needleCount;
    seed.detail = random.next();
    findCase = makeCase(seed);
    needles = exact::prepareNeedles(findCase.scene.size(), findCase.scene.format(),
                                    findCase.needles, findCase.options.tolerance, 2, {});
    RunReport report;
    wanted = exact::findByReference(findCase.scene, findCase.needles, findCase.options, {}, report);
  }
};

class ExactStrategies : public OnGpu {
 protected:
  static constexpr int kCases = 300;

  /// Calls body(gpu, scene on the GPU, case) for many cases.
  template <class Body>
  static void forManyCases(int needleCount, const Body& body) {
    Timeline unheard;
    const cuda::GpuLease gpu(unheard);
    for (std::uint64_t number = 1; number <= kCases; ++number) {
      const Case one(number, needleCount);
      SCOPED_TRACE(one.findCase.name);
      const cuda::DeviceImage scene(one.findCase.scene.size(), one.findCase.scene.format());
      cuda::upload(one.findCase.scene, 0, 1, scene.plane(), gpu->stream(), {});
      body(*gpu, scene.plane(), one);
      if (HasFailure()) return;
    }
  }

  /// Calls body(gpu, scene on the GPU, needle, its positions) for many needles that fit.
  template <class Body>
  static void forManyNeedles(const Body& body) {
    forManyCases(1, [&](cuda::Gpu& gpu, const cuda::DevicePlane& scene, const Case& one) {
      const exact::Pattern& pattern = one.needles.patterns[0];
      const bool fits = !pattern.impossible && pattern.size.width <= scene.width &&
                        pattern.size.height <= scene.height;
      if (fits) body(gpu, scene, pattern, one.wanted[0]);
    });
  }
  static exact::MatchBits bitsFor(const exact::Pattern& pattern, const cuda::DevicePlane& scene) {
    return exact::MatchBits(
        {scene.width - pattern.size.width + 1, scene.height - pattern.size.height + 1});
  }
};

TEST_F(ExactStrategies, PlanesEqualTheReference) {
  forManyNeedles([](cuda::Gpu& gpu, const cuda::DevicePlane& scene, const exact::Pattern& pattern,
                    const std::vector<Place>& wanted) {
    const auto graph = exact::BlockGraph::build(pattern, 5000, 50000);
    ASSERT_TRUE(graph.has_value());
    std::vector<Place> places;
    cuda::findByPlanes(gpu, scene, pattern, *graph, {}, places);
    EXPECT_EQ(places, wanted);
  });
}

TEST_F(ExactStrategies, HashesEqualTheReference) {
  int answered = 0;
  forManyNeedles([&](cuda::Gpu& gpu, const cuda::DevicePlane& scene, const exact::Pattern& pattern,
                     const std::vector<Place>& wanted) {
    if (!cuda::canHashWindows(pattern)) return;
    std::vector<Place> places;
    if (!cuda::findByHashes(gpu, scene, {gpu, pattern}, {}, places)) return;
    EXPECT_EQ(places, wanted);
    ++answered;
  });
  EXPECT_GT(answered, kCases / 3);
}

TEST_F(ExactStrategies, EveryPlaceEqualsTheReference) {
  forManyNeedles([](cuda::Gpu& gpu, const cuda::DevicePlane& scene, const exact::Pattern& pattern,
                    const std::vector<Place>& wanted) {
    std::vector<Place> places;
    EXPECT_TRUE(cuda::compareEveryPosition(gpu, scene, {gpu, pattern}, true, {}, places));
    EXPECT_EQ(places, wanted);
  });
}

TEST_F(ExactStrategies, FlagsOfPass1EqualTheReference) {
  forManyNeedles([](cuda::Gpu& gpu, const cuda::DevicePlane& scene, const exact::Pattern& pattern,
                    const std::vector<Place>& wanted) {
    const cuda::DeviceImage flags({scene.width, scene.height}, {1, Depth::u8});
    const cuda::BaseFlagger flagger(gpu, pattern);
    flagger.flag(scene, flags.plane(), {});
    exact::MatchBits bits = bitsFor(pattern, scene);
    cuda::fetchBases(gpu, flags.plane(), {}, bits);
    EXPECT_EQ(bits.list(1, {}), wanted);
  });
}

TEST_F(ExactStrategies, SampledEqualsTheReferenceOrGivesUp) {
  int complete = 0;
  forManyCases(5, [&](cuda::Gpu& gpu, const cuda::DevicePlane& scene, const Case& one) {
    for (const auto& group : one.needles.groups) {
      const auto plan = exact::planUnhashed({scene.width, scene.height}, group, 2);
      if (!plan) continue;
      Timeline unheard;
      cuda::StageClock clock(gpu.stream(), unheard);
      const cuda::SampledResult result = cuda::findSampled(gpu, scene, group, *plan, clock, {});
      for (std::uint32_t n = 0; n < group.size(); ++n) {
        if (std::ranges::count(result.givenUp, n) > 0) continue;
        std::vector<Place> places;
        for (const cuda::Hit& hit : result.hits) {
          if (hit.needle == n) places.emplace_back(hit.x, hit.y);
        }
        std::ranges::sort(places, {}, [](const Place& p) { return std::pair(p.y, p.x); });
        EXPECT_EQ(places, one.wanted[group[n]->index]);
        ++complete;
      }
    }
  });
  EXPECT_GT(complete, kCases);  // it must not always give up
}

TEST_F(ExactStrategies, RowsThatTravelAloneEqualTheReference) {
  int answered = 0;
  Timeline unheard;
  const cuda::GpuLease gpu(unheard);
  for (std::uint64_t number = 1; number <= kCases; ++number) {
    const Case one(number, 1);
    SCOPED_TRACE(one.findCase.name);
    cuda::StageClock clock(gpu->stream(), unheard);
    cuda::DeviceSearch search(*gpu, one.needles, clock, {});
    const auto places = search.findInSentRows(one.findCase.scene);
    if (!places) continue;
    ++answered;
    EXPECT_EQ((*places)[0], one.wanted[0]);
  }
  EXPECT_GT(answered, kCases / 10);
}

/// Scenes in which sampling gives up, or leaves many windows to compare, with needles so large that
/// no single thread or warp compares a window.
TEST_F(ExactStrategies, HardScenesEqualTheReference) {
  Random random(31);
  std::map<std::string, int> strategies;
  for (int number = 0; number < 90; ++number) {
    constexpr int kScenes = 6;
    const PixelFormat format{static_cast<int>(1 + random.below(4)),
                             random.oneIn(4) ? Depth::u16 : Depth::u8};
    const Size size{260 + random.below(160), 220 + random.below(120)};
    Image scene(size, format);
    Image tile({8 + random.below(60), 8 + random.below(60)}, format);
    draw(tile.pixels(), Kind::noise, random, false);
    const int kind = number % kScenes;
    for (std::int64_t y = 0; y < size.height; ++y) {
      for (std::int64_t x = 0; x < size.width; ++x) {
        const std::int64_t tx = kind == 5 ? x % 3 : x % tile.size().width;
        const std::int64_t ty = kind == 4 ? 0 : kind == 5 ? y % 2 : y % tile.size().height;
        const auto bytes = static_cast<std::size_t>(format.bytesPerPixel());
        const bool light = kind == 0 || (kind == 1 ? x % 4 < 2 : (x * 7 + y * 13) % 37 != 0);
        if (kind < 3) {
          std::memset(scene.pixels().pixel(x, y), light ? 200 : 60, bytes);
        } else {
          std::memcpy(scene.pixels().pixel(x, y), tile.view().pixel(tx, ty), bytes);
        }
      }
    }
    const std::int64_t width = 4 + random.below(random.oneIn(3) ? 120 : 50);
    const std::int64_t height = 4 + random.below(random.oneIn(3) ? 120 : 50);
    Image cut = Image::copyOf(scene.view().crop(
        random.below(size.width - width), random.below(size.height - height), {width, height}));
    // Unchanged, with the last sample off, or with any one off.
    const auto last = static_cast<std::size_t>(cut.view().rowBytes() - 1);
    if (number / kScenes % 3 == 1) cut.pixels().row(height - 1)[last] ^= 1U;
    if (number / kScenes % 3 == 2) {
      cut.pixels().row(random.below(height))[random.below(cut.view().rowBytes())] ^= 4U;
    }
    const std::vector<Needle> needles{{cut, {}}};
    RunReport report;
    const auto wanted = exact::findByReference(scene, needles, {}, {}, report);
    for (const char* engine : {"cuda", "cuda-passes"}) {
      RunReport own;
      const auto found = std::string(engine) == "cuda"
                             ? cuda::findExact(scene, needles, {}, {}, own)
                             : cuda::findByPasses(scene, needles, {}, {}, own);
      ASSERT_EQ(found, wanted) << engine << ", " << number << ": " << width << " x " << height
                               << ", " << own.strategy.text();
      ++strategies[own.strategy.text()];
    }
    const exact::PreparedNeedles prepared = exact::prepareNeedles(size, format, needles, 0, 2, {});
    Timeline unheard;
    const cuda::GpuLease gpu(unheard);
    const cuda::DeviceImage image(size, format);
    cuda::upload(scene, 0, 1, image.plane(), gpu->stream(), {});
    std::vector<Place> places;
    const cuda::NeedleOnDevice needle(*gpu, prepared.patterns[0]);
    if (cuda::canHashWindows(prepared.patterns[0]) &&
        cuda::findByHashes(*gpu, image.plane(), needle, {}, places)) {
      ASSERT_EQ(places, wanted[0]) << "by hashes, " << number;
    }
    places.clear();
    ASSERT_TRUE(cuda::compareEveryPosition(*gpu, image.plane(), needle, true, {}, places));
    ASSERT_EQ(places, wanted[0]) << "everywhere, " << number;
  }
  EXPECT_GE(strategies.size(), 4U);
}

TEST_F(ExactStrategies, AWindowThatOnlyHasTheHashIsNotAMatch) {
  // Hashes propose, windows decide: bits of all positions, as if all had the hash.
  Random random(8);
  Image scene({300, 200}, {4, Depth::u8});
  draw(scene.pixels(), Kind::noise, random, false);
  const std::vector<Needle> needles{{scene.view().crop(123, 45, {40, 30}), {}}};
  const exact::PreparedNeedles prepared =
      exact::prepareNeedles(scene.size(), scene.format(), needles, 0, 1, {});
  Timeline unheard;
  const cuda::GpuLease gpu(unheard);
  const cuda::DeviceImage image(scene.size(), scene.format());
  cuda::upload(scene, 0, 1, image.plane(), gpu->stream(), {});
  const cuda::NeedleOnDevice needle(*gpu, prepared.patterns[0]);
  // Every twentieth position of some rows, and the match.
  const Size starts{261, 171};
  std::vector<std::uint32_t> words(static_cast<std::size_t>(10 * starts.height), 0);
  for (std::int64_t y = 40; y < 50; ++y) {
    for (std::int64_t x = y % 3; x < starts.width; x += 20) {
      words[static_cast<std::size_t>(10 * y + x / 32)] |= 1U << (x % 32);
    }
  }
  words[10 * 45 + 123 / 32] |= 1U << (123 % 32);
  const cuda::DeviceBuffer<std::uint32_t> bits(words.size());
  gpu->stream().copy(bits.data(), words.data(), bits.bytes());
  std::vector<Place> places;
  ASSERT_TRUE(
      cuda::checkPlaces(*gpu, image.plane(), needle, {bits.data(), 10, 0, starts}, 0, {}, places));
  EXPECT_EQ(places, std::vector<Place>{Place(123, 45)});
}

TEST_F(ExactStrategies, ListsOfPlacesAreInOrderHoweverManyThereAre) {
  Random random(12);
  Timeline unheard;
  const cuda::GpuLease gpu(unheard);
  for (const int oneIn : {1, 2, 9, 300, 100000}) {
    for (const std::int64_t skip : {0, 1, 31, 32, 77}) {
      const Size size{700 - skip, 333};
      constexpr std::int64_t kRowWords = 24;
      std::vector<std::uint32_t> words(static_cast<std::size_t>(kRowWords * size.height), ~0U);
      std::vector<Place> wanted;
      for (std::int64_t y = 0; y < size.height; ++y) {
        for (std::int64_t x = 0; x < size.width; ++x) {
          const std::int64_t bit = x + skip;
          if (random.oneIn(static_cast<std::uint64_t>(oneIn))) {
            wanted.emplace_back(static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y + 5));
          } else {
            words[static_cast<std::size_t>(y * kRowWords + bit / 32)] &= ~(1U << (bit % 32));
          }
        }
      }
      const cuda::DeviceBuffer<std::uint32_t> bits(words.size());
      gpu->stream().copy(bits.data(), words.data(), bits.bytes());
      std::vector<Place> places;
      cuda::fetchPlaces(*gpu, {bits.data(), kRowWords, skip, size}, 5, {}, places);
      ASSERT_EQ(places, wanted) << oneIn << ", " << skip;
      std::vector<Place> mixed = wanted;
      for (std::size_t i = mixed.size(); i > 1; --i) {
        std::swap(mixed[i - 1],
                  mixed[static_cast<std::size_t>(random.below(static_cast<std::int64_t>(i)))]);
      }
      cuda::sortByRows(mixed, size.height + 5, {});
      ASSERT_EQ(mixed, wanted);
    }
  }
}

TEST_F(ExactStrategies, CostsChooseAsMeasured) {
  const auto work = [](double compares, double open, double words) {
    return cuda::PlaceWork{41e6, words, {compares, open}};
  };
  // A photograph: comparing; adjacent copies with one sample off: comparing, then checking; a flat
  // box in a flat area: anything but comparing.
  EXPECT_LT(cuda::costOfEveryPlace(work(1.1, 0, 4096)), cuda::costOfHashes(work(1.1, 0, 4096)));
  EXPECT_LT(cuda::costOfHashes(work(64, 1, 4096)), cuda::costOfEveryPlace(work(64, 1, 4096)));
  EXPECT_LT(cuda::costOfHashes(work(2, 1.0 / 64, 4096)),
            cuda::costOfEveryPlace(work(2, 1.0 / 64, 4096)));
  EXPECT_LT(cuda::costOfPlanes(41e6, 2, 14), cuda::costOfHashes(work(64, 1, 4096)));
  EXPECT_GT(cuda::costOfPlanes(41e6, 64, 300), cuda::costOfHashes(work(64, 1, 4096)));
}

TEST_F(ExactStrategies, SearchesThatAreRepeatedAllocateNothing) {
  for (const Kind kind : {Kind::noise, Kind::flat, Kind::stripes, Kind::tiled, Kind::gradient}) {
    CaseSeed seed;
    seed.kind = static_cast<int>(kind);
    seed.width = 640;
    seed.height = 480;
    seed.needleWidth = seed.needleHeight = 20;
    seed.needles = 3;
    const FindCase one = makeCase(seed);
    Timeline unheard;
    const auto kept = cuda::keepPicture(one.scene, {}, unheard);
    const auto search = [&] {
      RunReport report;
      cuda::findExact(*kept, one.needles, one.options, {}, report);
      for (const Method method : {Method::sad, Method::zncc}) {
        try {
          cuda::findScored(*kept, one.needles, {method, 0.9, false, true}, {}, report);
        } catch (const Error&) {  // a needle without variance
        }
      }
    };
    // Warm-up: allocates all block sizes that live at the same time, in any order of release.
    for (int i = 0; i < 3; ++i) search();
    const std::int64_t before = cuda::allocationsMade();
    for (int i = 0; i < 3; ++i) search();
    EXPECT_EQ(cuda::allocationsMade(), before) << nameOf(kind);
  }
}

TEST_F(ExactStrategies, ManyRunsGiveOneAnswer) {
  CaseSeed seed;
  seed.width = 640;
  seed.height = 480;
  seed.needleWidth = seed.needleHeight = 9;
  seed.needles = 20;
  seed.kind = static_cast<int>(Kind::twoTone);
  const FindCase findCase = makeCase(seed);
  const Registry registry = makeRegistry();
  const ReferenceAnswer answer(registry, findCase);
  for (int i = 0; i < 50; ++i) {
    for (const char* engine : {"cuda", "cuda-passes"}) {
      ASSERT_EQ(answer.differenceOf(engine, 4), "") << engine << ", run " << i;
    }
  }
}

}  // namespace
}  // namespace espy::test
