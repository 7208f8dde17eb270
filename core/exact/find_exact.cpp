// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "espy/exact.h"

#include <algorithm>

#include "base/parallel.h"
#include "espy/error.h"
#include "exact/costs.h"
#include "exact/distance.h"
#include "exact/exact.h"
#include "exact/reference.h"
#include "find/check.h"
#include "find/choose.h"
#include "find/select.h"
#include "picture/host_picture.h"

namespace espy {
namespace {

FindExact::Function fastOn(const char* engine, bool manyThreads) {
  return [engine, manyThreads](const ImageView& scene, std::span<const Needle> needles,
                               const ExactOptions& options, const Control& control,
                               RunReport& report) {
    report.engine = engine;
    return exact::findExactFast(scene, needles, options, manyThreads ? threadsFor(control) : 1,
                                control, report);
  };
}

/// Throws an `Error` for a request that makes no sense, before any engine sees it.
void checkExact(Size scene, std::span<const Needle> needles, const ExactOptions& options) {
  if (options.tolerance < 0) throw Error(ErrorCode::badUse, "the tolerance is negative");
  find::checkRequest(scene, needles);
}

/// Adds an engine of the processor, which searches the pictures that it keeps like any other.
void addExactOnHost(Registry& registry, const char* engine, const FindExact::Function& find) {
  registry.add<FindExact>(engine, find);
  registry.add<FindExactResident>(
      engine, [find](ResidentPicture& scene, std::span<const Needle> needles,
                     const ExactOptions& options, const Control& control, RunReport& report) {
        return find(hostView(scene), needles, options, control, report);
      });
  registry.add<DistancesResident>(
      engine, [](ResidentPicture& scene, std::span<const Needle> needles, std::span<Match> matches,
                 const Control& control) {
        exact::fillDistances(hostView(scene), needles, matches, threadsFor(control), control);
      });
}

}  // namespace

Finding findExact(const Registry& registry, std::string_view engine, const ImageView& scene,
                  std::span<const Needle> needles, const ExactOptions& options,
                  const SelectOptions& select, const Control& control) {
  checkExact(scene.size(), needles, options);
  Finding finding;
  const auto runOn = [&](const std::string& name, RunReport& report) {
    return registry.get<FindExact>(name)(scene, needles, options, control, report);
  };
  const double nanoseconds = options.tolerance > 0 ? exact::costs::kTolerantPixel : 0;
  const find::Work work{scene.size(), scene.format(), needles.size(), nanoseconds,
                        threadsFor(control)};
  std::vector<std::vector<Place>> places =
      engine == "auto" ? find::runOnChosen<FindExact>(registry, work, finding, runOn)
                       : runOn(std::string(engine), finding.report);
  finding.matches = find::selectPlaces(std::move(places), needles, select, control);
  if (options.tolerance > 0 && options.distances) {
    // Only a tolerance lets an exact match be off; the distance is wanted of the selected alone.
    const StageTimer timer(finding.report.timeline, "distances");
    const int threads = finding.report.threads > 1 ? threadsFor(control) : 1;
    exact::fillDistances(scene, needles, finding.matches, threads, control);
  }
  return finding;
}

Finding findExact(const Registry& registry, ResidentPicture& scene, std::span<const Needle> needles,
                  const ExactOptions& options, const SelectOptions& select,
                  const Control& control) {
  checkExact(scene.size(), needles, options);
  const auto& run = registry.get<FindExactResident>(scene.engine());
  const auto& distances = registry.get<DistancesResident>(scene.engine());
  Finding finding;
  finding.choice = "the picture is kept by " + scene.engine();
  finding.matches = find::selectPlaces(run(scene, needles, options, control, finding.report),
                                       needles, select, control);
  if (options.tolerance > 0 && options.distances) {
    const StageTimer timer(finding.report.timeline, "distances");
    distances(scene, needles, finding.matches, control);
  }
  return finding;
}

void addExact(Registry& registry) {
  addExactOnHost(registry, "reference", exact::findByReference);
  addExactOnHost(registry, "sequential", fastOn("sequential", false));
  addExactOnHost(registry, "openmp", fastOn("openmp", true));
}

}  // namespace espy
