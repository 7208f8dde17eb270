// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// The graphics card's engines: each piece of work beside its floor, and beside the processor. Times
// on the card are between events in its stream; whole ways are by the clock on the wall.
//
//     gpu_bench [--json FILE] [--only PART]
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <fstream>
#include <optional>
#include <stdexcept>

#include "bench/card_rates.h"
#include "bench/hold_card.h"
#include "bench/report.h"
#include "cuda/base/resident.h"
#include "cuda/base/transfer.h"
#include "cuda/find/device_search.h"
#include "cuda/find/engines.h"
#include "cuda/find/passes.h"
#include "cuda/find/score_search.h"
#include "cuda/mark/engines.h"
#include "cuda/mark/paint.h"
#include "espy/espy.h"
#include "find/prepared_needles.h"
#include "support/random_pictures.h"

namespace espy::bench {
namespace {

using test::Random;

constexpr Size k41Megapixels{7680, 5400};
constexpr PixelFormat kRgba{4, Depth::u8};
constexpr PixelFormat kFlags{1, Depth::u8};
constexpr int kRuns = 31;

Image noise(Size size, PixelFormat format, std::uint64_t seed) {
  Random random(seed);
  Image image(size, format);
  for (std::int64_t y = 0; y < size.height; ++y) {
    std::uint8_t* row = image.pixels().row(y);
    for (std::int64_t i = 0; i < image.view().rowBytes(); i += 8) {
      const std::uint64_t value = random.next();
      std::memcpy(row + i, &value,
                  static_cast<std::size_t>(std::min<std::int64_t>(8, image.view().rowBytes() - i)));
    }
  }
  return image;
}

Timing summary(const std::string& name, std::vector<double> milliseconds) {
  Timing timing{name, median(milliseconds), 0, static_cast<int>(milliseconds.size())};
  std::vector<double> off;
  for (const double ms : milliseconds) off.push_back(std::abs(ms - timing.milliseconds));
  timing.deviation = median(off);
  return timing;
}

/// The median over runs of what `run` says it took, after two that do not count.
template <class Run>
Timing timed(const std::string& name, const Run& run, int runs = kRuns) {
  run();
  run();
  std::vector<double> milliseconds;
  for (int i = 0; i < runs; ++i) milliseconds.push_back(run());
  return summary(name, milliseconds);
}

template <class Body>
Timing onWall(const std::string& name, const Body& body, int runs = kRuns) {
  using Clock = std::chrono::steady_clock;
  return timed(
      name,
      [&] {
        const auto start = Clock::now();
        body();
        return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
      },
      runs);
}

double stageOf(const Timeline& timeline, const std::string& name) {
  for (const Timeline::Stage& stage : timeline.stages()) {
    if (stage.name == name) return stage.milliseconds;
  }
  return 0;
}

/// Microseconds in which the host queues what a benchmark times.
constexpr int kAhead = 60;

/// Work queued by `body(gpu)`, between two events, as the card alone takes it.
template <class Body>
Timing onCard(const std::string& name, const Body& body, int runs = kRuns) {
  return timed(
      name,
      [&] {
        Timeline timeline;
        const cuda::GpuLease gpu(timeline);
        cuda::StageClock clock(gpu->stream(), timeline);
        holdCard(gpu->stream(), kAhead);
        clock.begin("work");
        body(*gpu);
        clock.finish();
        return stageOf(timeline, "work");
      },
      runs);
}

void mustEqual(const std::vector<std::vector<Place>>& a, const std::vector<std::vector<Place>>& b,
               const char* what) {
  if (a != b) throw std::runtime_error(fmt::format("{}: other places are found", what));
}

/// The driver's own line about itself, where the system shows it.
std::string driver() {
  std::ifstream file("/proc/driver/nvidia/version");
  std::string line;
  std::getline(file, line);
  return line;
}

class GpuBench {
 public:
  explicit GpuBench(Report& report) : report_(report), registry_(makeRegistry()) {}

  /// All of it, or the parts whose names contain `only`.
  void all(const std::string& only) {
    const auto wanted = [&](const char* part) {
      return std::string(part).find(only) != std::string::npos;
    };
    measureFloors();
    if (wanted("score")) scores();
    if (wanted("score together")) manyScored(rateOf(queueByteProducts));
    if (wanted("score bounds")) boundedScores(rateOf(queueByteDifferences));
    struct Part {
      const char* name;
      void (GpuBench::*run)();
    };
    constexpr Part kParts[] = {
        {"resident", &GpuBench::findResident}, {"many", &GpuBench::manyNeedles},
        {"hard", &GpuBench::hardScenes},       {"marks", &GpuBench::marks},
        {"passes", &GpuBench::passes},         {"travel", &GpuBench::travels},
        {"stream", &GpuBench::pictureStream},  {"whole", &GpuBench::wholeWay}};
    for (const Part& part : kParts) {
      if (!wanted(part.name)) continue;
      if (needle_.empty()) drawScene();
      (this->*part.run)();
    }
  }

