// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <map>
#include <stdexcept>
#include <string>

#include "bench/gpu_parts.h"
#include "bench/gpu_timing.h"
#include "espy/engine/all.h"
#include "pose/pyramid.h"
#include "pose/warp_needle.h"
#include "support/find_with.h"
#include "support/pose_scenes.h"

namespace espy::bench {
namespace {

constexpr double kMinScore = 0.7;

class PoseBench {
 public:
  PoseBench(Report& report, double productsPerMs)
      : report_(report), registry_(makeRegistry()), productsPerMs_(productsPerMs) {}

  /// Repeated searches of a resident picture.
  void search(const std::string& title, const test::PoseGridOptions& options,
              const PoseOptions& pose, double most) {
    const test::PoseScene scene = poseSceneInCells(options, 15);
    const std::vector<Needle> needles{{scene.needle.view(), {}}};
    SceneKeeper keeper(scene.scene);
    ScoreOptions score;
    score.minScore = kMinScore;
    score.wantBest = false;
    SelectOptions select;
    select.overlap = kScoredOverlap;
    const auto found = [&](const char* engine) {
      return pose.isAsked() ? findPosed(registry_, engine, keeper, needles, score, pose, select)
                            : findScored(registry_, engine, keeper, needles, score, select);
    };
    const Finding wanted = found("openmp");
    const Finding got = found("cuda");
    if (got.matches != wanted.matches || got.matches.size() != scene.poses.size()) {
      throw std::runtime_error(title + ": other places are found");
    }
    std::map<std::string, double> stages;
    const Timing timing = onWallClock("cuda, wall", [&] {
      stages.clear();
      const Finding again = found("cuda");
      for (const Timeline::Stage& stage : again.report.timeline.stages()) {
        stages[stage.name] += stage.milliseconds;
      }
    });
    const Timing processor = onWallClock(
        "openmp, all threads, wall", [&] { found("openmp"); }, 5);
    std::string note = got.report.strategy.text();
    const double products = productsOf(scene, pose);
    const double floor = products / productsPerMs_;
    note += fmt::format("; {:.0f} million products, floor {:.4f} ms, {:.0f} times it",
                        products / 1e6, floor, timing.milliseconds / floor);
    for (const auto& [name, milliseconds] : stages) {
      note += fmt::format("; {} {:.3f} ms", name, milliseconds);
    }
    if (pose.isAsked()) {
      const Timing grid = onWallClock("planning the grid", [&] { poseGrid(needles[0], pose); });
      const PoseGrid poses = poseGrid(needles[0], pose);
      const Timing levels = onWallClock("planning the sizes", [&] {
        pose::NeedlePyramid pyramid(needles[0], false);  // not one that is kept
        pose::levelsFor(pyramid, poses, score, pose::bandsOf(poses).front());
      });
      note +=
          fmt::format("; grid {:.3f} ms; sizes {:.3f} ms", grid.milliseconds, levels.milliseconds);
    }
    report_.add(title + ", resident", note, {timing, processor},
                {{fmt::format("at most {:g} ms: {:.3f} ms", most, timing.milliseconds),
                  timing.milliseconds <= most}});
  }

 private:
  /// Lower bound of products in a search of the coarsest pyramid level: one per sample of each
  /// window.
  static double productsOf(const test::PoseScene& scene, const PoseOptions& pose) {
    const Needle needle{scene.needle.view(), {}};
    const PoseGrid grid = poseGrid(needle, pose);
    ScoreOptions options;
    options.minScore = kMinScore;
    const bool turned = pose.isAsked();
    pose::NeedlePyramid pyramid(needle, false);
    const std::vector<pose::Level> levels =
        pose::levelsFor(pyramid, grid, options, pose::bandsOf(grid).front());
    const pose::Level& top = turned ? levels.back() : levels.front();
    const Needle small = top.asNeedle(needle);
    const pose::NeedleWarper warper = top.warper(small, false);
    const Size all{scene.scene.size().width >> top.shift, scene.scene.size().height >> top.shift};
    double products = 0;
    for (const GridPose& each : grid.poses) {
      if (!pose::isTried(each.angleIndex, grid.angles, top.angleStride)) continue;
      const Size window = warper.windowOf(each);
      products +=
          static_cast<double>((all.width - window.width + 1) * (all.height - window.height + 1) *
                              small.picture.size().pixels());
    }
    return products;
  }

  Report& report_;
  Registry registry_;
  double productsPerMs_;
};

}  // namespace

void benchPoses(Report& report, const std::function<bool(const char* part)>& wanted) {
  if (!wanted("pose")) return;
  double products = 0;
  const Timing alone = onGpu(
      "products alone", [&](cuda::Gpu& gpu) { products = queueByteProducts(gpu); }, 5);
  PoseBench bench(report, products / alone.milliseconds);
  bench.search("1628 x 1236, 36 needles of 140 x 102, upright",
               {{1628, 1236}, {140, 102}, 6, 6, false}, {}, 0.4);
  PoseOptions anyAngle;
  anyAngle.angle = {-180, 180, 0};
  bench.search("4096 x 3000, 15 of 848 x 446, +-180 degrees",
               {{4096, 3000}, {848, 446}, 5, 3, true}, anyAngle, 8);
  bench.search("640 x 480, 2 of 200 x 200, +-180 degrees", {{640, 480}, {200, 200}, 2, 1, true},
               anyAngle, 8);
}

}  // namespace espy::bench
