// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Needles in any pose, compared with OpenCV's matchTemplate (without rotation), in one run on the
// same pictures. Sizes and counts are those for which the best known open pyramid matcher publishes
// times relative to OpenCV.
//
//     pose_bench [--json FILE] [--only TEXT-IN-THE-TITLE] [--runs N]
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

#include "bench/options.h"
#include "bench/pose_tally.h"
#include "bench/report.h"
#include "espy/engine/all.h"
#include "pose/pyramid.h"
#include "pose/warp_needle.h"
#include "score/costs.h"
#include "score/window_rows.h"
#include "support/find_with.h"
#include "support/opencv_map.h"

namespace espy::bench {
namespace {

constexpr int kThreads = 2;
constexpr double kMinScore = 0.7;

/// A scene with its search and required speed.
struct Workload {
  std::string title;
  test::PoseGridOptions scene;
  PoseRange angle{0, 0, 0};
  PoseRange scale{1, 1, 0};
  double share = 0;       ///< required time, as a fraction of OpenCV's
  bool complete = false;  ///< include the complete search
};

class PoseBench {
 public:
  PoseBench(Report& report, std::string only, int runs)
      : registry_(makeRegistry()), report_(report), only_(std::move(only)), runs_(runs) {}

  void compare(const Workload& work) {
    if (work.title.find(only_) == std::string::npos) return;
    const test::PoseScene scene = poseSceneInCells(work.scene, 15);
    const test::PoseScene sized = poseSceneInCells(withScales(work.scene), 16);
    PoseOptions pose;
    pose.angle = work.angle;
    PoseOptions anySize = pose;
    anySize.scale = {0.5, 2, 0};
    PoseOptions complete = pose;
    complete.search = PoseSearch::complete;
    Finding found;
    const auto search = [&](const test::PoseScene& in, const PoseOptions& poses, int threads) {
      found = find(in, poses, threads);
    };
    std::string note = check(scene, find(scene, pose, kThreads));
    const auto openCv = [&](int threads) {
      test::openCvMap(scene.scene, scene.needle, {}, Method::zncc, threads);
    };
    std::vector<Contestant> contestants{
        {fmt::format("espy, {} threads", kThreads), [&] { search(scene, pose, kThreads); }, runs_},
        {"espy, 1 thread", [&] { search(scene, pose, 1); }, runs_},
        {"OpenCV at 0 degrees, 1 thread", [&] { openCv(1); }, runs_},
        {fmt::format("OpenCV at 0 degrees, {} threads", kThreads), [&] { openCv(kThreads); },
         runs_}};
    const bool turned = !work.angle.isOne();
    if (turned) {
      note += "; " + floorOf(scene, pose);
      note += "; with scale 0.5 to 2: " + check(sized, find(sized, anySize, kThreads)) + "; " +
              floorOf(sized, anySize);
      contestants.push_back(
          {"scale 0.5 to 2 too", [&] { search(sized, anySize, kThreads); }, runs_});
    }
    if (work.complete) {
      note += "; complete: " + check(scene, find(scene, complete, kThreads));
      contestants.push_back(
          {"complete", [&] { search(scene, complete, kThreads); }, std::min(runs_, 3), false});
    }
    const std::vector<Timing> timings = race(contestants);
    const double own = timings[0].milliseconds;
    const double peer = std::min(timings[2].milliseconds, timings[3].milliseconds);
    std::vector<Bar> bars{bar("of OpenCV's time", own / peer, work.share)};
    if (turned) {
      constexpr double kScales = 6;
      bars.push_back(bar("of the time without scales", timings[4].milliseconds / own, kScales));
    }
    if (work.complete) {
      constexpr double kComplete = 30;
      bars.push_back(
          bar("of the fast search's time", timings.back().milliseconds / own, kComplete));
    }
    report_.add(work.title, note, timings, bars);
    printStages("", find(scene, pose, kThreads));
    if (turned) printStages("scale 0.5 to 2: ", find(sized, anySize, kThreads));
    if (work.complete) printStages("complete: ", find(scene, complete, kThreads));
  }

 private:
  static test::PoseGridOptions withScales(test::PoseGridOptions options) {
    options.scaleFirst = 0.5;
    options.scaleLast = 2;
    return options;
  }

  static void printStages(const char* of, const Finding& found) {
    for (const Timeline::Stage& stage : found.report.timeline.stages()) {
      fmt::print("    {}{:<24} {:>9.3f} ms\n", of, stage.name, stage.milliseconds);
    }
  }

  static Bar bar(const char* of, double share, double wanted) {
    return {fmt::format("at most {:g} {}: {:.2f}", wanted, of, share), share <= wanted};
  }