 private:
  void drawScene() {
    scene_ = noise(k41Megapixels, kRgba, 1);
    needle_.push_back({scene_.view().crop(5000, 4000, {16, 16}), {}});
    RunReport run;
    wanted_ = registry_.get<FindExact>("openmp")(scene_, needle_, {}, {}, run);
  }

  /// What the card's memory and the bus do at best, in this run.
  void measureFloors() {
    const cuda::DeviceImage a(k41Megapixels, kRgba);
    const cuda::DeviceImage b(k41Megapixels, kRgba);
    const auto bytes = static_cast<std::size_t>(a.plane().pitch * a.plane().height);
    const Timing copy = onCard("copy on the card, 166 MB read and written", [&](cuda::Gpu& gpu) {
      gpu.stream().copy(b.plane().bytes, a.plane().bytes, bytes);
    });
    const Timing set = onCard("set 166 MB on the card",
                              [&](cuda::Gpu& gpu) { gpu.stream().set(a.plane().bytes, 7, bytes); });
    const cuda::PinnedBuffer<std::uint8_t> pinned(bytes);
    std::memset(pinned.data(), 1, bytes);
    const Timing up = onCard("166 MB from pinned memory", [&](cuda::Gpu& gpu) {
      gpu.stream().copy(a.plane().bytes, pinned.data(), bytes);
    });
    const Timing empty = onCard("nothing but the two events", [](cuda::Gpu&) {});
    bytesPerMs_ = 2.0 * static_cast<double>(bytes) / copy.milliseconds;
    busBytesPerMs_ = static_cast<double>(bytes) / up.milliseconds;
    report_.add(
        "what the card does at best",
        fmt::format("memory {:.2f} TB/s, bus {:.1f} GB/s", bytesPerMs_ / 1e9, busBytesPerMs_ / 1e6),
        {copy, set, up, empty}, {});
  }

  /// A bar on the first timing, in milliseconds, with how far it is from a floor of so many bytes.
  Bar bar(double milliseconds, double most, double floorBytes) const {
    const double floor = floorBytes / bytesPerMs_;
    return {fmt::format("at most {:.3f} ms: {:.4f} ms; floor {:.4f} ms, {:.1f} times", most,
                        milliseconds, floor, milliseconds / floor),
            milliseconds <= most};
  }

  static cuda::DevicePlane planeOf(const ResidentPicture& kept) {
    return dynamic_cast<const cuda::DevicePicture&>(kept).image().plane();
  }

  /// Pushes what the card read last out of its cache.
  void emptyCardsCache() {
    Timeline unheard;
    const cuda::GpuLease gpu(unheard);
    if (other_.size() == 0) other_ = cuda::DeviceBuffer<std::uint8_t>(std::size_t{256} << 20);
    gpu->stream().set(other_.data(), 3, other_.bytes());
  }

  /// A search as the card alone takes it, with its cache empty at first, or `again`.
  Timing findKept(const std::string& name, const ResidentPicture& kept,
                  const std::vector<Needle>& needles, const std::vector<std::vector<Place>>& wanted,
                  int runs = kRuns, bool again = false) {
    const cuda::DevicePlane scene = planeOf(kept);
    return timed(
        name,
        [&] {
          if (!again) emptyCardsCache();
          Timeline timeline;
          const find::PreparedNeedles prepared =
              find::prepareNeedles(kept.size(), kept.format(), needles, 0, 16, {});
          {
            const cuda::GpuLease gpu(timeline);
            cuda::StageClock clock(gpu->stream(), timeline);
            cuda::DeviceSearch search(*gpu, prepared, clock, {});
            holdCard(gpu->stream(), needles.size() > 1 ? 3000 : kAhead);
            mustEqual(search.find(scene), wanted, name.c_str());
            strategy_ = search.strategy();
            clock.finish();
          }
          return stageOf(timeline, "pass 1");
        },
        runs);
  }

