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

/// With a tolerance every place is looked at.
constexpr double kTolerantNanoseconds = 1.5;

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
  const auto runOn = [&](const std::string& name, RunReport& report) {
    return registry.get<FindExact>(name)(scene, needles, options, control, report);
  };
  const double nanoseconds = options.tolerance > 0 ? kTolerantNanoseconds : 0;
  const find::Work work{scene.size(), scene.format(), needles.size(), nanoseconds,
                        threadsFor(control)};
  const std::vector<std::vector<Place>> places =
      engine == "auto" ? find::runOnChosen<FindExact>(registry, work, finding, runOn)
                       : runOn(std::string(engine), finding.report);
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
