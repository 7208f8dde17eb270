// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "pose/find_posed.h"

#include <algorithm>

#include "base/parallel.h"
#include "base/phrase.h"
#include "base/processor_engines.h"
#include "espy/error.h"
#include "find/choose.h"
#include "picture/host_picture.h"
#include "pose/border.h"
#include "pose/complete.h"
#include "pose/device_poses.h"
#include "pose/estimate.h"
#include "pose/fast.h"
#include "pose/grid.h"
#include "pose/order.h"
#include "pose/reference.h"
#include "pose/select.h"
#include "pose/warp_needle.h"
#include "score/fast.h"

namespace espy {
namespace {

void checkPosed(const FindOptions& options) {
  if (options.channelMeans == ChannelMeans::each) {
    throw Error(ErrorCode::badUse,
                phrase("means of each channel cannot be combined with angles, scales, quarter "
                       "turns, mirroring, inverted contrast or partly visible needles"));
  }
  checkPoses(options.method, options.pose);
}

Match matchOf(const PosedPeak& place, Size scene, std::span<const Needle> needles,
              std::span<const PoseGrid> grids) {
  const Size own = needles[place.peak.needle].picture.size();
  const GridPose& pose = grids[place.peak.needle].poses[place.pose];
  const Size window = pose::windowOf(own, pose);
  constexpr double kOne = picture::Turn::kOne;
  Match match;
  match.needle = place.peak.needle;
  pose::setWindow(match, scene, window, pose::columnOf(place), pose::rowOf(place));
  match.score = place.peak.score;
  match.distance = finders::distanceOf(place.peak);
  match.angle = static_cast<float>(static_cast<double>(pose.angle) / kOne);
  match.scale = static_cast<float>(static_cast<double>(pose.scale) / kOne);
  match.needleWidth = static_cast<std::uint32_t>(own.width);
  match.needleHeight = static_cast<std::uint32_t>(own.height);
  match.mirrored = pose.mirrored;
  return match;
}

/// The work, for `auto`. Of many needles some are estimated, evenly spread: each takes
/// milliseconds.
finders::Workload workloadOf(const Scene& scene, std::span<const Needle> needles,
                             std::span<const PoseGrid> grids, const FindOptions& options) {
  constexpr std::size_t kMostEstimated = 32;
  std::size_t poses = 0;
  for (const PoseGrid& grid : grids) poses += grid.poses.size();
  double nanoseconds = 0;
  std::size_t estimated = 0;  // poses
  const ScoreOptions scoring = scoreOptionsOf(options);
  const std::size_t stride = (grids.size() + kMostEstimated - 1) / kMostEstimated;
  for (std::size_t n = 0; n < grids.size() && options.engine == "auto"; n += stride) {
    options.control.check();
    estimated += grids[n].poses.size();
    nanoseconds += pose::searchNanoseconds(scene.size(), scene.format(), needles[n], grids[n],
                                           scoring, options.pose.search);
  }
  const auto pixels = static_cast<double>(std::max<std::int64_t>(1, scene.size().pixels()));
  const auto count = static_cast<double>(std::max<std::size_t>(1, estimated));
  return {scene.size(),
          scene.format(),
          poses,
          nanoseconds / pixels / count,
          allThreads(options.control),
          poses};
}

const ImageView& visible(const Scene& scene) {
  if (scene.view() == nullptr) {
    throw Error(ErrorCode::badUse, phrase("poses are compared on the processor, which cannot read "
                                          "a picture that only a GPU holds"));
  }
  return *scene.view();
}

/// Searches by the engine's `FindPosed`, or else by its `FindScored`.
PosedPlaces run(const Registry& registry, const std::string& engine, const Scene& scene,
                std::span<const Needle> needles, std::span<const PoseGrid> grids,
                const ScoreOptions& options, PoseSearch search, const Control& control,
                RunReport& report) {
  if (registry.has<FindPosed>(engine)) {
    return registry.get<FindPosed>(engine)(scene, needles, grids, options, search, control, report);
  }
  return pose::poseByScores(registry.get<FindScored>(engine), scene, needles, grids, options,
                            search, control, report);
}

}  // namespace

PosedPlaces pose::poseByScores(const FindScored::Function& find, const Scene& scene,
                               std::span<const Needle> needles, std::span<const PoseGrid> grids,
                               const ScoreOptions& options, PoseSearch search,
                               const Control& control, RunReport& report) {
  const ImageView& view = hostView(scene);
  const int threads = threadsFor(control);
  return withBorder(
      poseCompletely(find, scene, view, needles, grids, options, threads, control, report, false),
      view, needles, grids, options, search, threads, control, report);
}

Finding pose::findPosed(const Registry& registry, const Scene& scene,
                        std::span<const Needle> needles, const FindOptions& options) {
  const PoseOptions& pose = options.pose;
  const SelectOptions& select = options.select;
  const Control& control = options.control;
  checkPosed(options);
  ScoreOptions asked = scoreOptionsOf(options);
  score::checkScored(scene.size(), scene.format(), needles, asked, control);
  const ImageView view = visible(scene);
  std::vector<PoseGrid> grids;
  grids.reserve(needles.size());
  for (const Needle& needle : needles) {
    control.check();
    grids.push_back(pose::gridFor(needle, pose, options.weighted));
  }

  if (select.top == 1) asked.most = 1;
  Finding finding;
  finders::SearchAttempt attempt(
      registry, scene, options, workloadOf(scene, needles, grids, options),
      [&] {
        return registry.has<FindPosed>(kDeviceEngine) ? Message()
                                                      : registry.refusal<FindScored>(kDeviceEngine);
      },
      finding.report);
  PosedPlaces places;
  attempt.run([&] {
    // Unsupported engines are refused before the upload.
    if (!registry.has<FindPosed>(attempt.engine())) registry.get<FindScored>(attempt.engine());
    places = run(registry, attempt.engine(), attempt.scene(), needles, grids, asked, pose.search,
                 control, finding.report);
  });
  const auto refined = [&](const PosedPeak& peak) {
    Match match = matchOf(peak, scene.size(), needles, grids);
    const std::uint32_t n = peak.peak.needle;
    refinePose(view, NeedleWarper(needles[n], options.weighted), grids[n], peak, match);
    return match;
  };
  const auto loops = loopsOf(finding.report.engine, control);
  {
    const StageTimer timer(finding.report.timeline, "select");
    const auto unrefined = [&](const PosedPeak& peak) {
      return matchOf(peak, scene.size(), needles, grids);
    };
    pose::keepUncovered(places.peaks, unrefined, select, finding.report.threads, control);
  }
  const StageTimer timer(finding.report.timeline, "refine");
  finding.matches.resize(places.peaks.size());
  const Control quiet{control.threads, control.stop, {}};
  parallelFor(static_cast<std::int64_t>(places.peaks.size()), threadsFor(control), quiet,
              [&](std::int64_t i, int) {
                const auto k = static_cast<std::size_t>(i);
                finding.matches[k] = refined(places.peaks[k]);
              });
  if (places.best) finding.best = refined(*places.best);
  return finding;
}

void addPosed(Registry& registry) {
  registry.add<FindPosed>(
      "reference", [](const Scene& scene, std::span<const Needle> needles,
                      std::span<const PoseGrid> grids, const ScoreOptions& options,
                      PoseSearch /*tries all*/, const Control& control, RunReport& report) {
        return pose::poseByReference(hostView(scene), needles, grids, options, control, report);
      });
  addOnProcessor<FindPosed>(registry, [](const ProcessorEngine& engine) {
    return [engine](const Scene& scene, const auto& needles, const auto& grids,
                    const ScoreOptions& options, PoseSearch search, const Control& control,
                    RunReport& report) {
      const ImageView& view = hostView(scene);
      const int threads = engine.threads(control);
      report.engine = engine.name;
      if (search == PoseSearch::fast) {
        return pose::withBorder(
            pose::poseFast(view, needles, grids, options, threads, control, report), view, needles,
            grids, options, search, threads, control, report);
      }
      const FindScored::Function find = [&](const Scene& given, const auto& some, const auto& asked,
                                            const Control& own, RunReport& scored) {
        scored.engine = engine.name;
        return score::scoreFast(hostView(given), some, asked, threads, own, scored);
      };
      return pose::withBorder(pose::poseCompletely(find, scene, view, needles, grids, options,
                                                   threads, control, report, true),
                              view, needles, grids, options, search, threads, control, report);
    };
  });
}

}  // namespace espy