  void findResident() {
    Timeline unheard;
    const auto kept = cuda::keepPicture(scene_, {}, unheard);
    const Timing found = findKept("cuda, its cache empty", *kept, needle_, wanted_);
    const Timing again = findKept("cuda, again", *kept, needle_, wanted_, kRuns, true);
    const Timing wall = onWall("cuda, wall, with preparing and sorting", [&] {
      RunReport run;
      cuda::findExactResident(*kept, needle_, {}, {}, run);
    });
    const Timing processor = onWall("openmp", [&] {
      RunReport run;
      registry_.get<FindExact>("openmp")(scene_, needle_, {}, {}, run);
    });
    oneNeedle_ = found.milliseconds;
    // Every sector of 32 bytes of one row in sixteen, nearly.
    const double floor = static_cast<double>(k41Megapixels.pixels()) * 4 / 16;
    report_.add("find, 16 x 16 in 41 megapixels RGBA, resident", strategy_,
                {found, again, wall, processor}, {bar(found.milliseconds, 0.025, floor)});
  }

  void manyNeedles() {
    std::vector<Needle> many;
    Random random(7);
    for (int i = 0; i < 1000; ++i) {
      many.push_back({scene_.view().crop(random.below(7660), random.below(5380), {16, 16}), {}});
    }
    RunReport run;
    const auto wanted = registry_.get<FindExact>("openmp")(scene_, many, {}, {}, run);
    Timeline unheard;
    const auto kept = cuda::keepPicture(scene_, {}, unheard);
    const Timing found = findKept("cuda, its cache empty", *kept, many, wanted);
    const Timing wall = onWall("cuda, wall, with preparing and sorting",
                               [&] { cuda::findExactResident(*kept, many, {}, {}, run); });
    const Timing processor =
        onWall("openmp", [&] { registry_.get<FindExact>("openmp")(scene_, many, {}, {}, run); });
    report_.add(
        "find, 1,000 needles in 41 megapixels RGBA, resident", strategy_, {found, wall, processor},
        {{fmt::format("at most 10 times one needle: {:.1f}", found.milliseconds / oneNeedle_),
          found.milliseconds <= 10 * oneNeedle_}});
  }

  void hardScenes() {
    struct Ground {
      const char* name;
      bool (*isLight)(std::int64_t x, std::int64_t y);
    };
    constexpr Ground kGrounds[] = {
        {"all equal", [](std::int64_t, std::int64_t) { return true; }},
        {"stripes", [](std::int64_t x, std::int64_t) { return x % 4 < 2; }},
        {"flaws on a lattice",
         [](std::int64_t x, std::int64_t y) { return (x * 7 + y * 13) % 37 != 0; }},
    };
    for (const Ground& ground : kGrounds) {
      Image hard(k41Megapixels, kRgba);
      for (std::int64_t y = 0; y < k41Megapixels.height; ++y) {
        for (std::int64_t x = 0; x < k41Megapixels.width; ++x) {
          std::memset(hard.pixels().pixel(x, y), ground.isLight(x, y) ? 200 : 60, 4);
        }
      }
      for (const std::int64_t side : {16, 64}) {
        Image flawed = Image::copyOf(hard.view().crop(8, 8, {side, side}));
        flawed.pixels().pixel(side - 1, side - 1)[2] ^= 1U;
        const std::vector<Needle> needles{{flawed, {}}};
        RunReport run;
        const auto wanted = registry_.get<FindExact>("openmp")(hard, needles, {}, {}, run);
        Timeline unheard;
        const auto kept = cuda::keepPicture(hard, {}, unheard);
        const Timing found = findKept("cuda, its cache empty", *kept, needles, wanted, 11);
        const Timing wall = onWall(
            "cuda, wall, with preparing and listing",
            [&] { cuda::findExactResident(*kept, needles, {}, {}, run); }, 5);
        const Timing processor = onWall(
            "openmp", [&] { registry_.get<FindExact>("openmp")(hard, needles, {}, {}, run); }, 5);
        report_.add(
            fmt::format("find, {}, {} x {}, last sample off, resident", ground.name, side, side),
            strategy_, {found, wall, processor}, {});
      }
    }
  }

