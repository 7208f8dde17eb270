// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "exact/find_exact.h"

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

/// Throws an `Error` for an invalid request. Common to all engines.
void checkExact(Size scene, std::span<const Needle> needles, const FindOptions& options) {
  if (options.tolerance < 0) throw Error(ErrorCode::badUse, phrase("the tolerance is negative"));
  finders::checkRequest(scene, needles);
}

/// Sets the distances; without a tolerance they are 0.
void fillIn(const Registry& registry, const Scene& scene, std::span<const Needle> needles,
            const Control& control, Finding& finding) {
  const StageTimer timer(finding.report.timeline, "distances");
  if (const ImageView* view = scene.view(); view != nullptr) {
    const int threads = finding.report.threads > 1 ? threadsFor(control) : 1;
    const auto loops = loopsOf(finding.report.engine, control);
    exact::fillDistances(*view, needles, finding.matches, threads, control);
  } else {
    registry.get<FillDistances>(scene.kept()->engine())(scene, needles, finding.matches, control);
  }
}

/// Adds the matches that begin above row `end` of the scene to the selection.
void findInRows(const FindExact::Function& find, const Scene& scene, std::int64_t end,
                std::span<const Needle> needles, const ExactOptions& options,
                finders::PlaceSelection& selection, const Control& control, RunReport& report) {
  ExactOptions asked = options;
  asked.take = [&](std::uint32_t n, std::vector<Place>&& places) {
    while (!places.empty() && places.back().y >= end) places.pop_back();  // of the next band
    selection.take(n, std::move(places));
  };
  std::vector<std::vector<Place>> others = find(scene, needles, asked, control, report);
  for (std::uint32_t n = 0; n < others.size(); ++n) {
    if (!others[n].empty()) asked.take(n, std::move(others[n]));
  }
}

/// Searches a scene in as many bands as the selection requests. A picture in device memory is
/// searched as a whole.
void findInBands(const FindExact::Function& find, const Scene& scene,
                 std::span<const Needle> needles, const ExactOptions& options,
                 finders::PlaceSelection& selection, const Control& control, RunReport& report) {
  const Size size = scene.size();
  const ImageView* const view = scene.view();
  const std::int64_t bands = view != nullptr ? selection.bands() : 1;
  if (bands == 1) {
    findInRows(find, scene, size.height, needles, options, selection, control, report);
    return;
  }
  std::int64_t highest = 1;
  for (const Needle& needle : needles) highest = std::max(highest, needle.picture.height());
  bool more = true;
  for (std::int64_t band = 0; band < bands && more; ++band) {
    const std::int64_t first = band * size.height / bands;
    const std::int64_t rows = (band + 1) * size.height / bands - first;
    const std::int64_t read = std::min(rows + highest - 1, size.height - first);
    selection.beginBand(first, rows);
    const ImageView part = view->crop(0, first, {size.width, read});
    findInRows(find, Scene(part), rows, needles, options, selection, control, report);
    more = selection.endBand();
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
  const finders::Workload work{scene.size(), scene.format(), distinct.size(), nanoseconds,
                               allThreads(control)};
  Finding finding;
  finders::SearchAttempt attempt(
      registry, scene, options, work, [&] { return registry.refusal<FindExact>(kDeviceEngine); },
      finding.report);
  std::optional<finders::PlaceSelection> selection;
  const ExactOptions asked{options.tolerance, options.distances, {}};
  attempt.run([&] {
    const FindExact::Function& run = registry.get<FindExact>(attempt.engine());
    selection.emplace(scene.size(), distinct, options.select, control);
    findInBands(run, attempt.scene(), distinct, asked, *selection, control, finding.report);
  });
  finding.matches = selection->matches();
  if (options.tolerance > 0 && options.distances) {
    fillIn(registry, scene, distinct, control, finding);
  }
  equal.restore(finding.matches, options.select, control);
  return finding;
}

void addExact(Registry& registry) {
  registry.add<FindExact>("reference", [](const Scene& scene, auto&&... rest) {
    return exact::findByReference(hostView(scene), rest...);
  });
  addOnProcessor<FindExact>(registry, [](const ProcessorEngine& engine) {
    return [engine](const Scene& scene, const auto& needles, const auto& options,
                    const Control& control, RunReport& report) {
      report.engine = engine.name;
      return exact::findExactFast(hostView(scene), needles, options, engine.threads(control),
                                  control, report);
    };
  });
  const auto fill = [](const ProcessorEngine& engine) {
    return [engine](const Scene& scene, const auto& needles, const auto& matches,
                    const Control& control) {
      exact::fillDistances(hostView(scene), needles, matches, engine.threads(control), control);
    };
  };
  addOnProcessor<FillDistances>(registry, fill);
  registry.add<FillDistances>("reference", fill({"reference", false, false}));
}

}  // namespace espy
