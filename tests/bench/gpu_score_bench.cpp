// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/gpu_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>

#include "bench/gpu_kernels.h"
#include "bench/gpu_timing.h"
#include "cuda/base/resident.h"
#include "cuda/lab/rates.h"
#include "cuda/score/engines.h"
#include "cuda/score/search.h"
#include "espy/engine/score.h"
#include "support/find_with.h"
#include "support/random_pictures.h"

namespace espy::bench {
namespace {

using test::Random;

/// Throughput of a kernel that does nothing else, operations per ms.
template <class Queue>
double rateOf(const Queue& queue) {
  double operations = 0;
  const Timing timing = onGpu(
      "alone", [&](cuda::Gpu& gpu) { operations = queue(gpu); }, 5);
  return operations / timing.milliseconds;
}

double queueByteDifferences(const cuda::Gpu& gpu) {
  static const cuda::DeviceBuffer<std::uint32_t> result(1);
  return cuda::queueByteDifferences(gpu, result.data());
}

/// Sums of waves with a little noise; varies locally like photographs.
Image landscape(Size size) {
  Random random(8);
  Image image(size, {1, Depth::u8});
  for (std::int64_t y = 0; y < size.height; ++y) {
    for (std::int64_t x = 0; x < size.width; ++x) {
      const auto u = static_cast<double>(x);
      const auto v = static_cast<double>(y);
      const double wave =
          60 * std::sin(0.011 * u + 0.007 * v) + 50 * std::cos(0.03 * v - 7e-6 * u * v);
      image.pixels().pixel(x, y)[0] =
          static_cast<std::uint8_t>(120 + std::lround(wave) + random.below(16));
    }
  }
  return image;
}

class ScoreBench {
 public:
  explicit ScoreBench(Report& report) : report_(report) {}

  void scores() {
    const double products = rateOf(queueByteProducts);
    const double differences = rateOf(queueByteDifferences);
    report_.add("what the GPU computes at best",
                fmt::format("products of bytes {:.1f} T/s, differences of bytes {:.1f} T/s",
                            products / 1e9, differences / 1e9),
                {onGpu(
                    "products alone", [](cuda::Gpu& gpu) { queueByteProducts(gpu); }, 5)},
                {});
    const Size uhd{3840, 2160};
    const Size hd{1920, 1080};
    constexpr PixelFormat kGrey{1, Depth::u8};
    constexpr PixelFormat kRgb{3, Depth::u8};
    score("zncc", Method::zncc, uhd, kGrey, 64, products, 0.25);
    score("ssd", Method::ssd, uhd, kGrey, 64, products, 0.25);
    score("sad", Method::sad, uhd, kGrey, 64, differences, 0.85);
    score("sad", Method::sad, hd, kRgb, 16, differences, 0.1);
    score("zncc", Method::zncc, hd, kRgb, 16, products, 0.1);
    score("zncc", Method::zncc, uhd, kGrey, 50, products, 0.25);
    score("sad", Method::sad, uhd, kGrey, 50, differences, 0.85);
    score("zncc", Method::zncc, uhd, kGrey, 300, products, std::nullopt, 5);
    score("zncc", Method::zncc, k41Megapixels, kRgb, 64, products, std::nullopt, 5);
  }

  /// 16-bit samples; their lower bound is four byte products each.
  void deepScores() {
    const double products = rateOf(queueByteProducts);
    constexpr PixelFormat kDeep{1, Depth::u16};
    const Size hd{1920, 1080};
    score("zncc", Method::zncc, hd, kDeep, 32, products, std::nullopt, 11);
    score("zncc", Method::zncc, hd, kDeep, 64, products, std::nullopt, 11);
    score("ssd", Method::ssd, hd, kDeep, 32, products, std::nullopt, 11);
    score("zncc", Method::zncc, {3840, 2160}, kDeep, 64, products, std::nullopt, 11);
  }