  void marks() {
    Timeline unheard;
    auto kept = cuda::keepPicture(scene_, {}, unheard);
    cuda::DevicePicture& picture = cuda::onDevice(*kept);
    std::vector<MarkWindow> windows;
    for (const Place& place : wanted_[0]) windows.push_back({place.x, place.y, 16, 16});
    const MarkOptions options;
    const double flagBytes = static_cast<double>(k41Megapixels.pixels());
    const Timing fused = timed("flags and outline, one kernel", [&] {
      Timeline timeline;
      const cuda::GpuLease gpu(timeline);
      cuda::StageClock clock(gpu->stream(), timeline);
      holdCard(gpu->stream(), kAhead);
      cuda::markOnDevice(*gpu, picture, windows, options, clock);
      clock.finish();
      return stageOf(timeline, "pass 2");
    });
    const double floor = flagBytes / bytesPerMs_;
    report_.add("passes 2 and 3, outline, 41 megapixels RGBA, resident",
                "41 MB of flags are written, and the outline", {fused},
                {bar(fused.milliseconds, 1.5 * floor, flagBytes)});

    const cuda::DeviceImage flags(k41Megapixels, kFlags);
    const cuda::DeviceImage white(k41Megapixels, kRgba);
    const Timing whiteOut = onCard("white-out from flags, into a copy", [&](cuda::Gpu& gpu) {
      cuda::whiteOut(gpu, picture.image().plane(), kRgba, picture.painted().flags.plane(),
                     white.plane());
    });
    report_.add("white-out, 41 megapixels RGBA, resident",
                "flags are read and the copy is written: 207 MB; the picture is read where flagged",
                {whiteOut}, {bar(whiteOut.milliseconds, 0.110, flagBytes * 5)});
  }

  void passes() {
    Timeline unheard;
    const auto kept = cuda::keepPicture(scene_, {}, unheard);
    const cuda::DevicePlane scene = cuda::onDevice(*kept).image().plane();
    const find::PreparedNeedles needles =
        find::prepareNeedles(scene_.size(), kRgba, needle_, 0, 1, {});
    const cuda::DeviceImage bases(k41Megapixels, kFlags);
    const cuda::DeviceImage flags(k41Megapixels, kFlags);
    const cuda::DeviceImage marked(k41Megapixels, kRgba);
    const double pixels = static_cast<double>(k41Megapixels.pixels());
    const auto add = [&](const char* what, const Timing& timing, double bytes) {
      report_.add(fmt::format("cuda-passes, {}, 41 megapixels RGBA", what),
                  fmt::format("moves {:.0f} MB", bytes / 1e6), {timing},
                  {bar(timing.milliseconds, 1.5 * bytes / bytesPerMs_, bytes)});
    };
    std::optional<cuda::BaseFlagger> flagger;
    {
      const cuda::GpuLease gpu(unheard);
      flagger.emplace(*gpu, needles.patterns[0]);
    }
    add("pass 1",
        onCard("flag bases", [&](cuda::Gpu&) { flagger->flag(scene, bases.plane(), {}); }),
        5 * pixels);
    add("pass 2",
        onCard("flag members",
               [&](cuda::Gpu& gpu) {
                 cuda::flagMembers(gpu, bases.plane(), {16, 16}, false, flags.plane());
               }),
        2 * pixels);
    add("pass 3, outline",
        onCard("outline of 3",
               [&](cuda::Gpu& gpu) {
                 cuda::outline(gpu, marked.plane(), kRgba, flags.plane(), 3, {0, 192, 0});
               }),
        pixels);
    add("pass 3, white-out",
        onCard("white-out",
               [&](cuda::Gpu& gpu) {
                 cuda::whiteOut(gpu, marked.plane(), kRgba, flags.plane(), marked.plane());
               }),
        5 * pixels);
  }

  void travels() {
    const Timing whole = onWall("all of it travels", [&] {
      Timeline timeline;
      const auto kept = cuda::keepPicture(scene_, {}, timeline);
      RunReport run;
      mustEqual(cuda::findExactResident(*kept, needle_, {}, {}, run), wanted_, "uploaded");
    });
    const Timing rows = onWall("the lattice's rows travel", [&] {
      RunReport run;
      mustEqual(cuda::findExact(scene_, needle_, {}, {}, run), wanted_, "rows");
    });
    report_.add(
        "upload and find, 41 megapixels RGBA in ordinary memory", "wall", {whole, rows},
        {{fmt::format("at most 5 ms: {:.2f} ms", whole.milliseconds), whole.milliseconds <= 5},
         {fmt::format("only rows, at most 1.5 ms: {:.2f} ms", rows.milliseconds),
          rows.milliseconds <= 1.5}});

    const auto bytes = static_cast<std::size_t>(scene_.view().rowBytes() * scene_.size().height);
    const cuda::PinnedBuffer<std::uint8_t> pinned(bytes);
    std::memcpy(pinned.data(), scene_.view().row(0), bytes);
    const ImageView view(pinned.data(), scene_.size(), kRgba, scene_.view().rowBytes());
    const Timing fromPinned = onWall("all of it travels", [&] {
      Timeline timeline;
      const auto kept = cuda::keepPicture(view, {}, timeline);
      RunReport run;
      mustEqual(cuda::findExactResident(*kept, needle_, {}, {}, run), wanted_, "pinned");
    });
    const double floor = static_cast<double>(bytes) / busBytesPerMs_;
    report_.add("upload and find, 41 megapixels RGBA in pinned memory",
                fmt::format("wall; floor {:.2f} ms", floor), {fromPinned},
                {{fmt::format("at most 3.3 ms: {:.2f} ms, {:.2f} times the floor",
                              fromPinned.milliseconds, fromPinned.milliseconds / floor),
                  fromPinned.milliseconds <= 3.3}});
  }

