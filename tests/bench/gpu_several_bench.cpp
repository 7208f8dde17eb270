// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "bench/gpu_parts.h"
#include "bench/gpu_timing.h"
#include "cuda/base/device.h"
#include "cuda/base/gpu.h"
#include "cuda/base/memory.h"
#include "cuda/identify/shelf_on_gpu.h"
#include "gpu/device_engines.h"
#include "support/feature_cases.h"
#include "support/find_with.h"
#include "support/pose_scenes.h"
#include "support/random_pictures.h"

namespace espy::bench {
namespace {

/// Times one device, two, four and so on, each checked against the answer of the first.
class SeveralBench {
 public:
  SeveralBench(Report& report, int devices) : report_(report), registry_(makeRegistry()) {
    for (int device = 0; device < devices; ++device) test::addDeviceEngine(registry_, device);
    for (int count = 1; count <= devices; count *= 2) addTeam(count);
  }

  /// `run(engine, devices)` returns what it found, to be compared.
  template <class Run>
  void compare(const std::string& title, const std::string& note, const Run& run, int runs = 7) {
    const auto wanted = run(teams_.front().engine, 1);
    std::vector<Timing> timings;
    std::vector<Bar> bars;
    for (const Team& team : teams_) {
      if (run(team.engine, team.devices) != wanted) {
        throw std::runtime_error(title + ": other answers with " + team.engine);
      }
      timings.push_back(onWallClock(
          fmt::format("{} of them", team.devices), [&] { (void)run(team.engine, team.devices); },
          runs));
      if (team.devices == 1) continue;
      const double least = team.devices == 2 ? 1.9 : team.devices == 4 ? 3.7 : 0.9 * team.devices;
      const double gain = timings.front().milliseconds / timings.back().milliseconds;
      bars.push_back(
          {fmt::format("{} GPUs {:.1f} times as fast as one: {:.2f}", team.devices, least, gain),
           gain >= least});
    }
    report_.add(title, note, timings, bars);
  }

  void scored() {
    const Image scene = noise(k41Megapixels, {1, Depth::u8}, 3);
    std::vector<Needle> needles;
    for (int n = 0; n < 20; ++n) {
      needles.push_back({scene.view().crop(300 * n, 200 * n, {64, 64}), {}});
    }
    SceneKeeper keeper(scene);
    ScoreOptions options;
    options.minScore = 0.9;
    options.wantBest = false;
    const auto found = [&](std::size_t count, const std::string& engine) {
      return findScored(registry_, engine, keeper, std::span(needles).first(count), options)
          .matches;
    };
    compare("several: zncc, 64 x 64 in 41 grey megapixels, kept", "",
            [&](const std::string& engine, int) { return found(1, engine); });
    compare("several: zncc, 20 needles of 64 x 64 in 41 grey megapixels, kept", "",
            [&](const std::string& engine, int) { return found(needles.size(), engine); });
  }

  void posed() {
    const test::PoseScene scene =
        test::poseSceneInCells({{4096, 3000}, {848, 446}, 5, 3, true}, 15);
    const std::vector<Needle> needles(16, Needle{scene.needle.view(), {}});
    SceneKeeper keeper(scene.scene);
    ScoreOptions options;
    options.minScore = 0.7;
    options.wantBest = false;
    PoseOptions pose;
    pose.angle = {-180, 180, 0};
    compare("several: 16 needles of 848 x 446 at any angle in 12 megapixels, kept", "",
            [&](const std::string& engine, int) {
              return findPosed(registry_, engine, keeper, needles, options, pose).matches;
            });
  }

  /// Pictures in ordinary memory, searched by two threads a GPU as in a batch.
  void pictures() {
    constexpr int kPictures = 1000;
    std::vector<Image> scenes;
    for (std::uint64_t s = 0; s < 4; ++s) {
      scenes.push_back(noise(k41Megapixels, {4, Depth::u8}, 10 + s));
    }
    const std::vector<Needle> needle{{scenes[2].view().crop(5000, 4000, {16, 16}), {}}};
    for (const bool kept : {false, true}) {
      const auto all = [&](const std::string& engine, int devices) {
        std::atomic<int> next{0};
        std::atomic<std::size_t> matches{0};
        std::vector<std::jthread> threads;
        Control control;
        control.beside = 2 * devices;
        for (int t = 0; t < 2 * devices; ++t) {
          threads.emplace_back([&] {
            for (int p = next++; p < kPictures; p = next++) {
              const Image& scene = scenes[static_cast<std::size_t>(p) % scenes.size()];
              SceneKeeper keeper(scene);
              const Scene given = kept ? Scene(keeper) : Scene(scene);
              matches +=
                  findExact(registry_, engine, given, needle, {}, {}, control).matches.size();
            }
          });
        }
        threads.clear();
        return matches.load();
      };
      compare(fmt::format("several: 1,000 pictures of 41 megapixels RGBA, {}",
                          kept ? "uploaded whole" : "one search each"),
              "", all, 1);
    }
  }

