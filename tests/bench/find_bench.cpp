// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Exact find and its peers in one run: Espy, its reference, a plain double loop, OpenCV's
// matchTemplate, and one read of the picture, the lower bound of anything that reads all of it.
//
//     find_bench [--json FILE] [--crowd FILE --traveller FILE] [--only TEXT-IN-THE-TITLE]
#include <fmt/format.h>

#include <cstdlib>
#include <stdexcept>
#include <string>
#include <utility>

#include "bench/options.h"
#include "bench/peers.h"
#include "bench/report.h"
#include "espy/engine/all.h"
#include "support/random_pictures.h"

namespace espy::bench {
namespace {

using test::Random;

/// Median times in milliseconds; 0 for contestants that did not take part.
struct Medians {
  double cold = 0;   ///< Espy with cold caches
  double again = 0;  ///< Espy, the same search with warm caches
  double read = 0;
  double loop = 0;
  double openCv = 0;
};

using MakeBar = std::function<Bar(const Medians&)>;

/// Settings of a comparison.
struct Setting {
  int threads = 2;
  int runs = 21;
  bool slowPeers = false;  ///< include the reference and OpenCV, which take seconds
  int loopRuns = 3;        ///< of the plain double loop, which may take minutes; 0: none
  std::vector<MakeBar> bars;
};

class FindBench {
 public:
  /// Runs only comparisons whose title contains `only`.
  FindBench(Report& report, std::string only)
      : registry_(makeRegistry()), report_(report), only_(std::move(only)) {}

  void compare(const std::string& title, const ImageView& scene, const std::vector<Needle>& needles,
               const Setting& setting) {
    if (title.find(only_) == std::string::npos) return;
    const std::string engine = setting.threads == 1 ? "sequential" : "threads";
    Control control;
    control.threads = setting.threads;
    std::vector<std::vector<Place>> ours;
    RunReport run;
    const auto search = [&](const std::string& name) {
      run = {};
      ours = registry_.get<FindExact>(name)(scene, needles, {}, control, run);
    };
    search(engine);
    const std::string note =
        fmt::format("{} x {}, {} channels, {} needles of {} x {}; {}", scene.width(),
                    scene.height(), scene.format().channels, needles.size(),
                    needles[0].picture.width(), needles[0].picture.height(), run.strategy.text());
    const std::vector<Place> found = ours[0];
    const bool oneNeedle =
        needles.size() == 1 && !scene.format().hasAlpha() && setting.loopRuns > 0;
    if (oneNeedle && plainLoop(scene, needles[0].picture) != found) {
      throw std::runtime_error(title + ": the double loop finds other places");
    }
    std::vector<Contestant> contestants{
        {fmt::format("espy {}, {} threads", engine, setting.threads), [&] { search(engine); },
         setting.runs},
        {"the same search again", [&] { search(engine); }, setting.runs, true, true},
        {fmt::format("one read of the picture, {} threads", setting.threads),
         [&] { sink_ = sink_ + readWhole(scene, setting.threads); }, setting.runs}};
    if (oneNeedle) {
      contestants.push_back({"plain double loop", [&] { plainLoop(scene, needles[0].picture); },
                             setting.loopRuns, false});
    }
    if (setting.slowPeers && oneNeedle) {
      contestants.push_back({"OpenCV matchTemplate TM_SQDIFF",
                             [&] { openCv_ = openCvSquaredDifference(scene, needles[0].picture); },
                             3, false});
      contestants.push_back({"espy reference", [&] { search("reference"); }, 1, false});
    }
    const std::vector<Timing> timings = race(contestants);
    if (setting.slowPeers && oneNeedle) {
      if (ours[0] != found) throw std::runtime_error(title + ": the reference finds other places");
      const char* verdict = openCv_ == found ? "the same" : "OTHER";
      fmt::print("\nOpenCV finds {} places: {}; espy: {}\n", verdict, openCv_.size(), found.size());
    }
    const auto time = [&](std::size_t i) {
      return i < timings.size() ? timings[i].milliseconds : 0;
    };
    std::vector<Bar> bars;
    const Medians medians{time(0), time(1), time(2), time(3), time(4)};
    for (const MakeBar& bar : setting.bars) bars.push_back(bar(medians));
    report_.add(title, fmt::format("{}; {} found", note, found.size()), timings, bars);
    lastTime_ = timings[0].milliseconds;
  }

