// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// The GPU engines, compared with their lower bounds and with the CPU. GPU times are between events
// in a stream; end-to-end times are wall-clock.
//
//     gpu_bench [--json FILE] [--only PART]
#include <fmt/format.h>

#include <cstring>
#include <fstream>
#include <optional>
#include <stdexcept>

#include "base/prefetcher.h"
#include "bench/gpu_kernels.h"
#include "bench/gpu_parts.h"
#include "bench/gpu_timing.h"
#include "bench/options.h"
#include "bench/report.h"
#include "cuda/base/resident.h"
#include "cuda/base/transfer.h"
#include "cuda/exact/device_search.h"
#include "cuda/exact/engines.h"
#include "cuda/exact/needle_pack.h"
#include "cuda/exact/passes.h"
#include "cuda/find/windows.h"
#include "cuda/mark/engines.h"
#include "cuda/mark/paint.h"
#include "espy/engine/all.h"
#include "exact/match_bits.h"
#include "exact/plan.h"
#include "exact/prepared_needles.h"
#include "support/find_with.h"
#include "support/random_pictures.h"

namespace espy::bench {
namespace {

using test::Random;

constexpr PixelFormat kRgba{4, Depth::u8};
constexpr PixelFormat kFlags{1, Depth::u8};

void mustEqual(const std::vector<std::vector<Place>>& a, const std::vector<std::vector<Place>>& b,
               const char* what) {
  if (a != b) throw std::runtime_error(fmt::format("{}: other places are found", what));
}

/// Version line of the NVIDIA driver, empty if /proc does not have it.
std::string driver() {
  std::ifstream file("/proc/driver/nvidia/version");
  std::string line;
  std::getline(file, line);
  return line;
}

class GpuBench {
 public:
  explicit GpuBench(Report& report) : report_(report), registry_(makeRegistry()) {}

