// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "exact/find_exact.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/parallel.h"
#include "base/phrase.h"
#include "espy/error.h"
#include "exact/costs.h"
#include "exact/distance.h"
#include "exact/exact.h"
#include "exact/reference.h"
#include "find/check.h"
#include "find/choose.h"
#include "find/equal_needles.h"
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
void checkExact(Size scene, std::span<const Needle> needles, const FindOptions& options) {
  if (options.tolerance < 0) throw Error(ErrorCode::badUse, phrase("the tolerance is negative"));
  finders::checkRequest(scene, needles);
}

/// Only a tolerance lets an exact match be off.
void fillIn(const Registry& registry, const Scene& scene, std::span<const Needle> needles,
            const Control& control, Finding& finding) {
  const StageTimer timer(finding.report.timeline, "distances");
  if (const ImageView* view = scene.view(); view != nullptr) {
    const int threads = finding.report.threads > 1 ? threadsFor(control) : 1;
    exact::fillDistances(*view, needles, finding.matches, threads, control);
  } else {
    registry.get<FillDistances>(scene.kept()->engine())(scene, needles, finding.matches, control);
  }
}

}  // namespace

Finding exact::findExact(const Registry& registry, const Scene& scene,
                         std::span<const Needle> needles, const FindOptions& options) {
  checkExact(scene.size(), needles, options);
  const Control& control = options.control;
  const finders::EqualNeedles equal(needles);
  const std::span<const Needle> distinct = equal.distinct();
  const double nanoseconds = options.tolerance > 0 ? exact::costs::kTolerantPixel : 0;
  const finders::Work work{scene.size(), scene.format(), distinct.size(), nanoseconds,
                           allThreads(control)};
  Finding finding;
  finders::Attempt attempt(
      registry, scene, options, work,
      [&] { return registry.refusal<FindExact>(finders::kCardEngine); }, finding.report);
  std::optional<finders::PlaceSelection> selection;
  const ExactOptions asked{
      options.tolerance, options.distances,
      [&](std::uint32_t n, std::vector<Place>&& places) { selection->take(n, std::move(places)); }};
  while (!selection) {
    try {
      const FindExact::Function& run = registry.get<FindExact>(attempt.engine());
      selection.emplace(scene.size(), distinct, options.select, control);
      auto others = run(attempt.scene(), distinct, asked, control, finding.report);
      for (std::uint32_t n = 0; n < others.size(); ++n) {
        if (!others[n].empty()) selection->take(n, std::move(others[n]));
      }
    } catch (const Error& error) {
      attempt.recover(error);
      selection.reset();
    }
  }
  finding.matches = selection->matches();
  if (options.tolerance > 0 && options.distances) {
    fillIn(registry, scene, distinct, control, finding);
  }
  equal.restore(finding.matches, options.select, control);
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
