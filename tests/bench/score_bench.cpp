// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Scored find compared with OpenCV's matchTemplate in one run, with the same pictures and number of
// threads, after comparing the results.
//
//     score_bench --pictures FOLDER [--json FILE] [--only TEXT-IN-THE-TITLE]
#include <fmt/format.h>

#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

#include "bench/mosaic.h"
#include "bench/options.h"
#include "bench/report.h"
#include "espy/engine/all.h"
#include "support/opencv_map.h"
#include "support/random_pictures.h"

namespace espy::bench {
namespace {

using test::Random;

constexpr int kThreads = 2;

struct Setting {
  Method method = Method::zncc;
  double minScore = 0.8;
  double faster = 10;          ///< required speed-up over OpenCV
  bool map = false;            ///< compute the whole score map, not the matches
  bool sameDefinition = true;  ///< false: OpenCV scores colour channels separately
};

class ScoreBench {
 public:
  ScoreBench(Report& report, std::string only)
      : registry_(makeRegistry()), report_(report), only_(std::move(only)) {}

  void compare(const std::string& title, const Image& scene, const std::vector<Needle>& needles,
               const Setting& setting) {
    if (title.find(only_) == std::string::npos) return;
    ScoreOptions options;
    options.method = setting.method;
    options.minScore = setting.minScore;
    options.wantBest = false;
    Control control;
    control.threads = kThreads;
    RunReport run;
    ScoredPlaces found;
    ScoreMap map;
    const auto search = [&] {
      run = {};
      if (setting.map) {
        map = registry_.get<MapScores>("threads")(scene, needles[0], options, control, run);
      } else {
        found = registry_.get<FindScored>("threads")(scene, needles, options, control, run);
      }
    };
    std::vector<test::OpenCvMap> peers(needles.size());
    const auto openCv = [&](int threads) {
      for (std::size_t n = 0; n < needles.size(); ++n) {
        peers[n] =
            test::openCvMap(scene, needles[n].picture, needles[n].mask, setting.method, threads);
      }
    };
    search();
    openCv(1);
    const std::string same = setting.map ? compareMaps(map, peers[0])
                                         : comparePeaks(found, peers, scene, needles, setting);
    const std::vector<Timing> timings = race({
        {fmt::format("espy, {} threads", kThreads), search, 11},
        {"OpenCV matchTemplate, 1 thread", [&] { openCv(1); }, 5},
        {fmt::format("OpenCV matchTemplate, {} threads", kThreads), [&] { openCv(kThreads); }, 5},
    });
    const double peer = std::min(timings[1].milliseconds, timings[2].milliseconds);
    const double times = peer / timings[0].milliseconds;
    std::vector<Bar> bars;
    if (setting.faster > 0) {
      bars.push_back(
          {fmt::format("at least {:.0f} times faster than OpenCV: {:.1f}", setting.faster, times),
           times >= setting.faster});
    }
    report_.add(title, run.strategy.text() + "; " + same, timings, bars);
  }

 private:
  /// Compares the maps where OpenCV's value is finite; they differ by OpenCV's error at most.
  static std::string compareMaps(const ScoreMap& map, const test::OpenCvMap& peer) {
    double most = 0;
    for (std::size_t i = 0; i < map.scores.size(); ++i) {
      if (!std::isfinite(peer.values[i])) continue;
      most = std::max(most, std::abs(static_cast<double>(map.scores[i]) - peer.values[i]));
    }
    return fmt::format("maps differ by {:.4f} at most, ours is off by {:.1e}", most, map.error);
  }

  /// Every local maximum of ours must be among OpenCV's positions, and every position clearly above
  /// OpenCV's minimum must be near one of ours.
  static std::string comparePeaks(const ScoredPlaces& found,
                                  const std::vector<test::OpenCvMap>& peers, const Image& scene,
                                  const std::vector<Needle>& needles, const Setting& setting) {
    if (found.peaks.empty()) throw std::runtime_error("nothing is found");
    if (!setting.sameDefinition) return fmt::format("{} peaks", found.peaks.size());
    const auto scoreOf = [&](std::size_t n, double value) {
      if (setting.method == Method::zncc) return value;
      const Size size = needles[n].picture.size();
      return 1 - value / (255.0 * 255.0 * static_cast<double>(size.pixels()) *
                          scene.format().colourChannels());
    };
    double most = 0;
    std::vector<std::size_t> places(needles.size(), 0);
    for (const Peak& peak : found.peaks) {
      const test::OpenCvMap& peer = peers[peak.needle];
      const double theirs = scoreOf(
          peak.needle, peer.values[static_cast<std::size_t>(peak.y * peer.size.width + peak.x)]);
      most = std::max(most, std::abs(theirs - peak.score));
    }
    if (most > 2e-3) throw std::runtime_error(fmt::format("peaks differ by {}", most));
    std::size_t theirPeaks = 0;
    for (std::size_t n = 0; n < needles.size(); ++n) {
      const test::OpenCvMap& peer = peers[n];
      for (std::int64_t y = 1; y + 1 < peer.size.height; ++y) {
        for (std::int64_t x = 1; x + 1 < peer.size.width; ++x) {
          const float* centre = peer.values.data() + y * peer.size.width + x;
          if (!(scoreOf(n, *centre) >= setting.minScore)) continue;
          bool peak = true;
          for (const std::int64_t row : {-peer.size.width, std::int64_t{0}, peer.size.width}) {
            for (int column = -1; column <= 1; ++column) {
              peak = peak && !(scoreOf(n, centre[row + column]) > scoreOf(n, *centre));
            }
          }
          theirPeaks += peak ? 1 : 0;
        }
      }
    }
    return fmt::format("{} peaks, OpenCV's map has {}; scores differ by {:.1e} at most",
                       found.peaks.size(), theirPeaks, most);
  }