  Finding find(const test::PoseScene& scene, const PoseOptions& pose, int threads) {
    ScoreOptions options;
    options.minScore = kMinScore;
    options.wantBest = false;
    SelectOptions select;
    select.overlap = kScoredOverlap;
    Control control;
    control.threads = threads;
    const std::vector<Needle> needles{{scene.needle.view(), {}}};
    if (!pose.isAsked()) {
      return findScored(registry_, "threads", scene.scene, needles, options, select, control);
    }
    return findPosed(registry_, "threads", scene.scene, needles, options, pose, select, control);
  }

  /// Lower bound: products in the coarsest pyramid levels, one for each band of scales, at the
  /// measured rate of single windows (`score::costs`).
  static std::string floorOf(const test::PoseScene& scene, const PoseOptions& pose) {
    const Needle needle{scene.needle.view(), {}};
    const PoseGrid grid = poseGrid(needle, pose);
    ScoreOptions options;
    options.minScore = kMinScore;
    pose::NeedlePyramid pyramid(needle, false);
    double products = 0;
    std::int64_t poses = 0;
    int most = 0;
    int least = 64;
    for (const pose::ScaleBand& band : pose::bandsOf(grid)) {
      const std::vector<pose::Level> levels = pose::levelsFor(pyramid, grid, options, band);
      const pose::Level& top = levels.back();
      most = std::max(most, top.shift);
      least = std::min(least, top.shift);
      const Needle small = top.asNeedle(needle);
      const pose::NeedleWarper warper = top.warper(small, false);
      const Size size{scene.scene.size().width >> top.shift,
                      scene.scene.size().height >> top.shift};
      for (const GridPose& each : grid.poses) {
        if (each.scaleIndex < band.first || each.scaleIndex >= band.end ||
            !pose::isTried(each.scaleIndex - band.first, band.end - band.first, top.scaleStride) ||
            !pose::isTried(each.angleIndex, grid.angles, top.angleStride)) {
          continue;
        }
        const Size window = warper.windowOf(each);
        const std::int64_t places = std::max<std::int64_t>(0, size.width - window.width + 1) *
                                    std::max<std::int64_t>(0, size.height - window.height + 1);
        const double grown =
            static_cast<double>(each.scale) / picture::Turn::kOne / std::exp2(top.enlarged);
        products += static_cast<double>(places * small.picture.size().pixels()) * grown * grown;
        ++poses;
      }
    }
    const auto lanes = static_cast<double>(score::windowLanes());
    const double ms = products / lanes * score::costs::ofSimdLevel().windowVector / kThreads / 1e6;
    return fmt::format("{} poses at 1/{} to 1/{} are {:.1f} million products, {:.2f} ms", poses,
                       1 << least, 1 << most, products / 1e6, ms);
  }

  /// Throws unless all needles are found and nothing else.
  static std::string check(const test::PoseScene& scene, const Finding& found) {
    PoseTally tally;
    const PoseTally::Wrong wrong = tally.add(scene.poses, found.matches, {});
    if (!wrong.missed.empty() || !wrong.extra.empty()) {
      throw std::runtime_error(fmt::format("of {} needles {} are missed, and {} matches are none",
                                           scene.poses.size(), wrong.missed.size(),
                                           wrong.extra.size()));
    }
    return fmt::format("{} needles, all found, {:.3f} px off at most ({})", scene.poses.size(),
                       tally.pixelsOff(1), found.report.strategy.text());
  }

  Registry registry_;
  Report& report_;
  std::string only_;
  int runs_;
};

void compareAll(PoseBench& bench) {
  const PoseRange anyAngle{-180, 180, 0};
  bench.compare({"1628 x 1236, 36 needles of 140 x 102 at 0 degrees",
                 {{1628, 1236}, {140, 102}, 6, 6, false},
                 {},
                 {1, 1, 0},
                 0.04});
  bench.compare({"4096 x 3000, 15 of 848 x 446",
                 {{4096, 3000}, {848, 446}, 5, 3, true},
                 anyAngle,
                 {1, 1, 0},
                 0.2});
  bench.compare({"640 x 480, 2 of 200 x 200",
                 {{640, 480}, {200, 200}, 2, 1, true},
                 anyAngle,
                 {1, 1, 0},
                 1,
                 true});
  bench.compare({"640 x 480, one of 179 x 159",
                 {{640, 480}, {179, 159}, 1, 1, true},
                 anyAngle,
                 {1, 1, 0},
                 0.6,
                 true});
}

}  // namespace
}  // namespace espy::bench

int main(int argc, char** argv) {
  using espy::bench::valueOf;
  try {
    const auto options = espy::bench::optionsOf(argc, argv, {"--json", "--only", "--runs"});
    const std::string json = valueOf(options, "--json");
    const int runs = std::stoi(valueOf(options, "--runs", "11"));
    espy::bench::Report report("poses");
    espy::bench::PoseBench bench(report, valueOf(options, "--only"), runs);
    espy::bench::compareAll(bench);
    if (!json.empty()) report.write(json);
    return report.allReached() ? 0 : 1;
  } catch (const std::exception& error) {
    fmt::print(stderr, "pose_bench: {}\n", error.what());
    return 2;
  }
}
