// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Needles of one size are searched together, with the reference's result.
#include <fmt/format.h>

#include <algorithm>

#include "cuda/score/engines.h"
#include "cuda/score/needle_batch_search.h"
#include "gpu/on_gpu.h"
#include "gpu/score_strategies.h"
#include "score/reference.h"
#include "support/find_with.h"
#include "support/random_pictures.h"

namespace espy::test {
namespace {

class NeedleBatchSearch : public OnGpu {
 protected:
  static ScoredPlaces wanted(const ImageView& scene, std::span<const Needle> needles,
                             const ScoreOptions& options) {
    RunReport report;
    return score::scoreByReference(scene, needles, options, {}, report);
  }
  /// Expects that needles were searched together, or that they were not.
  static ScoredPlaces search(const ImageView& scene, std::span<const Needle> needles,
                             const ScoreOptions& options, bool together = true) {
    RunReport report;
    ScoredPlaces places = cuda::findScored(scene, needles, options, {}, report);
    const bool were = report.strategy.text().find(cuda::NeedleBatchSearch::describe().text()) !=
                      std::string::npos;
    EXPECT_EQ(were, together) << report.strategy.text();
    return places;
  }
  /// Parts of a picture, some slightly changed.
  static std::vector<Image> parts(const Image& scene, Size size, int count, Random& random) {
    std::vector<Image> parts;
    for (int i = 0; i < count; ++i) {
      parts.push_back(Image::copyOf(
          scene.view().crop(random.below(scene.size().width - size.width + 1),
                            random.below(scene.size().height - size.height + 1), size)));
      for (std::int64_t n = random.below(1 + size.pixels() / 10); n >= 0; --n) {
        *parts.back().pixels().pixel(random.below(size.width), random.below(size.height)) ^= 37;
      }
    }
    return parts;
  }
  static std::vector<Needle> needlesOf(const std::vector<Image>& parts, PixelFormat scene,
                                       Method method) {
    std::vector<Needle> needles;
    for (const Image& part : parts) {
      const Needle needle{part.view(), {}};
      const bool even = score::sumsOf(needle, scene, false).variance() == 0;
      if (method != Method::zncc || !even) needles.push_back(needle);
    }
    return needles;
  }
};

TEST_F(NeedleBatchSearch, RandomNeedlesOfOneSize) {
  Random random(11);
  int peaks = 0;
  int cases = 0;
  for (int i = 0; i < 120; ++i) {
    const PixelFormat format{random.oneIn(2) ? 1 : 3, Depth::u8};
    Image scene({20 + random.below(300), 20 + random.below(90)}, format);
    draw(scene.pixels(), static_cast<Kind>(i % kKinds), random, false);
    const Size size{2 + random.below(18), 1 + random.below(18)};
    const auto count = static_cast<int>(2 + random.below(i % 50 == 0 ? 70 : 5));
    const std::vector<Image> some = parts(scene, size, count, random);
    for (const Method method : {Method::zncc, Method::ssd}) {
      constexpr double kScores[] = {-1, 0, 0.3, 0.8, 0.95, 1, 1.5};
      const ScoreOptions options{method, kScores[random.below(7)], false, !random.oneIn(4)};
      const std::vector<Needle> needles = needlesOf(some, format, method);
      if (needles.size() < 2) continue;
      ++cases;
      const ScoredPlaces right = wanted(scene, needles, options);
      peaks += static_cast<int>(right.peaks.size());
      ASSERT_EQ(difference(search(scene, needles, options), right), "") << fmt::format(
          "{}: {} needles of {} x {} in {} x {} x {}, method {}, minimum {}", i, needles.size(),
          size.width, size.height, scene.size().width, scene.size().height, format.channels,
          static_cast<int>(method), options.minScore);
    }
  }
  EXPECT_GT(peaks, 1000);
  EXPECT_GT(cases, 120);
}

TEST_F(NeedleBatchSearch, LargerNeedlesEqualSearchesByThemselves) {
  Random random(12);
  for (const PixelFormat format : {PixelFormat{1, Depth::u8}, PixelFormat{3, Depth::u8}}) {
    Image scene({900, 420}, format);
    draw(scene.pixels(), Kind::noise, random, false);
    for (const Size size : {Size{64, 64}, Size{73, 20}, Size{100, 130}, Size{11, 66}}) {
      const std::vector<Image> some = parts(scene, size, 7, random);
      for (const Method method : {Method::zncc, Method::ssd}) {
        for (const double minScore : {0.7, 2.0}) {
          const ScoreOptions options{method, minScore, false, true};
          const std::vector<Needle> needles = needlesOf(some, format, method);
          ScoredPlaces apart;
          for (std::uint32_t n = 0; n < needles.size(); ++n) {
            ScoredPlaces one = search(scene, {&needles[n], 1}, options, false);
            for (Peak& peak : one.peaks) peak.needle = n;
            apart.peaks.insert(apart.peaks.end(), one.peaks.begin(), one.peaks.end());
            if (!one.best) continue;
            one.best->needle = n;
            if (!apart.best || finders::IsBetter()(*one.best, *apart.best)) apart.best = one.best;
          }
          if (!apart.peaks.empty()) apart.best.reset();
          ASSERT_EQ(difference(search(scene, needles, options), apart), "")
              << size.width << " x " << size.height << ", minimum " << minScore;
        }
      }
    }
  }
}

TEST_F(NeedleBatchSearch, TiesAndFlatPictures) {
  Random random(13);
  const PixelFormat grey{1, Depth::u8};
  const Image flat({200, 100}, grey);
  Image checks({200, 100}, grey);
  draw(checks.pixels(), Kind::dither, random, false);
  Image dot({5, 4}, grey);
  dot.pixels().pixel(1, 1)[0] = 9;
  // Three equal needles and another: the first of the equal ones is best.
  const Image corner = Image::copyOf(checks.view().crop(1, 0, {5, 4}));
  const std::vector<Needle> needles{{dot, {}}, {corner, {}}, {dot, {}}, {corner, {}}, {dot, {}}};
  for (const Image* scene : {&flat, static_cast<const Image*>(&checks)}) {
    for (const Method method : {Method::zncc, Method::ssd}) {
      for (const double minScore : {-1.0, 0.0, 1.0, 1.5}) {
        const ScoreOptions options{method, minScore, false, true};
        EXPECT_EQ(difference(search(*scene, needles, options), wanted(*scene, needles, options)),
                  "")
            << static_cast<int>(method) << ", minimum " << minScore;
      }
    }
  }
}

TEST_F(NeedleBatchSearch, SizesAndKindsMix) {
  Random random(14);
  Image scene({260, 140}, {3, Depth::u8});
  draw(scene.pixels(), Kind::noise, random, false);
  std::vector<Image> some = parts(scene, {12, 9}, 4, random);
  for (Image& other : parts(scene, {9, 12}, 3, random)) some.push_back(std::move(other));
  some.push_back(Image::copyOf(scene.view().crop(3, 3, {30, 30})));
  Image holes({12, 9}, {1, Depth::u8});
  draw(holes.pixels(), Kind::stripes, random, false);
  holes.pixels().pixel(0, 0)[0] = 1;
  Image deep({12, 9}, {1, Depth::u16});
  draw(deep.pixels(), Kind::noise, random, false);
  for (const Method method : {Method::zncc, Method::ssd}) {
    std::vector<Needle> needles = needlesOf(some, scene.format(), method);
    needles.insert(needles.begin() + 2, Needle{some[0], holes.view()});
    needles.push_back({deep, {}});
    for (const double minScore : {0.4, 0.9, 1.5}) {
      const ScoreOptions options{method, minScore, false, true};
      EXPECT_EQ(difference(search(scene, needles, options), wanted(scene, needles, options)), "");
    }
  }
}

TEST_F(NeedleBatchSearch, LittleMemoryMeansOneByOneAndTheSameAnswer) {
  Random random(15);
  Image scene({300, 170}, {1, Depth::u8});
  draw(scene.pixels(), Kind::noise, random, false);
  const std::vector<Image> some = parts(scene, {14, 10}, 5, random);
  for (const Method method : {Method::zncc, Method::ssd}) {
    const std::vector<Needle> needles = needlesOf(some, scene.format(), method);
    for (const double minScore : {0.8, 1.5}) {
      const ScoreOptions options{method, minScore, false, true};
      const ScoredPlaces right = wanted(scene, needles, options);
      for (const std::size_t limit : {std::size_t{600} << 10, std::size_t{100} << 10}) {
        cuda::pool(cuda::MemoryKind::device).trim();
        cuda::limitDeviceBlocks(limit);
        EXPECT_EQ(difference(search(scene, needles, options), right), "") << limit;
        cuda::limitDeviceBlocks(0);
      }
    }
  }
}

}  // namespace
}  // namespace espy::test