  void identify() {
    constexpr std::int64_t kRows = 384;
    test::Random random(18);
    std::vector<Slab> slabs;
    std::vector<Features> shown;
    for (int s = 0; s < 4; ++s) {
      std::vector<Features> references;
      for (int p = 0; p < 1024; ++p) {
        references.push_back(test::drawFeatures(random, test::FeatureKind::likely, kRows));
      }
      slabs.push_back(slabOf(references, kRows));
      if (s == 0) shown.assign(references.begin(), references.begin() + 20);
    }
    std::vector<std::vector<std::uint8_t>> queries;
    for (int q = 0; q < 32; ++q) {
      queries.push_back(test::drawQuery(random, test::FeatureKind::likely, 768, shown));
    }
    const std::vector<std::span<const std::uint8_t>> views(queries.begin(), queries.end());
    const auto rank = [&](int count, std::size_t asked, std::int64_t bytes, const char* where) {
      cuda::limitShelfBytes(bytes);
      std::vector<Slab> all;
      for (int s = 0; s < count; ++s) {
        all.push_back(slabs[static_cast<std::size_t>(s) % slabs.size()]);
        all.back().name = newSlabName();
      }
      // A shelf for each team: each keeps its own parts.
      std::unique_ptr<Shelf> shelf;
      std::string owner;
      compare(fmt::format("several: identify, {} references {}, {} {}", count * 1024, where, asked,
                          asked == 1 ? "query" : "queries"),
              "", [&](const std::string& engine, int) {
                if (owner != engine) {
                  if (shelf != nullptr) shelf->release();
                  shelf = std::make_unique<Shelf>(kRows, all);
                  owner = engine;
                }
                const RankTask task{*shelf, std::span(views).first(asked), {.top = 10}};
                return rankReferences(registry_, engine, task).rankings;
              });
      shelf->release();
      cuda::limitShelfBytes(-1);
    };
    // Two million references where one GPU holds them (103 GB), half as many elsewhere.
    constexpr std::int64_t kTwoMillion = std::int64_t{2048} * 1024 * kRows * 128;
    const int all = cuda::availableDeviceBytes() > kTwoMillion + kTwoMillion / 10 ? 2048 : 1024;
    rank(all, 1, -1, "in the GPUs' memory");
    rank(all, 32, -1, "in the GPUs' memory");
    rank(all, 1, 0, "in the host's memory");
  }

 private:
  struct Team {
    int devices;
    std::string engine;
  };

  void addTeam(int count) {
    if (count == 1) {
      teams_.push_back({1, test::deviceName(0)});
      return;
    }
    const std::string name = fmt::format("{} GPUs", count);
    std::vector<std::string> members;
    for (int device = 0; device < count; ++device) members.push_back(test::deviceName(device));
    registry_.addEngine({name, true, "", "", {.device = true}});
    addSeveral(registry_, {name, members});
    teams_.push_back({count, name});
  }

  Report& report_;
  Registry registry_;
  std::vector<Team> teams_;
};

}  // namespace

void benchSeveral(Report& report, const std::function<bool(const char* part)>& wanted) {
  const bool identify = wanted("several identify");
  const bool pictures = wanted("several pictures");
  const bool scored = wanted("several scored");
  const bool poses = wanted("several poses");
  if (!identify && !pictures && !scored && !poses) return;
  const auto devices = static_cast<int>(cuda::findDevices().size());
  if (devices < 2) {
    fmt::print("several: skipped, there is one GPU\n");
    return;
  }
  SeveralBench bench(report, devices);
  if (identify) bench.identify();
  if (pictures) bench.pictures();
  if (scored) bench.scored();
  if (poses) bench.posed();
}

}  // namespace espy::bench