  /// Runs the parts whose names contain `only`.
  void all(const std::string& only) {
    const auto wanted = [&](const char* part) {
      return std::string(part).find(only) != std::string::npos;
    };
    measureFloors();
    benchScoredFind(report_, wanted);
    benchPoses(report_, wanted);
    benchIdentify(report_, wanted);
    benchDenoise(report_, wanted);
    benchJudge(report_, wanted);
    benchLab(report_, wanted);
    benchLive(report_, wanted);
    benchMotifs(report_, wanted);
    benchHabits(report_, wanted);
    benchSeveral(report_, wanted);
    struct Part {
      const char* name;
      void (GpuBench::*run)();
    };
    constexpr Part kParts[] = {
        {"resident", &GpuBench::findResident}, {"many", &GpuBench::manyNeedles},
        {"hard", &GpuBench::hardScenes},       {"boxes", &GpuBench::boxes},
        {"marks", &GpuBench::marks},           {"passes", &GpuBench::passes},
        {"travel", &GpuBench::travels},        {"stream", &GpuBench::pictureStream},
        {"whole", &GpuBench::endToEnd}};
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

  /// Measures peak bandwidth of device memory and bus.
  void measureFloors() {
    const cuda::DeviceImage a(k41Megapixels, kRgba);
    const cuda::DeviceImage b(k41Megapixels, kRgba);
    const auto bytes = static_cast<std::size_t>(a.plane().pitch * a.plane().height);
    const Timing copy = onGpu("copy on the GPU, 166 MB read and written", [&](cuda::Gpu& gpu) {
      gpu.stream().copy(b.plane().bytes, a.plane().bytes, bytes);
    });
    const Timing set = onGpu("set 166 MB on the GPU",
                             [&](cuda::Gpu& gpu) { gpu.stream().set(a.plane().bytes, 7, bytes); });
    const cuda::PinnedBuffer<std::uint8_t> pinned(bytes);
    std::memset(pinned.data(), 1, bytes);
    const Timing up = onGpu("166 MB from pinned memory", [&](cuda::Gpu& gpu) {
      gpu.stream().copy(a.plane().bytes, pinned.data(), bytes);
    });
    const Timing empty = onGpu("nothing but the two events", [](cuda::Gpu&) {});
    bytesPerMs_ = 2.0 * static_cast<double>(bytes) / copy.milliseconds;
    busBytesPerMs_ = static_cast<double>(bytes) / up.milliseconds;
    report_.add(
        "what the GPU does at best",
        fmt::format("memory {:.2f} TB/s, bus {:.1f} GB/s", bytesPerMs_ / 1e9, busBytesPerMs_ / 1e6),
        {copy, set, up, empty}, {});
  }

  /// A bar on a time in milliseconds; also reports the ratio to the time that moving `floorBytes`
  /// takes.
  Bar bar(double milliseconds, double most, double floorBytes) const {
    const double floor = floorBytes / bytesPerMs_;
    return {fmt::format("at most {:.3f} ms: {:.4f} ms; floor {:.4f} ms, {:.1f} times", most,
                        milliseconds, floor, milliseconds / floor),
            milliseconds <= most};
  }

  static cuda::DevicePlane planeOf(const KeptPicture& kept) {
    return dynamic_cast<const cuda::DevicePicture&>(kept).image().plane();
  }

  /// Evicts the L2 cache.
  void flushL2() {
    Timeline unheard;
    const cuda::GpuLease gpu(unheard);
    if (other_.size() == 0) other_ = cuda::DeviceBuffer<std::uint8_t>(std::size_t{256} << 20);
    gpu->stream().set(other_.data(), 3, other_.bytes());
  }

  /// GPU time of pass 1 of a search of a resident picture, with a cold L2, or with `again` a warm
  /// one.
  Timing findKept(const std::string& name, const KeptPicture& kept,
                  const std::vector<Needle>& needles, const std::vector<std::vector<Place>>& wanted,
                  int runs = kRuns, bool again = false) {
    const cuda::DevicePlane scene = planeOf(kept);
    return timed(
        name,
        [&] {
          if (!again) flushL2();
          Timeline timeline;
          const exact::PreparedNeedles prepared =
              exact::prepareNeedles(kept.size(), kept.format(), needles, 0, 16, {});
          {
            const cuda::GpuLease gpu(timeline);
            cuda::StageClock clock(gpu->stream(), timeline);
            cuda::DeviceSearch search(*gpu, prepared, clock, {});
            holdGpu(gpu->stream(), needles.size() > 1 ? 3000 : kAhead);
            mustEqual(search.find(scene), wanted, name.c_str());
            strategy_ = search.strategy().text();
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
    const Timing wall = onWallClock("cuda, wall, with preparing and sorting", [&] {
      RunReport run;
      cuda::findExact(*kept, needle_, {}, {}, run);
    });
    const Timing processor = onWallClock("openmp", [&] {
      RunReport run;
      registry_.get<FindExact>("openmp")(scene_, needle_, {}, {}, run);
    });
    oneNeedle_ = found.milliseconds;
    // About all 32-byte sectors of every 16th row.
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
    const Timing wall = onWallClock("cuda, wall, with preparing and sorting",
                                    [&] { cuda::findExact(*kept, many, {}, {}, run); });
    const Timing processor = onWallClock(
        "openmp", [&] { registry_.get<FindExact>("openmp")(scene_, many, {}, {}, run); });
    // Host part of that time.
    exact::PreparedNeedles recycled;
    const Timing prepare = onWallClock("of which preparing patterns", [&] {
      recycled = exact::prepareNeedles(scene_.size(), kRgba, many, 0, 8, {}, std::move(recycled));
    });
    const exact::PreparedNeedles prepared =
        exact::prepareNeedles(scene_.size(), kRgba, many, 0, 8, {});
    const auto plan = exact::planUnhashed(scene_.size(), prepared.groups[0], 2, 8);
    auto spare = plan;
    const Timing planning = onWallClock("of which planning", [&] {
      spare = exact::planUnhashed(scene_.size(), prepared.groups[0], 2, 8, std::move(*spare));
    });
    const Timing packing = onWallClock(
        "of which packing", [&] { const cuda::NeedlePack pack(prepared.groups[0], &*plan, 8); });
    const Timing searching = onWallClock("of which searching", [&] {
      const cuda::GpuLease gpu(unheard);
      cuda::StageClock clock(gpu->stream(), unheard);
      cuda::DeviceSearch search(*gpu, prepared, clock, {});
      search.find(planeOf(*kept));
    });
    report_.add(
        "find, 1,000 needles in 41 megapixels RGBA, resident", strategy_,
        {found, wall, prepare, planning, packing, searching, processor},
        {{fmt::format("at most 10 times one needle: {:.1f}", found.milliseconds / oneNeedle_),
          found.milliseconds <= 10 * oneNeedle_}});
  }

  /// An adversarial scene: the whole search, compared with the CPU.
  void hardScene(const char* name, const Image& hard, std::int64_t side, bool flawed) {
    Image cut = Image::copyOf(hard.view().crop(8, 8, {side, side}));
    if (flawed) cut.pixels().pixel(side - 1, side - 1)[2] ^= 1U;
    const std::vector<Needle> needles{{cut, {}}};
    RunReport run;
    const auto wanted = registry_.get<FindExact>("openmp")(hard, needles, {}, {}, run);
    Timeline unheard;
    const auto kept = cuda::keepPicture(hard, {}, unheard);
    const Timing found = findKept("cuda, its cache empty", *kept, needles, wanted, 11);
    const Timing wall = onWallClock(
        "cuda, wall, with preparing and listing",
        [&] { cuda::findExact(*kept, needles, {}, {}, run); }, 7);
    const Timing processor = onWallClock(
        "openmp", [&] { registry_.get<FindExact>("openmp")(hard, needles, {}, {}, run); }, 3);
    report_.add(fmt::format("find, {}, {} x {}{}, resident", name, side, side,
                            flawed ? ", last sample off" : ""),
                fmt::format("{} places; {}", wanted[0].size(), strategy_), {found, wall, processor},
                {{fmt::format("at most 1.5 ms: {:.3f} ms, wall {:.3f} ms", found.milliseconds,
                              wall.milliseconds),
                  found.milliseconds <= 1.5}});
  }

  template <class PixelOf>
  static Image drawGround(Size size, const PixelOf& pixelOf) {
    Image ground(size, kRgba);
    for (std::int64_t y = 0; y < size.height; ++y) {
      for (std::int64_t x = 0; x < size.width; ++x) {
        const std::uint32_t pixel = pixelOf(x, y);
        std::memcpy(ground.pixels().pixel(x, y), &pixel, sizeof pixel);
      }
    }
    return ground;
  }

  void hardScenes() {
    constexpr std::uint32_t kLight = 0xc8c8c8c8U;
    constexpr std::uint32_t kDark = 0x3c3c3c3cU;
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
    constexpr std::int64_t kSides[] = {4, 16, 64, 256};
    for (const Ground& ground : kGrounds) {
      const Image hard = drawGround(k41Megapixels, [&](std::int64_t x, std::int64_t y) {
        return ground.isLight(x, y) ? kLight : kDark;
      });
      for (const std::int64_t side : kSides) hardScene(ground.name, hard, side, true);
    }
    const auto tiled = [](std::int64_t period) {
      const Image tile = noise({period, period}, kRgba, 5);
      return drawGround(k41Megapixels, [&](std::int64_t x, std::int64_t y) {
        std::uint32_t pixel = 0;
        std::memcpy(&pixel, tile.view().pixel(x % period, y % period), sizeof pixel);
        return pixel;
      });
    };
    const Image fine = tiled(8);
    for (const std::int64_t side : kSides) hardScene("noise again each 8", fine, side, true);
    for (const std::int64_t side : kSides) {
      const Image copies = tiled(std::max<std::int64_t>(side, 8));
      hardScene("copies side by side", copies, side, true);
      hardScene("copies side by side", copies, side, false);
    }
  }

  /// Uniform boxes in a picture of 7 megapixels: the engine, compared with the plain pass.
  void boxes() {
    constexpr Size kSize{3072, 2304};
    Image scene = noise(kSize, kRgba, 9);
    Random random(4);
    for (int i = 0; i < 40; ++i) {
      const Size box{60 + random.below(500), 60 + random.below(500)};
      const std::int64_t left = random.below(kSize.width - box.width);
      const std::int64_t top = random.below(kSize.height - box.height);
      for (std::int64_t y = top; y < top + box.height; ++y) {
        std::memset(scene.pixels().pixel(left, y), 200, static_cast<std::size_t>(4 * box.width));
      }
    }
    Timeline unheard;
    const auto kept = cuda::keepPicture(scene, {}, unheard);
    const cuda::DeviceImage flags(kSize, kFlags);
    for (const std::int64_t side : {8, 16, 32, 64, 128}) {
      Image box({side, side}, kRgba);
      for (std::int64_t y = 0; y < side; ++y) {
        std::memset(box.pixels().row(y), 200, static_cast<std::size_t>(4 * side));
      }
      for (const bool flawed : {false, true}) {
        if (flawed) box.pixels().pixel(side - 1, side - 1)[2] ^= 1U;
        const std::vector<Needle> needles{{box, {}}};
        RunReport run;
        const auto wanted = registry_.get<FindExact>("openmp")(scene, needles, {}, {}, run);
        const Timing found = findKept("cuda, its cache empty", *kept, needles, wanted, 11);
        const exact::PreparedNeedles prepared =
            exact::prepareNeedles(kSize, kRgba, needles, 0, 1, {});
        std::optional<cuda::BaseFlagger> flagger;
        {
          const cuda::GpuLease gpu(unheard);
          flagger.emplace(*gpu, prepared.patterns[0]);
        }
        const Timing plain = onGpu(
            "cuda-passes, pass 1",
            [&](cuda::Gpu&) { flagger->flag(planeOf(*kept), flags.plane(), {}); }, 7);
        // Interleaved, so that neither profits from the other's cached allocations.
        const auto [wall, plainWall] = timedInterleaved(
            "cuda, wall",
            [&] {
              run = {};
              cuda::findExact(*kept, needles, {}, {}, run);
            },
            "cuda-passes, wall, with listing",
            [&] {
              const cuda::GpuLease gpu(unheard);
              const cuda::BaseFlagger once(*gpu, prepared.patterns[0]);
              once.flag(planeOf(*kept), flags.plane(), {});
              exact::MatchBits bits({kSize.width - side + 1, kSize.height - side + 1});
              cuda::fetchBases(*gpu, flags.plane(), {}, bits);
              bits.list(16, {});
            });
        std::string stages;
        for (const Timeline::Stage& stage : run.timeline.stages()) {
          stages += fmt::format("; {} {:.3f} ms", stage.name, stage.milliseconds);
        }
        report_.add(fmt::format("find, box of one colour, {} x {}{}, 7 megapixels, resident", side,
                                side, flawed ? ", last sample off" : ""),
                    fmt::format("{} places; {}{}", wanted[0].size(), strategy_, stages),
                    {found, wall, plain, plainWall},
                    {{fmt::format("wall, no more than the plain pass: {:.3f} ms and {:.3f} ms",
                                  wall.milliseconds, plainWall.milliseconds),
                      wall.milliseconds <= plainWall.milliseconds}});
      }
    }
  }

  void marks() {
    Timeline unheard;
    auto kept = cuda::keepPicture(scene_, {}, unheard);
    cuda::DevicePicture& picture = cuda::onDevice(*kept);
    std::vector<Match> windows;
    for (const Place& place : wanted_[0]) windows.push_back({0, place.x, place.y, 16, 16});
    const MarkOptions options;
    const double flagBytes = static_cast<double>(k41Megapixels.pixels());
    const Timing fused = timed("flags and outline, one kernel", [&] {
      Timeline timeline;
      const cuda::GpuLease gpu(timeline);
      cuda::StageClock clock(gpu->stream(), timeline);
      holdGpu(gpu->stream(), kAhead);
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
    const Timing whiteOut = onGpu("white-out from flags, into a copy", [&](cuda::Gpu& gpu) {
      cuda::paintByFlags(gpu, picture.image().plane(), white, picture.painted().flags.plane(),
                         {.style = MarkStyle::whiteout});
    });
    report_.add("white-out, 41 megapixels RGBA, resident",
                "flags are read and the copy is written: 207 MB; the picture is read where flagged",
                {whiteOut}, {bar(whiteOut.milliseconds, 0.110, flagBytes * 5)});
  }

  void passes() {
    Timeline unheard;
    const auto kept = cuda::keepPicture(scene_, {}, unheard);
    const cuda::DevicePlane scene = cuda::onDevice(*kept).image().plane();
    const exact::PreparedNeedles needles =
        exact::prepareNeedles(scene_.size(), kRgba, needle_, 0, 1, {});
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
    add("pass 1", onGpu("flag bases", [&](cuda::Gpu&) { flagger->flag(scene, bases.plane(), {}); }),
        5 * pixels);
    add("pass 2",
        onGpu("flag members",
              [&](cuda::Gpu& gpu) {
                cuda::flagMembers(gpu, bases.plane(), {16, 16}, false, flags.plane());
              }),
        2 * pixels);
    add("pass 3, outline",
        onGpu("outline of 3",
              [&](cuda::Gpu& gpu) {
                cuda::paintByFlags(gpu, marked.plane(), marked, flags.plane(), {});
              }),
        pixels);
    add("pass 3, white-out",
        onGpu("white-out",
              [&](cuda::Gpu& gpu) {
                cuda::paintByFlags(gpu, marked.plane(), marked, flags.plane(),
                                   {.style = MarkStyle::whiteout});
              }),
        5 * pixels);
  }

  void travels() {
    const Timing whole = onWallClock("all of it travels", [&] {
      Timeline timeline;
      const auto kept = cuda::keepPicture(scene_, {}, timeline);
      RunReport run;
      mustEqual(cuda::findExact(*kept, needle_, {}, {}, run), wanted_, "uploaded");
    });
    const Timing rows = onWallClock("the lattice's rows travel", [&] {
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
    const Timing fromPinned = onWallClock("all of it travels", [&] {
      Timeline timeline;
      const auto kept = cuda::keepPicture(view, {}, timeline);
      RunReport run;
      mustEqual(cuda::findExact(*kept, needle_, {}, {}, run), wanted_, "pinned");
    });
    const double floor = static_cast<double>(bytes) / busBytesPerMs_;
    report_.add("upload and find, 41 megapixels RGBA in pinned memory",
                fmt::format("wall; floor {:.2f} ms", floor), {fromPinned},
                {{fmt::format("at most 3.3 ms: {:.2f} ms, {:.2f} times the floor",
                              fromPinned.milliseconds, fromPinned.milliseconds / floor),
                  fromPinned.milliseconds <= 3.3}});
  }

  /// Ten pictures with 1000 needles each: sequentially, and with the upload of the next one
  /// overlapping the search.
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
    const auto search = [&](KeptPicture& kept) {
      RunReport run;
      cuda::findExact(kept, many, {}, {}, run);
    };
    const Timing streamed = onWallClock(
        "the next one travels meanwhile",
        [&] {
          Prefetcher<std::unique_ptr<KeptPicture>> pictures(kPictures, keep);
          for (std::size_t i = 0; i < kPictures; ++i) search(*pictures.next());
        },
        11);
    const Timing inTurn = onWallClock(
        "one after another",
        [&] {
          for (std::size_t i = 0; i < kPictures; ++i) search(*keep(i));
        },
        11);
    const Timing uploads = onWallClock(
        "uploads alone",
        [&] {
          for (std::size_t i = 0; i < kPictures; ++i) keep(i);
        },
        11);
    report_.add("ten pictures of 41 megapixels RGBA in ordinary memory, 1,000 needles", "wall",
                {streamed, inTurn, uploads}, {});
  }

  void endToEnd() {
    const Image scene = noise({1024, 1024}, {3, Depth::u8}, 5);
    const std::vector<Needle> needle{{scene.view().crop(700, 800, {16, 16}), {}}};
    Image marked;
    const Timing timing = onWallClock("upload, find, outline, download", [&] {
      Timeline timeline;
      const auto kept = cuda::keepPicture(scene, {}, timeline);
      RunReport run;
      const auto places = cuda::findExact(*kept, needle, {}, {}, run);
      const Place place = places[0].at(0);
      const Match window{0, place.x, place.y, 16, 16};
      marked = cuda::markPicture(*kept, {&window, 1}, {}, {}, timeline);
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
  const auto options = espy::bench::optionsOf(argc, argv, {"--json", "--only"});
  const espy::cuda::Availability device = espy::cuda::findDevices().front();
  if (!device.available) {
    fmt::print(stderr, "gpu_bench: {}\n", device.detail.text());
    return 2;
  }
  try {
    espy::bench::Report report(
        "graphics card: " + device.detail.text() + "; " + espy::bench::driver(),
        "events on the GPU unless it says wall");
    espy::bench::GpuBench(report).all(espy::bench::valueOf(options, "--only"));
    if (options.contains("--json")) report.write(options.at("--json"));
    return report.allReached() ? 0 : 1;
  } catch (const std::exception& error) {
    fmt::print(stderr, "gpu_bench: {}\n", error.what());
    return 2;
  }
}
