// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Scored find on the GPU: every strategy against the reference, to the last bit.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "cuda/base/resident.h"
#include "cuda/score/correlate.h"
#include "cuda/score/engines.h"
#include "differential/find_cases.h"
#include "gpu/on_gpu.h"
#include "gpu/score_strategies.h"
#include "score/reference.h"
#include "support/find_with.h"
#include "support/thrown_errors.h"

namespace espy::test {
namespace {

constexpr Method kMethods[] = {Method::sad, Method::ssd, Method::zncc};

bool isComparable(const Needle& needle, PixelFormat scene, const ScoreOptions& options) {
  const finders::NeedleSums sums = score::sumsOf(needle, scene, options.weighted);
  return sums.weight > 0 && (options.method != Method::zncc || sums.variance() != 0);
}

ScoreOptions anyOptions(Random& random) {
  constexpr double kScores[] = {-2, -1, -0.3, 0, 0.2, 0.5, 0.8, 0.9, 0.97, 1, 1.5};
  ScoreOptions options;
  options.method = kMethods[random.below(3)];
  options.minScore = kScores[random.below(11)];
  options.weighted = options.method != Method::zncc && random.oneIn(4);
  options.wantBest = !random.oneIn(5);
  return options;
}

class Score : public OnGpu {
 protected:
  static ScoredPlaces wanted(const ImageView& scene, std::span<const Needle> needles,
                             const ScoreOptions& options) {
    RunReport report;
    return score::scoreByReference(scene, needles, options, {}, report);
  }
  static ScoredPlaces search(const ImageView& scene, std::span<const Needle> needles,
                             const ScoreOptions& options) {
    RunReport report;
    ScoredPlaces places = cuda::findScored(scene, needles, options, {}, report);
    EXPECT_EQ(report.engine, "cuda");
    return places;
  }
  static ScoredPlaces searchKept(const ImageView& scene, std::span<const Needle> needles,
                                 const ScoreOptions& options) {
    RunReport report;
    Timeline unheard;
    const auto kept = cuda::keepPicture(scene, {}, unheard);
    return cuda::findScored(*kept, needles, options, {}, report);
  }
};

TEST_F(Score, RandomCasesEqualTheReference) {
  constexpr std::uint64_t kCases = 700;
  int peaks = 0;
  for (std::uint64_t number = 1; number <= kCases; ++number) {
    Random random(number);
    CaseSeed seed;
    seed.kind = static_cast<int>(random.below(kKinds));
    seed.width = static_cast<int>(1 + random.below(70));
    seed.height = static_cast<int>(1 + random.below(50));
    seed.needleWidth = static_cast<int>(1 + random.below(std::min(seed.width + 1, 24)));
    seed.needleHeight = static_cast<int>(1 + random.below(std::min(seed.height + 1, 16)));
    seed.needles = static_cast<int>(1 + random.below(3));
    seed.detail = random.next();
    FindCase one = makeCase(seed);
    const ScoreOptions options = anyOptions(random);
    std::erase_if(one.needles, [&](const Needle& needle) {
      return !isComparable(needle, one.scene.format(), options);
    });
    SCOPED_TRACE(fmt::format("{}: {}, method {}, minimum {}, weighted {}", number, one.name,
                             static_cast<int>(options.method), options.minScore, options.weighted));
    const ScoredPlaces right = wanted(one.scene, one.needles, options);
    peaks += static_cast<int>(right.peaks.size());
    ASSERT_EQ(difference(search(one.scene, one.needles, options), right), "");
    ASSERT_EQ(difference(searchKept(one.scene, one.needles, options), right), "");
  }
  EXPECT_GT(peaks, 1000);
}

TEST_F(Score, ThinAndWholeNeedlesEqualTheReference) {
  Random random(5);
  Image scene({61, 47}, {1, Depth::u8});
  draw(scene.pixels(), Kind::noise, random, false);
  for (const Size size : {Size{1, 47}, Size{61, 1}, Size{61, 47}, Size{1, 13}, Size{29, 1},
                          Size{60, 46}, Size{2, 1}, Size{1, 2}, Size{25, 3}, Size{57, 2}}) {
    for (const Method method : kMethods) {
      for (const double minScore : {-1.0, 0.2, 0.99, 1.0, 1.1}) {
        const Needle needle{scene.view().crop(61 - size.width, 47 - size.height, size), {}};
        const ScoreOptions options{method, minScore, false, true};
        ASSERT_EQ(
            difference(search(scene, {&needle, 1}, options), wanted(scene, {&needle, 1}, options)),
            "")
            << size.width << " x " << size.height << ", method " << static_cast<int>(method)
            << ", minimum " << minScore;
      }
    }
  }
}

TEST_F(Score, TheGreatestSumsFit) {
  // 65536 samples at the greatest distance from the middle.
  Image scene({259, 258}, {1, Depth::u8});
  Image needle({256, 256}, {1, Depth::u8});
  for (const bool dark : {true, false}) {
    for (std::int64_t y = 0; y < 258; ++y) {
      std::fill_n(scene.pixels().row(y), 259, std::uint8_t{255});
      if (y < 256)
        std::fill_n(needle.pixels().row(y), 256, dark ? std::uint8_t{0} : std::uint8_t{255});
    }
    scene.pixels().row(100)[100] = 254;
    needle.pixels().row(7)[3] ^= 1;
    const Needle one{needle, {}};
    for (const Method method : kMethods) {
      const ScoreOptions options{method, -1, false, true};
      ASSERT_EQ(difference(search(scene, {&one, 1}, options), wanted(scene, {&one, 1}, options)),
                "");
      if (method == Method::sad) continue;
      EXPECT_EQ(differenceFromPlain(scene, one, options, Strategy::products), "");
      EXPECT_EQ(differenceFromPlain(scene, one, options, Strategy::maskedProducts), "");
    }
  }
}

TEST_F(Score, StrategiesAgreeOnLargerPictures) {
  Random random(77);
  for (int i = 0; i < 60; ++i) {
    const PixelFormat format{static_cast<int>(1 + random.below(4)), Depth::u8};
    const Size size{100 + random.below(900), 80 + random.below(500)};
    Image scene(size, format);
    const auto kind = static_cast<Kind>(random.below(kKinds));
    draw(scene.pixels(), kind, random, false);
    const Size part{1 + random.below(std::min<std::int64_t>(size.width, i % 3 == 0 ? 300 : 90)),
                    1 + random.below(std::min<std::int64_t>(size.height, i % 3 == 1 ? 200 : 70))};
    if (part.pixels() * 3 > cuda::kMostCorrelated) continue;
    Image cut = Image::copyOf(scene.view().crop(random.below(size.width - part.width + 1),
                                                random.below(size.height - part.height + 1), part));
    for (std::int64_t n = 0; n < 1 + part.pixels() / 50; ++n) {
      setSample(cut.pixels(), random.below(part.width), random.below(part.height), 0,
                static_cast<std::uint32_t>(random.below(256)));
    }
    const Needle needle{cut, {}};
    for (const Method method : kMethods) {
      constexpr double kScores[] = {-1, 0.1, 0.6, 0.9, 1.2};
      const ScoreOptions options{method, kScores[random.below(5)], false, true};
      if (!isComparable(needle, format, options)) continue;
      SCOPED_TRACE(fmt::format("{}: {} x {} x {} {}, needle {} x {}, method {}, minimum {}", i,
                               size.width, size.height, format.channels, nameOf(kind), part.width,
                               part.height, static_cast<int>(method), options.minScore));
      ASSERT_EQ(differenceFromPlain(scene, needle, options, std::nullopt), "");
      if (method != Method::sad) {
        ASSERT_EQ(differenceFromPlain(scene, needle, options, Strategy::maskedProducts), "");
      } else if (std::min(part.width, part.height) >= 8) {
        ASSERT_EQ(differenceFromPlain(scene, needle, options, Strategy::bounded), "");
      }
    }
  }
}

TEST_F(Score, LargeNeedlesEqualThePlainStrategy) {
  Random random(21);
  for (const int channels : {1, 3, 4}) {
    const PixelFormat format{channels, Depth::u8};
    Image scene({500, 390}, format);
    draw(scene.pixels(), Kind::noise, random, false);
    for (const Size size : {Size{300, 280}, Size{449, 60}, Size{500, 380}, Size{20, 390}}) {
      Image cut = Image::copyOf(scene.view().crop(0, 3 < 390 - size.height ? 3 : 0, size));
      setSample(cut.pixels(), 5, 5, 0, 77);
      const Needle needle{cut, {}};
      for (const Method method : kMethods) {
        const ScoreOptions options{method, 0.1, false, true};
        EXPECT_EQ(differenceFromPlain(scene, needle, options, std::nullopt), "")
            << channels << " channels, " << size.width << " x " << size.height << ", method "
            << static_cast<int>(method);
      }
    }
  }
}

TEST_F(Score, DeepProductsEqualEverySample) {
  Random random(16);
  for (int i = 0; i < 60; ++i) {
    const PixelFormat format{static_cast<int>(1 + random.below(4)), Depth::u16};
    const Size size{60 + random.below(500), 50 + random.below(300)};
    Image scene(size, format);
    const auto kind = static_cast<Kind>(random.below(kKinds));
    draw(scene.pixels(), kind, random, false);
    const Size part{1 + random.below(std::min<std::int64_t>(size.width, i % 3 == 0 ? 300 : 70)),
                    1 + random.below(std::min<std::int64_t>(size.height, i % 3 == 1 ? 200 : 50))};
    if (part.pixels() * 3 > cuda::kMostCorrelated) continue;
    Image cut = Image::copyOf(scene.view().crop(random.below(size.width - part.width + 1),
                                                random.below(size.height - part.height + 1), part));
    for (std::int64_t n = 0; n < 1 + part.pixels() / 50; ++n) {
      setSample(cut.pixels(), random.below(part.width), random.below(part.height), 0,
                static_cast<std::uint32_t>(random.below(65536)));
    }
    const Needle needle{cut, {}};
    for (const Method method : {Method::ssd, Method::zncc}) {
      constexpr double kScores[] = {-1, 0.1, 0.6, 0.9, 1.2};
      const ScoreOptions options{method, kScores[random.below(5)], false, true};
      if (!isComparable(needle, format, options) || format.hasAlpha()) continue;
      SCOPED_TRACE(fmt::format("{}: {} x {} x {} {}, needle {} x {}, method {}, minimum {}", i,
                               size.width, size.height, format.channels, nameOf(kind), part.width,
                               part.height, static_cast<int>(method), options.minScore));
      ASSERT_EQ(differenceFromPlain(scene, needle, options, Strategy::deepProducts), "");
    }
  }
}

TEST_F(Score, TheGreatestDeepSumsFit) {
  // 65536 samples whose bytes are at the greatest distance from the middle.
  for (const std::uint8_t dark : {std::uint8_t{0}, std::uint8_t{255}}) {
    Image scene({259, 258}, {1, Depth::u16});
    Image needle({256, 256}, {1, Depth::u16});
    for (std::int64_t y = 0; y < 258; ++y) {
      std::fill_n(scene.pixels().row(y), 2 * 259, std::uint8_t{255});
      if (y < 256) std::fill_n(needle.pixels().row(y), 2 * 256, dark);
    }
    scene.pixels().row(100)[200] = 254;
    needle.pixels().row(7)[6] ^= 1;
    const Needle one{needle, {}};
    for (const Method method : {Method::ssd, Method::zncc}) {
      const ScoreOptions options{method, -1, false, true};
      ASSERT_EQ(difference(search(scene, {&one, 1}, options), wanted(scene, {&one, 1}, options)),
                "");
      EXPECT_EQ(differenceFromPlain(scene, one, options, Strategy::deepProducts), "");
    }
  }
}

TEST_F(Score, BandsAreCutSoThatACancelledSearchEndsSoon) {
  // Products per band: 2^40, some milliseconds, for any size of needle and picture.
  for (const std::int64_t samples : {1, 256, 4096, 65536, 4 * 65536}) {
    for (const std::int64_t width : {1, 1000, 7680, 200000}) {
      const std::int64_t rows = cuda::ScoreSearch::rowsForProducts(samples, width);
      EXPECT_GE(rows, 1);
      EXPECT_LE(static_cast<double>(rows - 1) * static_cast<double>(samples * width), 0x1p40);
    }
  }
}

TEST_F(Score, WhereAllPlacesArePeaksAllAreListed) {
  const Image scene({333, 222}, {3, Depth::u8});
  Image dot({3, 2}, {3, Depth::u8});
  dot.pixels().pixel(1, 1)[0] = 9;
  const Needle needle{dot, {}};
  for (const Method method : kMethods) {
    const ScoreOptions options{method, -1, false, true};
    const ScoredPlaces found = search(scene, {&needle, 1}, options);
    EXPECT_EQ(found.peaks.size(), 331U * 221U);
    EXPECT_EQ(difference(found, wanted(scene, {&needle, 1}, options)), "");
    const ScoreOptions never{method, 2, false, true};
    EXPECT_EQ(difference(search(scene, {&needle, 1}, never), wanted(scene, {&needle, 1}, never)),
              "");
  }
}

TEST_F(Score, LittleMemoryMeansBandsAndTheSameAnswer) {
  Random random(3);
  Image scene({300, 170}, {3, Depth::u8});
  draw(scene.pixels(), Kind::noise, random, false);
  std::vector<Needle> needles{{scene.view().crop(30, 40, {12, 9}), {}},
                              {scene.view().crop(250, 100, {20, 30}), {}},
                              {scene.view().crop(100, 90, {40, 33}), {}}};
  for (const Method method : kMethods) {
    for (const double minScore : {-1.0, 0.75, 1.5}) {
      const ScoreOptions options{method, minScore, false, true};
      const ScoredPlaces all = search(scene, needles, options);
      for (const std::size_t limit : {std::size_t{200} << 10, std::size_t{100} << 10}) {
        cuda::pool(cuda::MemoryKind::device).trim();
        cuda::limitDeviceBlocks(limit);
        // Listed peaks may exceed this memory.
        if (minScore > 0) {
          EXPECT_EQ(difference(search(scene, needles, options), all), "") << limit;
        }
        cuda::limitDeviceBlocks(0);
      }
    }
  }
}

TEST_F(Score, ManyRunsGiveOneAnswer) {
  Random random(9);
  Image scene({640, 480}, {3, Depth::u8});
  draw(scene.pixels(), Kind::twoTone, random, false);
  const std::vector<Needle> needles{{scene.view().crop(300, 200, {16, 16}), {}},
                                    {scene.view().crop(100, 20, {33, 21}), {}}};
  for (const Method method : kMethods) {
    const ScoreOptions options{method, method == Method::zncc ? 0.1 : 0.5, false, true};
    const ScoredPlaces first = search(scene, needles, options);
    EXPECT_FALSE(first.peaks.empty());
    for (int i = 0; i < 15; ++i) {
      ASSERT_EQ(difference(searchKept(scene, needles, options), first), "") << i;
    }
  }
}

TEST_F(Score, MapsEqualTheReference) {
  for (std::uint64_t number = 1; number <= 60; ++number) {
    CaseSeed seed;
    seed.kind = static_cast<int>(number) % kKinds;
    seed.width = 40 + static_cast<int>(number) % 30;
    seed.height = 31;
    seed.needleWidth = 1 + static_cast<int>(number) % 11;
    seed.needleHeight = 1 + static_cast<int>(number) % 7;
    seed.detail = number * 977;
    const FindCase one = makeCase(seed);
    for (const Method method : kMethods) {
      const ScoreOptions options{method, 0.9, false, true};
      if (!isComparable(one.needles[0], one.scene.format(), options)) continue;
      RunReport report;
      const ScoreMap map = cuda::mapScores(one.scene, one.needles[0], options, {}, report);
      const ScoreMap right = score::mapByReference(one.scene, one.needles[0], options, {}, report);
      EXPECT_EQ(map.size, right.size);
      EXPECT_EQ(map.scores, right.scores) << one.name;
    }
  }
}

/// Copies of a needle in other brightness and contrast, its negative, and a copy with one sample
/// off by one: the score is 1 or -1 exactly where the integers say so.
TEST_F(Score, CopiesInAnotherBrightnessScoreExactlyOne) {
  Random random(31);
  std::int64_t same = 0;
  std::int64_t opposite = 0;
  for (int i = 0; i < 48; ++i) {
    const PixelFormat format{i % 2 == 0 ? 1 : 3, i % 3 == 0 ? Depth::u16 : Depth::u8};
    const std::int64_t side = i % 16 == 15 ? 70 : 4 + i % 24;
    const auto most = static_cast<std::uint32_t>(format.maxValue());
    Image dark({side, side + 2}, format);
    draw(dark.pixels(), Kind::noise, random, false);
    Image scene({4 * side + 5, side + 12}, format);
    draw(scene.pixels(), Kind::noise, random, false);
    for (std::int64_t y = 0; y < side + 2; ++y) {
      for (std::int64_t x = 0; x < side; ++x) {
        for (int c = 0; c < format.channels; ++c) {
          const std::uint32_t value = sampleAt(dark, x, y, c) / 4;
          const std::uint32_t off = x == 1 && y == 1 && c == 0 ? 1 : 0;
          setSample(dark.pixels(), x, y, c, value);
          setSample(scene.pixels(), x + 1, y + 3, c, 3 * value + 7);
          setSample(scene.pixels(), x + side + 2, y + 5, c, value + static_cast<std::uint32_t>(i));
          setSample(scene.pixels(), x + 2 * side + 3, y + 6, c, most - 2 * value);
          setSample(scene.pixels(), x + 3 * side + 4, y + 4, c, 2 * value + 9 + off);
        }
      }
    }
    Image mask({side, side + 2}, {1, Depth::u8});
    for (std::int64_t y = 0; y < side + 2; ++y) std::fill_n(mask.pixels().row(y), side, 255);
    mask.pixels().row(2)[3] = 0;
    Needle needle{dark, {}};
    if (i % 4 == 1) needle.mask = mask.view();  // other strategies are used with ignored pixels
    for (const double minScore : {-1.0, 0.9, 1.0}) {
      SCOPED_TRACE(fmt::format("{}, minimum {}", i, minScore));
      const ScoreOptions options{Method::zncc, minScore, false, true};
      const ScoredPlaces found = search(scene, {&needle, 1}, options);
      ASSERT_EQ(difference(found, wanted(scene, {&needle, 1}, options)), "");
      same += std::ranges::count(found.peaks, 1.0, &Peak::score);
      ASSERT_EQ(differenceFromPlain(scene, needle, options, std::nullopt), "");
      if (format.depth == Depth::u8) {
        ASSERT_EQ(differenceFromPlain(scene, needle, options, Strategy::maskedProducts), "");
      }
    }
    RunReport report;
    const ScoreOptions options{Method::zncc, 0, false, true};
    const ScoreMap map = cuda::mapScores(scene, needle, options, {}, report);
    ASSERT_EQ(map.scores, score::mapByReference(scene, needle, options, {}, report).scores) << i;
    opposite += std::ranges::count(map.scores, -1);
  }
  EXPECT_EQ(same, 48 * 3 * 2);
  EXPECT_EQ(opposite, 48);
}

/// 65535^2 x 255 x 3 x 2400^2 exceeds 2^64, which kernels do not support: the CPU searches.
TEST_F(Score, DistancesOfMoreThan64BitsAreTheProcessors) {
  const PixelFormat format{3, Depth::u16};
  const Image scene({2401, 2400}, format);
  Image white({2400, 2400}, format);
  for (std::int64_t y = 0; y < 2400; ++y) std::fill_n(white.pixels().row(y), 6 * 2400, 255);
  const Needle needle{white, {}};
  ScoreOptions options{Method::ssd, 0, true, true};
  EXPECT_EQ(codeOf([&] { search(scene, {&needle, 1}, options); }), ErrorCode::device);
  const Finding finding = findScored(makeRegistry(), "auto", scene, {&needle, 1}, options);
  EXPECT_NE(finding.report.choice.text().find("the GPU is faster"), std::string::npos)
      << finding.report.choice.text();
  EXPECT_NE(finding.report.fallback.text().find("more than 64 bits"), std::string::npos)
      << finding.report.fallback.text();
  EXPECT_NE(finding.report.engine, "cuda");
  EXPECT_EQ(finding.report.timeline.stages().front().name, "failed on cuda");
  ASSERT_EQ(finding.matches.size(), 2U);
  EXPECT_GT(finding.matches[0].distance.high(), 0U);
  options.weighted = false;  // fits into 64 bits
  EXPECT_EQ(search(scene, {&needle, 1}, options).peaks.size(), 2U);
}

TEST_F(Score, FaultsAreErrorsAndTheNextSearchIsSound) {
  Random random(3);
  Image scene({300, 170}, {3, Depth::u8});
  draw(scene.pixels(), Kind::noise, random, false);
  const Needle needle{scene.view().crop(30, 40, {12, 9}), {}};
  for (const Method method : kMethods) {
    const ScoreOptions options{method, 0.95, false, true};
    const ScoredPlaces right = wanted(scene, {&needle, 1}, options);
    int failures = 0;
    for (std::int64_t nth = 1; nth <= 8; ++nth) {
      cuda::planFault(cuda::Call::launch, nth, cudaErrorLaunchOutOfResources);
      try {
        EXPECT_EQ(difference(search(scene, {&needle, 1}, options), right), "");
      } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::device);
        ++failures;
      }
      cuda::planFault(cuda::Call::launch, 0, cudaSuccess);
      cuda::pool(cuda::MemoryKind::device).trim();
      cuda::planFault(cuda::Call::allocation, nth, cudaErrorMemoryAllocation);
      EXPECT_EQ(difference(search(scene, {&needle, 1}, options), right), "") << nth;
      cuda::planFault(cuda::Call::allocation, 0, cudaSuccess);
    }
    EXPECT_GE(failures, 2);
  }
}

TEST_F(Score, SearchesStopOnRequest) {
  const Image scene({300, 170}, {1, Depth::u16});
  Image dot({3, 2}, {1, Depth::u16});
  dot.pixels().pixel(1, 1)[0] = 9;
  const Needle needle{dot, {}};
  for (const Method method : kMethods) {
    RunReport report;
    EXPECT_EQ(codeOf([&] {
                cuda::findScored(scene, {&needle, 1}, {method, 0.9, false, true}, stoppedControl(),
                                 report);
              }),
              ErrorCode::cancelled);
  }
}

}  // namespace
}  // namespace espy::test