  /// SAD with pruning, compared with SAD at all positions.
  void boundedScores(double operationsPerMs) {
    constexpr Size kUhd{3840, 2160};
    constexpr std::int64_t kSide = 64;
    const Image rough = noise(kUhd, {1, Depth::u8}, 3);
    const Image smooth = landscape(kUhd);
    Image half = Image::copyOf(rough.view());
    test::paste(half.pixels(), smooth.view().crop(0, 0, {3840, 1080}), 0, 1080);
    const Image even(kUhd, {1, Depth::u8});
    struct Case {
      const char* name;
      const Image* scene;
      double minScore;
      bool miss;
      int brighter = 0;
    };
    const Case cases[] = {
        {"noise, minimum 0.9", &rough, 0.9, false},
        {"noise, minimum 0.97", &rough, 0.97, false},
        {"noise, minimum 0.76", &rough, 0.76, false},
        {"noise, nothing there", &rough, 0.9, true},
        {"landscape, minimum 0.9", &smooth, 0.9, false},
        {"landscape, minimum 0.97", &smooth, 0.97, false},
        {"landscape, minimum 0.8", &smooth, 0.8, false},
        {"landscape, nothing there", &smooth, 0.99, true},
        {"landscape, minimum 0.97, only a brighter one there", &smooth, 0.97, false, 12},
        {"half of each, minimum 0.9", &half, 0.9, false},
        {"all equal, minimum 0.9, all are found", &even, 0.9, false},
    };
    const double floor =
        static_cast<double>((kUhd.width - kSide + 1) * (kUhd.height - kSide + 1) * kSide * kSide) /
        operationsPerMs;
    for (const Case& one : cases) {
      Image cut = Image::copyOf(one.scene->view().crop(1920, 700, {kSide, kSide}));
      if (one.miss) cut = Image::copyOf(noise({kSide, kSide}, {1, Depth::u8}, 99).view());
      for (std::int64_t i = 0; i < kSide * kSide; ++i) {
        std::uint8_t& sample = *cut.pixels().pixel(i % kSide, i / kSide);
        sample = static_cast<std::uint8_t>(std::min(255, sample + one.brighter));
      }
      const Needle needle{cut, {}};
      const ScoreOptions options{Method::sad, one.minScore, false, true};
      std::string decided;
      const Timing bounded =
          searchBy(*one.scene, needle, options, cuda::GpuScoreStrategy::bounded, decided);
      const Timing all =
          searchBy(*one.scene, needle, options, cuda::GpuScoreStrategy::differences, decided);
      report_.add(fmt::format("sad, 64 x 64 in 3840 x 2160, grey, {}", one.name),
                  fmt::format("{}; floor of all differences {:.3f} ms, bounds take {:.2f} of that",
                              decided, floor, bounded.milliseconds / floor),
                  {bounded, all}, {});
    }
  }

  /// Twenty needles of one size in one call, and in separate calls. Timeline stages: "prepare" is
  /// on the host, "search" on the GPU, "download" on both.
  void manyScored(double operationsPerMs) {
    constexpr Size kHd{1920, 1080};
    constexpr std::int64_t kSide = 64;
    constexpr std::int64_t kCount = 20;
    const Image scene = noise(kHd, {1, Depth::u8}, 3);
    std::vector<Needle> needles;
    for (std::int64_t i = 0; i < kCount; ++i) {
      needles.push_back({scene.view().crop(37 + 83 * i, 11 + 47 * i, {kSide, kSide}), {}});
    }
    Timeline unheard;
    const auto kept = cuda::keepPicture(scene, {}, unheard);
    const ScoreOptions options{Method::zncc, 0.9, false, true};
    std::string stages;
    const Timing together = onWallClock("in one call", [&] {
      RunReport run;
      const ScoredPlaces found = cuda::findScored(*kept, needles, options, {}, run);
      if (found.peaks.size() != kCount) throw std::runtime_error("other places are found");
      double prepare = 0;
      double search = 0;
      double download = 0;
      for (const Timeline::Stage& stage : run.timeline.stages()) {
        if (stage.name == "prepare") prepare += stage.milliseconds;
        if (stage.name == "search") search += stage.milliseconds;
        if (stage.name == "download") download += stage.milliseconds;
      }
      stages = fmt::format("prepare {:.3f} ms, search {:.3f} ms, download {:.3f} ms", prepare,
                           search, download);
    });
    const Timing inTurn = onWallClock("one after another", [&] {
      for (const Needle& needle : needles) {
        RunReport run;
        cuda::findScored(*kept, {&needle, 1}, options, {}, run);
      }
    });
    const double products = static_cast<double>(kCount * (kHd.width - kSide + 1) *
                                                (kHd.height - kSide + 1) * kSide * kSide);
    report_.add(
        "zncc, 20 needles of 64 x 64 in 1920 x 1080, grey, resident",
        fmt::format("wall; floor {:.3f} ms; in one call {}", products / operationsPerMs, stages),
        {together, inTurn}, {});
  }

