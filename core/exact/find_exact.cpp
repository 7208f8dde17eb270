// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "espy/exact.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/parallel.h"
#include "base/phrase.h"
#include "base/processor_engines.h"
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
  const find::EqualNeedles equal(needles);
  const std::span<const Needle> distinct = equal.distinct();
  Finding finding;
  std::optional<find::PlaceSelection> selection;
  const auto runOn = [&](const std::string& name, RunReport& report) {
    const auto& find = registry.get<FindExact>(name);
    selection.emplace(scene.size(), distinct, select, control);
    ExactOptions asked = options;
    asked.take = [&](std::uint32_t n, std::vector<Place>&& places) {
      selection->take(n, std::move(places));
    };
    std::vector<std::vector<Place>> others = scene.givenTo(
        registry, name, control, report.timeline,
        [&](const Scene& given) { return find(given, distinct, asked, control, report); });
    for (std::uint32_t n = 0; n < others.size(); ++n) {
      if (!others[n].empty()) asked.take(n, std::move(others[n]));
    }
  };
  const double nanoseconds = options.tolerance > 0 ? exact::costs::kTolerantPixel : 0;
  const find::Work work{scene.size(), scene.format(), distinct.size(), nanoseconds,
                        allThreads(control)};
  find::runAsAsked<FindExact>(registry, engine, scene, work, finding, runOn);
  finding.matches = selection->matches();
  if (options.tolerance > 0 && options.distances) {
    // Only a tolerance lets an exact match be off; the distance is wanted of the selected alone.
    const StageTimer timer(finding.report.timeline, "distances");
    if (const ImageView* view = scene.view(); view != nullptr) {
      const int threads = finding.report.threads > 1 ? threadsFor(control) : 1;
      const auto loops = loopsOf(finding.report.engine, control);
      exact::fillDistances(*view, distinct, finding.matches, threads, control);
    } else {
      registry.get<FillDistances>(scene.kept()->engine())(scene, distinct, finding.matches,
                                                          control);
    }
  }
  equal.restore(finding.matches, select, control);
  return finding;
}

void addExact(Registry& registry) {
  registry.add<FindExact>(
      "reference", [](const Scene& scene, std::span<const Needle> needles,
                      const ExactOptions& options, const Control& control, RunReport& report) {
        return exact::findByReference(hostView(scene), needles, options, control, report);
      });
  addOnProcessor<FindExact>(registry, [](const ProcessorEngine& engine) {
    return [engine](const Scene& scene, std::span<const Needle> needles,
                    const ExactOptions& options, const Control& control, RunReport& report) {
      report.engine = engine.name;
      return exact::findExactFast(hostView(scene), needles, options, engine.threads(control),
                                  control, report);
    };
  });
  const auto fill = [](const ProcessorEngine& engine) {
    return [engine](const Scene& scene, std::span<const Needle> needles, std::span<Match> matches,
                    const Control& control) {
      exact::fillDistances(hostView(scene), needles, matches, engine.threads(control), control);
    };
  };
  addOnProcessor<FillDistances>(registry, fill);
  registry.add<FillDistances>("reference", fill({"reference", false, false}));
}

}  // namespace espy
