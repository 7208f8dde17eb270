// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "espy/exact.h"

#include <algorithm>

#include "base/parallel.h"
#include "base/phrase.h"
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
  return [engine, manyThreads](const Scene& scene, std::span<const Needle> needles,
                               const ExactOptions& options, const Control& control,
                               RunReport& report) {
    report.engine = engine;
    return exact::findExactFast(hostView(scene), needles, options,
                                manyThreads ? threadsFor(control) : 1, control, report);
  };
}

/// Throws an `Error` for a request that makes no sense, before any engine sees it.
void checkExact(Size scene, std::span<const Needle> needles, const ExactOptions& options) {
  if (options.tolerance < 0) throw Error(ErrorCode::badUse, phrase("the tolerance is negative"));
  find::checkRequest(scene, needles);
}

}  // namespace

Finding findExact(const Registry& registry, std::string_view engine, const Scene& scene,
                  std::span<const Needle> needles, const ExactOptions& options,
                  const SelectOptions& select, const Control& control) {
  checkExact(scene.size(), needles, options);
  Finding finding;
  const auto runOn = [&](const std::string& name, RunReport& report) {
    const auto& find = registry.get<FindExact>(name);
    return scene.givenTo(registry, name, control, report.timeline, [&](const Scene& given) {
      return find(given, needles, options, control, report);
    });
  };
  const double nanoseconds = options.tolerance > 0 ? exact::costs::kTolerantPixel : 0;
  const find::Work work{scene.size(), scene.format(), needles.size(), nanoseconds,
                        allThreads(control)};
  std::vector<std::vector<Place>> places =
      find::runAsAsked<FindExact>(registry, engine, scene, work, finding, runOn);
  finding.matches = find::selectPlaces(std::move(places), needles, select, control);
  if (options.tolerance > 0 && options.distances) {
    // Only a tolerance lets an exact match be off; the distance is wanted of the selected alone.
    const StageTimer timer(finding.report.timeline, "distances");
    if (const ImageView* view = scene.view(); view != nullptr) {
      const int threads = finding.report.threads > 1 ? threadsFor(control) : 1;
      exact::fillDistances(*view, needles, finding.matches, threads, control);
    } else {
      registry.get<FillDistances>(scene.kept()->engine())(scene, needles, finding.matches, control);
    }
  }
  return finding;
}

void addExact(Registry& registry) {
  registry.add<FindExact>(
      "reference", [](const Scene& scene, std::span<const Needle> needles,
                      const ExactOptions& options, const Control& control, RunReport& report) {
        return exact::findByReference(hostView(scene), needles, options, control, report);
      });
  registry.add<FindExact>("sequential", fastOn("sequential", false));
  registry.add<FindExact>("openmp", fastOn("openmp", true));
  for (const char* engine : {"reference", "sequential", "openmp"}) {
    registry.add<FillDistances>(
        engine, [engine](const Scene& scene, std::span<const Needle> needles,
                         std::span<Match> matches, const Control& control) {
          const int threads = std::string_view(engine) == "openmp" ? threadsFor(control) : 1;
          exact::fillDistances(hostView(scene), needles, matches, threads, control);
        });
  }
}

}  // namespace espy