 private:
  /// Whole search of a resident picture, from the first kernel to the list of local maxima. The
  /// lower bound is one operation per sample of each window, at the peak rate.
  void score(const char* name, Method method, Size size, PixelFormat format, std::int64_t side,
             double operationsPerMs, std::optional<double> most, int runs = kRuns) {
    const Image scene = noise(size, format, 3);
    const std::vector<Needle> needles{{scene.view().crop(size.width / 2, 700, {side, side}), {}}};
    const ScoreOptions options{method, 0.9, false, true};
    Timeline unheard;
    const auto kept = cuda::keepPicture(scene, {}, unheard);
    cuda::DevicePicture& picture = cuda::onDevice(*kept);
    const cuda::ScoredNeedle needle = cuda::scoredNeedle(needles[0], 0, format, false);
    std::string how;
    const Timing found = timed(
        "cuda, on the GPU",
        [&] {
          Timeline timeline;
          const cuda::GpuLease gpu(timeline);
          cuda::StageClock clock(gpu->stream(), timeline);
          cuda::ScoreSearch search(*gpu, needle, format, options, clock, {});
          how = cuda::describe(search.way());
          holdGpu(gpu->stream(), kAhead);
          const auto places =
              search.find({picture.image(), picture.derived()}, 0, size.height - side + 1, true);
          if (places.peaks.size() != 1 || places.peaks[0].x != size.width / 2 ||
              places.peaks[0].y != 700) {
            throw std::runtime_error("scored find: other places are found");
          }
          clock.finish();
          return stageOf(timeline, "search");
        },
        runs);
    const Timing wall = onWallClock(
        "cuda, wall, with preparing",
        [&] {
          RunReport run;
          cuda::findScored(*kept, needles, options, {}, run);
        },
        runs);
    const double operations =
        static_cast<double>((size.width - side + 1) * (size.height - side + 1) * side * side) *
        format.colourChannels() * (format.depth == Depth::u16 ? 4 : 1);  // byte products
    const double floor = operations / operationsPerMs;
    const std::string ofFloor =
        fmt::format("{:.4f} ms; floor {:.4f} ms, {:.0f} % of its rate", found.milliseconds, floor,
                    100 * floor / found.milliseconds);
    std::vector<Bar> bars;
    if (most) {
      bars.push_back(
          {fmt::format("at most {:.3f} ms: {}", *most, ofFloor), found.milliseconds <= *most});
    }
    report_.add(
        fmt::format("{}, {} x {} in {} x {}, {} channels of {} bits, resident", name, side, side,
                    size.width, size.height, format.channels, 8 * format.bytesPerSample()),
        most ? how : how + ": " + ofFloor, {found, wall}, bars);
  }

  /// GPU time of a search with one strategy.
  Timing searchBy(const Image& scene, const Needle& needle, const ScoreOptions& options,
                  cuda::GpuScoreStrategy strategy, std::string& decided) {
    Timeline unheard;
    const auto kept = cuda::keepPicture(scene, {}, unheard);
    cuda::DevicePicture& picture = cuda::onDevice(*kept);
    const cuda::ScoredNeedle prepared = cuda::scoredNeedle(needle, 0, {1, Depth::u8}, false);
    const std::int64_t rows = scene.size().height - prepared.size.height + 1;
    return timed(
        cuda::describe(strategy),
        [&] {
          Timeline timeline;
          const cuda::GpuLease gpu(timeline);
          cuda::StageClock clock(gpu->stream(), timeline);
          cuda::ScoreSearch search(*gpu, prepared, {1, Depth::u8}, options, clock, {}, strategy);
          holdGpu(gpu->stream(), kAhead);
          search.find({picture.image(), picture.derived()}, 0, rows, true);
          clock.finish();
          if (strategy == cuda::GpuScoreStrategy::bounded) {
            const auto decision = search.decision();
            decided = fmt::format("large blocks left {}, small ones {}", decision.left[0],
                                  decision.asked ? fmt::format("{}", decision.left[1]) : "unasked");
            decided += decision.placeByPlace ? ", place by place" : ", tile by tile";
          }
          double all = 0;
          for (const Timeline::Stage& stage : timeline.stages()) {
            if (stage.name == "search") all += stage.milliseconds;
          }
          return all;
        },
        11);
  }

  Report& report_;
};

}  // namespace

void benchScoredFind(Report& report, const std::function<bool(const char* part)>& wanted) {
  ScoreBench bench(report);
  if (wanted("score")) bench.scores();
  if (wanted("score deep")) bench.deepScores();
  if (wanted("score together")) bench.manyScored(rateOf(queueByteProducts));
  if (wanted("score bounds")) bench.boundedScores(rateOf(queueByteDifferences));
}

}  // namespace espy::bench
