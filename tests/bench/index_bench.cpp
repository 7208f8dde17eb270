// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Indexes of needles: time to build one, to open it, and to find all needles in a scene, beside
// `find` with a thousand needles.
//
//     index_bench [--json FILE] [--needles N] [--side PIXELS] [--folder FOLDER] [--engine NAME]
//
// With an engine other than `threads` also its warm searches: of a scene and tables that it keeps,
// with the time of each stage.
//
// Needles are 16 x 16 pixels of noise, one in a hundred of them in the scene, which is noise, too,
// in areas of one colour.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "base/parallel.h"
#include "bench/options.h"
#include "bench/report.h"
#include "bench/stopwatch.h"
#include "espy/find.h"
#include "espy/index.h"
#include "support/random_pictures.h"

namespace espy::bench {
namespace {

constexpr Size kNeedle{16, 16};
constexpr PixelFormat kFormat{3, Depth::u8};

/// A picture of noise.
Image noise(Size size, std::uint64_t seed) {
  Image image(size, kFormat);
  test::Random random(seed);
  test::draw(image.pixels(), test::Kind::noise, random, false);
  return image;
}

/// A scene of which a quarter is flat.
Image sceneOf(std::int64_t side) {
  Image scene = noise({side, side}, 1);
  const MutableImageView pixels = scene.pixels();
  for (std::int64_t y = 0; y < side / 2; ++y) {
    std::fill_n(pixels.pixel(side / 2, y), side / 2 * 3, std::uint8_t{240});
  }
  return scene;
}

Timing once(const std::string& name, const std::function<void()>& run) {
  return race({{name, run, 1, false}}).front();
}

/// The needles' pixels, one after the other.
class Needles {
 public:
  Needles(std::int64_t count, const MutableImageView& scene)
      : all_(noise({kNeedle.width, kNeedle.height * count}, 2)) {
    test::Random random(3);
    for (std::int64_t n = 0; n < count; n += 100) {
      const std::int64_t x = random.below(scene.width() / 16) * 16;
      const std::int64_t y = random.below(scene.height() / 16) * 16 + 5;
      if (y + kNeedle.height > scene.height()) continue;
      test::paste(scene, needle(n).picture, x, y);
    }
  }

  Needle needle(std::int64_t n) const {
    return {all_.view().crop(0, n * kNeedle.height, kNeedle), {}};
  }

 private:
  Image all_;
};

void build(const Needles& needles, std::int64_t count, const std::string& folder) {
  NeedleIndex::create(folder);
  NeedleIndexWriter writer(folder);
  for (std::int64_t n = 0; n < count; ++n) writer.add(std::to_string(n), needles.needle(n));
  writer.commit();
}

/// Warm searches by an engine that keeps scene and tables: the whole call and its stages.
std::vector<Timing> warmSearches(const std::string& engine, const Image& scene,
                                 const NeedleIndex& index) {
  SceneKeeper keeper(scene);
  const FindOptions options{.engine = engine};
  std::vector<Timing> timings;
  const Timing first = once("first search, " + engine, [&] { find(keeper, index, options); });
  if (find(keeper, index, options).matches != find(scene, index, {.engine = "threads"}).matches) {
    throw std::runtime_error(engine + " finds other matches");
  }
  std::vector<std::pair<std::string, std::vector<double>>> stages;
  std::vector<double> calls;
  constexpr int kRuns = 31;
  for (int run = 0; run < kRuns; ++run) {
    const auto start = std::chrono::steady_clock::now();
    const Finding found = find(keeper, index, options);
    const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
    calls.push_back(time.count());
    for (const Timeline::Stage& stage : found.report.timeline.stages()) {
      auto at = std::ranges::find(stages, stage.name, &decltype(stages)::value_type::first);
      if (at == stages.end()) at = stages.insert(at, {stage.name, {}});
      at->second.push_back(stage.milliseconds);
    }
  }
  timings.push_back(summary("find by the index, " + engine + ", warm", calls));
  for (const auto& [name, times] : stages) timings.push_back(summary("  " + name, times));
  timings.push_back(first);
  return timings;
}

void bench(std::int64_t count, std::int64_t side, const std::string& folder,
           const std::string& engine, Report& report) {
  Image scene = sceneOf(side);
  const Needles needles(count, scene.pixels());
  // Once more than is measured: what a virtual machine takes to provide the memory is not counted.
  std::vector<double> builds;
  constexpr int kBuilds = 6;
  for (int run = 0; run < kBuilds; ++run) {
    std::filesystem::remove_all(folder);
    const auto start = std::chrono::steady_clock::now();
    build(needles, count, folder);
    const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
    if (run > 0) builds.push_back(time.count());
  }
  std::optional<NeedleIndex> index;
  const Timing open = once("open", [&] { index.emplace(folder); });
  std::vector<Needle> thousand;
  for (std::int64_t n = 0; n < 1000; ++n) thousand.push_back(needles.needle(n));
  std::size_t found = 0;
  std::vector<Timing> timings =
      race({{"find by the index",
             [&] { found = find(scene, *index, {.engine = "threads"}).matches.size(); }},
            {"find, 1,000 needles", [&] { find(scene, thousand, {.engine = "threads"}); }, 5}});
  if (engine != "threads") {
    for (const Timing& timing : warmSearches(engine, scene, *index)) timings.push_back(timing);
  }
  timings.push_back(open);
  timings.push_back(summary("build and write to disk", builds));

  report.add(fmt::format("{} needles of 16 x 16 in {} x {}, {} threads", count, side, side,
                         hardwareThreads()),
             fmt::format("{} found; {:.0f} bytes a needle on disk.", found,
                         static_cast<double>(index->bytes()) / static_cast<double>(count)),
             timings, {});
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace espy::bench

int main(int argc, char** argv) {
  using namespace espy::bench;
  const auto options =
      optionsOf(argc, argv, {"--json", "--needles", "--side", "--folder", "--engine"});
  const std::string folder =
      valueOf(options, "--folder", (std::filesystem::temp_directory_path() / "bench.esi").string());
  const std::string needles = valueOf(options, "--needles");
  const std::string side = valueOf(options, "--side", "2048");
  const std::string engine = valueOf(options, "--engine", "threads");
  Report report("index");
  for (const std::int64_t count : {100'000, 1'000'000}) {
    if (needles.empty()) bench(count, std::stol(side), folder, engine, report);
  }
  if (!needles.empty()) bench(std::stol(needles), std::stol(side), folder, engine, report);
  const std::string json = valueOf(options, "--json");
  if (!json.empty()) report.write(json);
  return 0;
}
