// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "espy/find.h"

#include <fmt/format.h>

#include "base/parallel.h"
#include "find/check.h"
#include "find/distance.h"
#include "find/exact.h"
#include "find/flag_matches.h"
#include "find/reference.h"

namespace espy {
namespace {

/// Which engine `auto` takes, and why.
struct Choice {
  std::string engine;
  std::string why;
};

Choice chooseEngine(const ImageView& scene, std::span<const Needle> needles,
                    const ExactOptions& options, const Control& control) {
  const int threads = threadsFor(control);
  if (threads == 1) return {"sequential", "there is one thread"};
  // Sampling touches few pixels, so a small picture is searched before threads have started; with a
  // tolerance every place is tested.
  const double megapixels = static_cast<double>(scene.size().pixels()) / 1e6;
  const double work = megapixels * (options.tolerance > 0 ? 16.0 : 1.0) *
                      (1.0 + static_cast<double>(needles.size()) / 16);
  constexpr double kWorthThreads = 4.0;
  if (work < kWorthThreads) {
    return {"sequential",
            fmt::format("{:.1f} megapixels are done before threads have started", megapixels)};
  }
  return {"openmp", fmt::format("{:.1f} megapixels are worth {} threads", megapixels, threads)};
}

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

}  // namespace

Finding findExact(const Registry& registry, std::string_view engine, const ImageView& scene,
                  std::span<const Needle> needles, const ExactOptions& options,
                  const SelectOptions& select, const Control& control) {
  Finding finding;
  std::string name(engine);
  if (engine == "auto") {
    const Choice choice = chooseEngine(scene, needles, options, control);
    name = choice.engine;
    finding.choice = choice.why;
  }
  const auto& run = registry.get<FindExact>(name);
  find::checkRequest(scene, needles, options);
  const std::vector<std::vector<Place>> places =
      run(scene, needles, options, control, finding.report);
  finding.matches = asMatches(places, needles, control);
  selectMatches(finding.matches, select, control);
  if (options.tolerance > 0) {
    // Only a tolerance lets an exact match be off; the distance is wanted of the selected alone.
    const StageTimer timer(finding.report.timeline, "distances");
    for (Match& match : finding.matches) {
      control.check();
      match.distance = find::absoluteDistance(scene, needles[match.needle], match.x, match.y);
    }
  }
  return finding;
}

void addFind(Registry& registry) {
  registry.add<FindExact>("reference", find::findByReference);
  registry.add<FindExact>("sequential", fastOn("sequential", false));
  registry.add<FindExact>("openmp", fastOn("openmp", true));
  registry.add<FlagMatches>("reference", find::flagByReference);
  registry.add<FlagMatches>("sequential", flagsOn(false));
  registry.add<FlagMatches>("openmp", flagsOn(true));
}

}  // namespace espy
