// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "espy/find.h"

#include <algorithm>

#include "base/host_picture.h"
#include "base/parallel.h"
#include "espy/error.h"
#include "find/check.h"
#include "find/choose.h"
#include "find/distance.h"
#include "find/exact.h"
#include "find/flag_matches.h"
#include "find/reference.h"

namespace espy {
namespace {

FindExact::Function fastOn(const char* engine, bool manyThreads) {
  return [engine, manyThreads](const ImageView& scene, std::span<const Needle> needles,
                               const ExactOptions& options, const Control& control,
                               RunReport& report) {
    report.engine = engine;
    return find::findExactFast(scene, needles, options, manyThreads ? threadsFor(control) : 1,
                               control, report);
  };
}

FlagMatches::Function flagsOn(bool manyThreads) {
  return [manyThreads](Size scene, std::span<const Match> matches, int lastPass,
                       const Control& control) {
    return find::flagMatchesFast(scene, matches, lastPass, manyThreads ? threadsFor(control) : 1,
                                 control);
  };
}

std::vector<Match> asMatches(const std::vector<std::vector<Place>>& places,
                             std::span<const Needle> needles, const Control& control) {
  std::size_t count = 0;
  for (const auto& ofNeedle : places) count += ofNeedle.size();
  std::vector<Match> matches;
  matches.reserve(count);
  for (std::uint32_t n = 0; n < places.size(); ++n) {
    const Size size = needles[n].picture.size();
    for (const Place& place : places[n]) {
      if (matches.size() % 65536 == 0) control.check();
      Match match;
      match.needle = n;
      match.x = place.x;
      match.y = place.y;
      match.width = static_cast<std::uint32_t>(size.width);
      match.height = static_cast<std::uint32_t>(size.height);
      matches.push_back(match);
    }
  }
  return matches;
}

void fillDistances(const ImageView& scene, std::span<const Needle> needles,
                   std::span<Match> matches, const Control& control) {
  for (Match& match : matches) {
    control.check();
    match.distance = find::absoluteDistance(scene, needles[match.needle], match.x, match.y);
  }
}

/// Why the engine of the graphics card cannot do an exact search here, or nothing.
std::string objectionToCard(const Registry& registry) {
  const std::vector<std::string> names = registry.engineNames();
  const std::string card = find::kCardEngine;
  if (std::find(names.begin(), names.end(), card) == names.end())
    return "there is no engine " + card;
  const Engine& engine = registry.engine(card);
  if (!engine.available) return "engine " + card + " cannot run here: " + engine.detail;
  return registry.has<FindExact>(card) ? "" : "engine " + card + " has no " + FindExact::kName;
}

/// One search, which is the same on any engine.
struct Request {
  const Registry& registry;
  const ImageView& scene;
  std::span<const Needle> needles;
  const ExactOptions& options;
  const Control& control;

  std::vector<std::vector<Place>> runOn(const std::string& engine, RunReport& report) const {
    return registry.get<FindExact>(engine)(scene, needles, options, control, report);
  }
};

/// Lets `auto` choose. Where the card that it chose fails, the processor does the work, and the
/// finding says why.
std::vector<std::vector<Place>> runOnChosen(const Request& request, Finding& finding) {
  const find::Choice choice =
      find::chooseEngine({request.scene.size(), request.scene.format(), request.needles.size(),
                          request.options.tolerance, threadsFor(request.control)},
                         [&] { return objectionToCard(request.registry); });
  finding.choice = choice.why;
  Timeline attempt;
  try {
    const StageTimer timer(attempt, "failed on " + choice.engine);
    return request.runOn(choice.engine, finding.report);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::device || choice.instead.empty()) throw;
    finding.fallback = error.what();
  }
  finding.report = {};
  finding.report.timeline.add(attempt);
  return request.runOn(choice.instead, finding.report);
}

/// Adds an engine of the processor, which searches the pictures that it keeps like any other.
void addFindOnHost(Registry& registry, const char* engine, const FindExact::Function& find) {
  registry.add<FindExact>(engine, find);
  registry.add<FindExactResident>(
      engine, [find](ResidentPicture& scene, std::span<const Needle> needles,
                     const ExactOptions& options, const Control& control, RunReport& report) {
        return find(hostView(scene), needles, options, control, report);
      });
  registry.add<DistancesResident>(
      engine,
      [](ResidentPicture& scene, std::span<const Needle> needles, std::span<Match> matches,
         const Control& control) { fillDistances(hostView(scene), needles, matches, control); });
}

}  // namespace

Finding findExact(const Registry& registry, std::string_view engine, const ImageView& scene,
                  std::span<const Needle> needles, const ExactOptions& options,
                  const SelectOptions& select, const Control& control) {
  find::checkRequest(scene.size(), needles, options);
  Finding finding;
  const Request request{registry, scene, needles, options, control};
  const std::vector<std::vector<Place>> places =
      engine == "auto" ? runOnChosen(request, finding)
                       : request.runOn(std::string(engine), finding.report);
  finding.matches = asMatches(places, needles, control);
  selectMatches(finding.matches, select, control);
  if (options.tolerance > 0) {
    // Only a tolerance lets an exact match be off; the distance is wanted of the selected alone.
    const StageTimer timer(finding.report.timeline, "distances");
    fillDistances(scene, needles, finding.matches, control);
  }
  return finding;
}

Finding findExact(const Registry& registry, ResidentPicture& scene, std::span<const Needle> needles,
                  const ExactOptions& options, const SelectOptions& select,
                  const Control& control) {
  find::checkRequest(scene.size(), needles, options);
  const auto& run = registry.get<FindExactResident>(scene.engine());
  const auto& distances = registry.get<DistancesResident>(scene.engine());
  Finding finding;
  finding.choice = "the picture is kept by " + scene.engine();
  finding.matches =
      asMatches(run(scene, needles, options, control, finding.report), needles, control);
  selectMatches(finding.matches, select, control);
  if (options.tolerance > 0) {
    const StageTimer timer(finding.report.timeline, "distances");
    distances(scene, needles, finding.matches, control);
  }
  return finding;
}

void addFind(Registry& registry) {
  addFindOnHost(registry, "reference", find::findByReference);
  addFindOnHost(registry, "sequential", fastOn("sequential", false));
  addFindOnHost(registry, "openmp", fastOn("openmp", true));
  registry.add<FlagMatches>("reference", find::flagByReference);
  registry.add<FlagMatches>("sequential", flagsOn(false));
  registry.add<FlagMatches>("openmp", flagsOn(true));
}

}  // namespace espy