  /// Ten pictures, a thousand needles in each: one after another, and with the next one travelling
  /// while one is searched.
  void pictureStream() {
    constexpr std::size_t kPictures = 10;
    std::vector<Needle> many;
    Random random(7);
    for (int i = 0; i < 1000; ++i) {
      many.push_back({scene_.view().crop(random.below(7660), random.below(5380), {16, 16}), {}});
    }
    const auto keep = [&](std::size_t) {
      Timeline unheard;
      return cuda::keepPicture(scene_, {}, unheard);
    };
    const auto search = [&](ResidentPicture& kept) {
      RunReport run;
      cuda::findExactResident(kept, many, {}, {}, run);
    };
    const Timing streamed = onWall(
        "the next one travels meanwhile",
        [&] {
          Ahead<std::unique_ptr<ResidentPicture>> pictures(kPictures, keep);
          for (std::size_t i = 0; i < kPictures; ++i) search(*pictures.next());
        },
        11);
    const Timing inTurn = onWall(
        "one after another",
        [&] {
          for (std::size_t i = 0; i < kPictures; ++i) search(*keep(i));
        },
        11);
    const Timing uploads = onWall(
        "uploads alone",
        [&] {
          for (std::size_t i = 0; i < kPictures; ++i) keep(i);
        },
        11);
    report_.add("ten pictures of 41 megapixels RGBA in ordinary memory, 1,000 needles", "wall",
                {streamed, inTurn, uploads}, {});
  }

  /// Operations a millisecond of a kernel that does nothing else.
  template <class Queue>
  static double rateOf(const Queue& queue) {
    double operations = 0;
    const Timing timing = onCard(
        "alone", [&](cuda::Gpu& gpu) { operations = queue(gpu); }, 5);
    return operations / timing.milliseconds;
  }