  /// Espy's time in the last comparison, for bars that span two.
  double lastTime() const { return lastTime_; }

 private:
  Registry registry_;
  Report& report_;
  std::string only_;
  std::vector<Place> openCv_;
  volatile std::uint64_t sink_ = 0;
  double lastTime_ = 0;
};

Image noise(Size size, PixelFormat format, std::uint64_t seed) {
  Image image = Image::forOverwrite(size, format);  // allocated like a decoded picture
  Random random(seed);
  test::draw(image.pixels(), test::Kind::noise, random, false);
  if (format.hasAlpha()) {
    for (std::int64_t y = 0; y < size.height; ++y) {
      for (std::int64_t x = 0; x < size.width; ++x) {
        setSample(image.pixels(), x, y, format.channels - 1,
                  static_cast<std::uint32_t>(format.maxValue()));
      }
    }
  }
  return image;
}

/// A picture of two values, equal in all channels.
template <class IsLight>
Image twoTone(Size size, int channels, const IsLight& isLight) {
  Image image(size, {channels, Depth::u8});
  for (std::int64_t y = 0; y < size.height; ++y) {
    std::uint8_t* row = image.pixels().row(y);
    for (std::int64_t x = 0; x < size.width; ++x) {
      std::fill_n(row + x * channels, channels,
                  isLight(x, y) ? std::uint8_t{200} : std::uint8_t{60});
    }
  }
  return image;
}

/// The window of `scene` at (8, 8), with its last sample changed.
Image flawedNeedle(const ImageView& scene, std::int64_t side) {
  Image needle = Image::copyOf(scene.crop(8, 8, {side, side}));
  needle.pixels().pixel(side, side - 1)[-1] ^= 1U;
  return needle;
}

constexpr Size k41Megapixels{7680, 5400};

void ordinaryCases(FindBench& bench, const std::string& crowd, const std::string& traveller) {
  const MakeBar twelfth = [](const Medians& m) {
    return Bar{fmt::format("at most 1/12 of the read, caches empty: 1/{:.1f}", m.read / m.cold),
               m.cold * 12 <= m.read};
  };
  const MakeBar twelfthAgain = [](const Medians& m) {
    return Bar{fmt::format("at most 1/12 of the read, searched again: 1/{:.1f}", m.read / m.again),
               m.again * 12 <= m.read};
  };
  const MakeBar fiveThousand = [](const Medians& m) {
    return Bar{fmt::format("5,000 times faster than OpenCV: {:.0f} times", m.openCv / m.cold),
               m.openCv >= 5000 * m.cold};
  };
  if (!crowd.empty()) {
    const ReadPicture scene = readPicture(crowd);
    const ReadPicture needle = readPicture(traveller);
    bench.compare("41 megapixels RGB, the drawn crowd", scene.image, {{needle.image, {}}},
                  {2, 21, true, 3, {twelfth, twelfthAgain, fiveThousand}});
  }
  const Image rgb = noise(k41Megapixels, {3, Depth::u8}, 1);
  bench.compare("41 megapixels RGB, noise", rgb, {{rgb.view().crop(5000, 4000, {16, 16}), {}}},
                {2, 21, true, 3, {twelfth, twelfthAgain, fiveThousand}});

  const double single = bench.lastTime();
  const MakeBar fifteen = [single](const Medians& m) {
    return Bar{fmt::format("at most 15 times one needle: {:.1f}", m.cold / single),
               m.cold <= 15 * single};
  };
  std::vector<Needle> many;
  Random random(7);
  for (int i = 0; i < 1000; ++i) {
    many.push_back({rgb.view().crop(random.below(7660), random.below(5380), {16, 16}), {}});
  }
  bench.compare("41 megapixels RGB, 1,000 needles in one pass", rgb, many,
                {2, 21, false, 3, {fifteen}});

  const Image rgba = noise(k41Megapixels, {4, Depth::u8}, 2);
  bench.compare("41 megapixels RGBA, noise", rgba, {{rgba.view().crop(5000, 4000, {16, 16}), {}}},
                {2, 21, false, 3, {twelfth, twelfthAgain}});

  const MakeBar tenth = [](const Medians& m) {
    return Bar{fmt::format("under 0.15 ms or 1/10 of the read: {:.3f} ms, 1/{:.1f}", m.cold,
                           m.read / m.cold),
               m.cold <= 0.15 || m.cold * 10 <= m.read};
  };
  const Image grey = noise({7680, 4320}, {1, Depth::u8}, 3);
  bench.compare("8K grey, 64 x 64, one thread", grey,
                {{grey.view().crop(3000, 3000, {64, 64}), {}}}, {1, 21, true, 3, {tenth}});
}

void worstCases(FindBench& bench) {
  const MakeBar thirty = [](const Medians& m) {
    return Bar{fmt::format("at most 30 times the read: {:.1f}", m.cold / m.read),
               m.cold <= 30 * m.read};
  };
  const MakeBar notSlower = [](const Medians& m) {
    return Bar{
        fmt::format("never slower than the double loop: {:.0f} times faster", m.loop / m.cold),
        m.cold <= m.loop};
  };
  struct Ground {
    const char* name;
    bool (*isLight)(std::int64_t x, std::int64_t y);
  };
  constexpr Ground kGrounds[] = {
      {"all equal", [](std::int64_t, std::int64_t) { return true; }},
      {"stripes", [](std::int64_t x, std::int64_t) { return x % 4 < 2; }},
      {"2x2 dither", [](std::int64_t x, std::int64_t y) { return (x + y) % 2 == 0; }},
      {"flaws on a lattice",
       [](std::int64_t x, std::int64_t y) { return (x * 7 + y * 13) % 37 != 0; }},
  };
  for (const Size size : {Size{1000, 1000}, k41Megapixels}) {
    const bool small = size.pixels() < 2000000;
    std::vector<MakeBar> bars{thirty};
    if (small) bars.push_back(notSlower);
    for (const Ground& ground : kGrounds) {
      const Image scene = twoTone(size, 3, ground.isLight);
      for (const std::int64_t side : {16, 64}) {
        const std::string name =
            fmt::format("{:.0f} megapixels RGB, {}, {} x {}",
                        static_cast<double>(size.pixels()) / 1e6, ground.name, side, side);
        const Image flawed = flawedNeedle(scene, side);
        bench.compare(name + ", last sample off", scene, {{flawed, {}}},
                      {2, 11, small && side == 16, small ? 3 : 0, bars});
        if (small) {
          bench.compare(name + ", cut from it", scene,
                        {{scene.view().crop(8, 8, {side, side}), {}}}, {2, 11, false, 3, bars});
        }
      }
    }
  }
}

}  // namespace
}  // namespace espy::bench

int main(int argc, char** argv) {
  using espy::bench::valueOf;
  const auto options =
      espy::bench::optionsOf(argc, argv, {"--json", "--crowd", "--traveller", "--only"});
  const std::string json = valueOf(options, "--json");
  try {
    espy::bench::Report report("exact find");
    espy::bench::FindBench bench(report, valueOf(options, "--only"));
    espy::bench::ordinaryCases(bench, valueOf(options, "--crowd"), valueOf(options, "--traveller"));
    espy::bench::worstCases(bench);
    if (!json.empty()) report.write(json);
    return report.allReached() ? 0 : 1;
  } catch (const std::exception& error) {
    fmt::print(stderr, "find_bench: {}\n", error.what());
    return 2;
  }
}