  Registry registry_;
  Report& report_;
  std::string only_;
};

std::vector<Image> photographs(const std::string& folder) {
  std::vector<Image> pictures;
  for (const char* name : {"astronaut.png", "coffee.png", "camera.png", "chelsea.png", "gravel.png",
                           "hubble_deep_field.jpg", "brick.png", "grass.png"}) {
    pictures.push_back(readPicture(folder + "/" + name).image);
  }
  return pictures;
}

Needle cut(const Image& scene, std::int64_t x, std::int64_t y, std::int64_t side) {
  return {scene.view().crop(x, y, {side, side}), {}};
}

void allCases(ScoreBench& bench, const std::string& folder) {
  const std::vector<Image> pictures = photographs(folder);
  constexpr Size kFullHd{1920, 1080};
  constexpr Size k4K{3840, 2160};
  const Image hd = mosaic(pictures, kFullHd, 1);
  const Image uhd = mosaic(pictures, k4K, 1);
  const Image colour = mosaic(pictures, kFullHd, 3);
  const Image megapixel = mosaic(pictures, {1000, 1000}, 3);

  bench.compare("ZNCC, 1080p grey, 64 x 64", hd, {cut(hd, 150, 100, 64)}, {});
  bench.compare("ZNCC, 4K grey, 64 x 64", uhd, {cut(uhd, 150, 100, 64)}, {});
  bench.compare("ZNCC, 4K grey, 256 x 256", uhd, {cut(uhd, 130, 20, 256)},
                {Method::zncc, 0.8, 8, false, true});
  bench.compare("ZNCC, 1080p colour, 64 x 64", colour, {cut(colour, 150, 100, 64)},
                {Method::zncc, 0.8, 10, false, false});

  Image disc({64, 64}, {1, Depth::u8});
  for (std::int64_t y = 0; y < 64; ++y) {
    for (std::int64_t x = 0; x < 64; ++x) {
      const std::int64_t square = (2 * x - 63) * (2 * x - 63) + (2 * y - 63) * (2 * y - 63);
      *disc.pixels().pixel(x, y) = square <= 63 * 63 ? 255 : 0;
    }
  }
  Needle round = cut(hd, 150, 100, 64);
  round.mask = disc.view();
  bench.compare("masked ZNCC, 1080p grey, 64 x 64", hd, {round},
                {Method::zncc, 0.8, 15, false, true});
  bench.compare("SSD, 1 megapixel colour, 16 x 16", megapixel, {cut(megapixel, 170, 110, 16)},
                {Method::ssd, 0.99, 20, false, true});
  bench.compare("ZNCC, whole score map, 4K grey, 64 x 64", uhd, {cut(uhd, 150, 100, 64)},
                {Method::zncc, 0.8, 6, true, true});
  std::vector<Needle> twenty;
  for (int i = 0; i < 20; ++i) twenty.push_back(cut(hd, 40 + 87 * i, 50 + 41 * i, 64));
  bench.compare("ZNCC, 1080p grey, twenty needles of 64 x 64", hd, twenty,
                {Method::zncc, 0.8, 20, false, true});

  Image noise(kFullHd, {1, Depth::u8});
  Random random(9);
  test::draw(noise.pixels(), test::Kind::noise, random, true);
  bench.compare("ZNCC, 1080p noise, 64 x 64", noise, {cut(noise, 150, 100, 64)},
                {Method::zncc, 0.8, 0, false, true});
  bench.compare("SAD, 1080p grey, 64 x 64 (OpenCV: squared differences)", hd,
                {cut(hd, 150, 100, 64)}, {Method::sad, 0.95, 0, false, false});
}

}  // namespace
}  // namespace espy::bench

int main(int argc, char** argv) {
  using espy::bench::valueOf;
  const auto options = espy::bench::optionsOf(argc, argv, {"--json", "--only", "--pictures"});
  const std::string json = valueOf(options, "--json");
  try {
    espy::bench::Report report("scored find");
    espy::bench::ScoreBench bench(report, valueOf(options, "--only"));
    espy::bench::allCases(bench, valueOf(options, "--pictures"));
    if (!json.empty()) report.write(json);
    return report.allReached() ? 0 : 1;
  } catch (const std::exception& error) {
    fmt::print(stderr, "score_bench: {}\n", error.what());
    return 2;
  }
}