  void scores() {
    const double products = rateOf(queueByteProducts);
    const double differences = rateOf(queueByteDifferences);
    report_.add("what the card computes at best",
                fmt::format("products of bytes {:.1f} T/s, differences of bytes {:.1f} T/s",
                            products / 1e9, differences / 1e9),
                {onCard(
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
    score("zncc", Method::zncc, hd, {1, Depth::u16}, 32, products, std::nullopt, 5);
  }

  /// Waves of different length and a little noise: as unlike from place to place as photographs.
  static Image landscape(Size size) {
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

  /// Sums of absolute differences with bounds beside those of all places.
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
          searchBy(*one.scene, needle, options, cuda::ScoreSearch::Way::bounded, decided);
      const Timing all =
          searchBy(*one.scene, needle, options, cuda::ScoreSearch::Way::differences, decided);
      report_.add(fmt::format("sad, 64 x 64 in 3840 x 2160, grey, {}", one.name),
                  fmt::format("{}; floor of all differences {:.3f} ms, bounds take {:.2f} of that",
                              decided, floor, bounded.milliseconds / floor),
                  {bounded, all}, {});
    }
  }

  /// All searching of one way, on the card.
  Timing searchBy(const Image& scene, const Needle& needle, const ScoreOptions& options,
                  cuda::ScoreSearch::Way way, std::string& decided) {
    Timeline unheard;
    const auto kept = cuda::keepPicture(scene, {}, unheard);
    cuda::DevicePicture& picture = cuda::onDevice(*kept);
    const cuda::ScoredNeedle prepared = cuda::scoredNeedle(needle, 0, {1, Depth::u8}, false);
    const std::int64_t rows = scene.size().height - prepared.size.height + 1;
    return timed(
        cuda::ScoreSearch::describe(way),
        [&] {
          Timeline timeline;
          const cuda::GpuLease gpu(timeline);
          cuda::StageClock clock(gpu->stream(), timeline);
          cuda::ScoreSearch search(*gpu, prepared, {1, Depth::u8}, options, clock, {}, way);
          holdCard(gpu->stream(), kAhead);
          search.find({picture.image(), picture.derived()}, 0, rows, true);
          clock.finish();
          if (way == cuda::ScoreSearch::Way::bounded) {
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

  /// Twenty needles of one size in one call, and one after another. Where the time goes is said by
  /// the timeline's stages: of the host, "prepare"; of the card, "search"; "download" is both.
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
    const Timing together = onWall("in one call", [&] {
      RunReport run;
      const ScoredPlaces found = cuda::findScoredResident(*kept, needles, options, {}, run);
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
    const Timing inTurn = onWall("one after another", [&] {
      for (const Needle& needle : needles) {
        RunReport run;
        cuda::findScoredResident(*kept, {&needle, 1}, options, {}, run);
      }
    });
    const double products = static_cast<double>(kCount * (kHd.width - kSide + 1) *
                                                (kHd.height - kSide + 1) * kSide * kSide);
    report_.add(
        "zncc, 20 needles of 64 x 64 in 1920 x 1080, grey, resident",
        fmt::format("wall; floor {:.3f} ms; in one call {}", products / operationsPerMs, stages),
        {together, inTurn}, {});
  }

  /// A whole search of a resident picture, from the first kernel to the list of peaks. The floor is
  /// one operation for each sample of each window, at the rate of a kernel that does nothing else.
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
        "cuda, on the card",
        [&] {
          Timeline timeline;
          const cuda::GpuLease gpu(timeline);
          cuda::StageClock clock(gpu->stream(), timeline);
          cuda::ScoreSearch search(*gpu, needle, format, options, clock, {});
          how = cuda::ScoreSearch::describe(search.way());
          holdCard(gpu->stream(), kAhead);
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
    const Timing wall = onWall(
        "cuda, wall, with preparing",
        [&] {
          RunReport run;
          cuda::findScoredResident(*kept, needles, options, {}, run);
        },
        runs);
    const double operations =
        static_cast<double>((size.width - side + 1) * (size.height - side + 1) * side * side) *
        format.colourChannels();
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

  void wholeWay() {
    const Image scene = noise({1024, 1024}, {3, Depth::u8}, 5);
    const std::vector<Needle> needle{{scene.view().crop(700, 800, {16, 16}), {}}};
    Image marked;
    const Timing timing = onWall("upload, find, outline, download", [&] {
      Timeline timeline;
      const auto kept = cuda::keepPicture(scene, {}, timeline);
      RunReport run;
      const auto places = cuda::findExactResident(*kept, needle, {}, {}, run);
      const Place place = places[0].at(0);
      const MarkWindow window{place.x, place.y, 16, 16};
      marked = cuda::markResident(*kept, {&window, 1}, {}, {}, timeline);
    });
    report_.add("the whole way, 1 megapixel RGB, warm", "wall", {timing},
                {{fmt::format("at most 0.5 ms: {:.3f} ms", timing.milliseconds),
                  timing.milliseconds <= 0.5}});
  }

  Report& report_;
  Registry registry_;
  Image scene_;
  std::vector<Needle> needle_;
  std::vector<std::vector<Place>> wanted_;
  std::string strategy_;
  cuda::DeviceBuffer<std::uint8_t> other_;
  double bytesPerMs_ = 1;
  double busBytesPerMs_ = 1;
  double oneNeedle_ = 0;
};

}  // namespace
}  // namespace espy::bench

int main(int argc, char** argv) {
  const espy::cuda::Availability card = espy::cuda::findDevice();
  if (!card.available) {
    fmt::print(stderr, "gpu_bench: {}\n", card.detail);
    return 2;
  }
  try {
    espy::bench::Report report("graphics card: " + card.detail + "; " + espy::bench::driver(),
                               "events on the card unless it says wall");
    const auto option = [&](const char* name) {
      for (int i = 1; i + 1 < argc; i += 2) {
        if (std::strcmp(argv[i], name) == 0) return std::string(argv[i + 1]);
      }
      return std::string();
    };
    espy::bench::GpuBench(report).all(option("--only"));
    if (const std::string file = option("--json"); !file.empty()) report.write(file);
    return report.allReached() ? 0 : 1;
  } catch (const std::exception& error) {
    fmt::print(stderr, "gpu_bench: {}\n", error.what());
    return 2;
  }
}
