// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "espy/score.h"

#include <algorithm>
#include <cmath>

#include "base/host_picture.h"
#include "base/parallel.h"
#include "espy/error.h"
#include "find/check.h"
#include "find/choose.h"
#include "find/score_fast.h"
#include "find/score_reference.h"

namespace espy {
namespace {

void checkScored(Size scene, PixelFormat format, std::span<const Needle> needles,
                 const ScoreOptions& options) {
  find::checkRequest(scene, needles, {});
  if (std::isnan(options.minScore)) {
    throw Error(ErrorCode::badUse, "the minimum score is not a number");
  }
  if (options.weighted && options.method == Method::zncc) {
    throw Error(ErrorCode::badUse,
                "with zncc a pixel takes part or not; weights are for sad and ssd");
  }
  for (const Needle& needle : needles) {
    const find::NeedleSums sums = find::sumsOf(needle, format, options.weighted);
    if (sums.weight == 0) throw Error(ErrorCode::badUse, "no pixel of the needle has any weight");
    if (options.method == Method::zncc && sums.variance() == 0) {
      throw Error(ErrorCode::badUse,
                  "the needle has one colour only, which zncc cannot compare; use sad or ssd");
    }
  }
}

using Search = std::function<ScoredPlaces(const ScoreOptions& options, RunReport& report)>;

/// Is this one of the engines whose bounds rule out the more, the higher the minimum is?
bool hasBounds(std::string_view engine) {
  return engine == "sequential" || engine == "openmp";
}

/// The best few need not wait for all that reaches a low minimum. Peaks over a higher one come
/// before all others, so if enough of them are left after selecting, they are the answer; that look
/// costs little where bounds rule most places out.
std::optional<std::vector<Match>> bestFew(const Search& search, ScoreOptions options,
                                          const SelectOptions& select, const Control& control,
                                          RunReport& report) {
  constexpr double kHigh = 0.9;
  constexpr double kWorthIt = 0.8;  // with this minimum bounds help as it is
  if (!select.top || options.minScore >= kWorthIt) return {};
  options.minScore = kHigh;
  options.wantBest = false;
  std::vector<Match> matches = search(options, report).peaks;
  selectMatches(matches, select, control);
  if (matches.size() < *select.top) return {};
  report.strategy += "; enough score 0.9";
  return matches;
}

/// Searches and selects.
void findInto(Finding& finding, RunReport& report, const Search& search, const std::string& engine,
              const ScoreOptions& options, const SelectOptions& select, const Control& control) {
  if (hasBounds(engine)) {
    if (auto few = bestFew(search, options, select, control, report)) {
      finding.matches = std::move(*few);
      return;
    }
  }
  ScoredPlaces places = search(options, report);
  finding.matches = std::move(places.peaks);
  finding.best = places.best;
  const StageTimer timer(report.timeline, "select");
  selectMatches(finding.matches, select, control);
}

/// Adds an engine of the processor, which searches the pictures that it keeps like any other.
void addScoredOnHost(Registry& registry, const char* engine, const FindScored::Function& find) {
  registry.add<FindScored>(engine, find);
  registry.add<FindScoredResident>(
      engine, [find](ResidentPicture& scene, std::span<const Needle> needles,
                     const ScoreOptions& options, const Control& control, RunReport& report) {
        return find(hostView(scene), needles, options, control, report);
      });
}

/// What there is to do for `auto`: every place is looked at, through transforms where that is
/// possible, which take much the same time for needles of all sizes, else sample by sample.
find::Work workOf(const ImageView& scene, std::span<const Needle> needles,
                  const ScoreOptions& options, const Control& control) {
  constexpr double kTransforms = 3.5;  // nanoseconds for a pixel of one channel
  constexpr double kSample = 0.012;    // and for one sample of a needle at one place
  double nanoseconds = 0;
  for (const Needle& needle : needles) {
    const int channels =
        std::max(needle.picture.format().colourChannels(), scene.format().colourChannels());
    const bool byTransform = options.method != Method::sad && !options.weighted;
    nanoseconds +=
        byTransform ? kTransforms * (1 + channels)
                    : 5 + kSample * channels * static_cast<double>(needle.picture.size().pixels());
  }
  return {scene.size(), scene.format(), needles.size(),
          nanoseconds / static_cast<double>(std::max<std::size_t>(needles.size(), 1)),
          threadsFor(control)};
}

/// Where a parabola through three neighbours has its top, as an offset from the middle one.
double topOf(double before, double middle, double after) {
  const double bend = before - 2 * middle + after;
  if (middle < before || middle < after || bend >= 0) return 0;
  return (before - after) / (2 * bend);
}

}  // namespace

Finding findScored(const Registry& registry, std::string_view engine, const ImageView& scene,
                   std::span<const Needle> needles, const ScoreOptions& options,
                   const SelectOptions& select, const Control& control) {
  checkScored(scene.size(), scene.format(), needles, options);
  Finding finding;
  const auto runOn = [&](const std::string& name, RunReport& report) {
    const auto& find = registry.get<FindScored>(name);
    const Search search = [&](const ScoreOptions& asked, RunReport& told) {
      return find(scene, needles, asked, control, told);
    };
    findInto(finding, report, search, name, options, select, control);
  };
  if (engine == "auto") {
    find::runOnChosen<FindScored>(registry, workOf(scene, needles, options, control), finding,
                                  runOn);
  } else {
    runOn(std::string(engine), finding.report);
  }
  return finding;
}

Finding findScored(const Registry& registry, ResidentPicture& scene,
                   std::span<const Needle> needles, const ScoreOptions& options,
                   const SelectOptions& select, const Control& control) {
  checkScored(scene.size(), scene.format(), needles, options);
  Finding finding;
  finding.choice = "the picture is kept by " + scene.engine();
  const auto& find = registry.get<FindScoredResident>(scene.engine());
  const Search search = [&](const ScoreOptions& asked, RunReport& told) {
    return find(scene, needles, asked, control, told);
  };
  findInto(finding, finding.report, search, scene.engine(), options, select, control);
  return finding;
}

ScoreMap mapScores(const Registry& registry, std::string_view engine, const ImageView& scene,
                   const Needle& needle, const ScoreOptions& options, const Control& control) {
  checkScored(scene.size(), scene.format(), {&needle, 1}, options);
  if (needle.picture.width() > scene.width() || needle.picture.height() > scene.height()) {
    throw Error(ErrorCode::badUse, "the needle is larger than the picture: there are no scores");
  }
  RunReport report;
  const std::string name =
      engine == "auto" ? (threadsFor(control) > 1 ? "openmp" : "sequential") : std::string(engine);
  return registry.get<MapScores>(name)(scene, needle, options, control, report);
}

SubPixel refined(const ImageView& scene, std::span<const Needle> needles, const Match& match,
                 const ScoreOptions& options) {
  const Needle& needle = needles[match.needle];
  const find::NeedleSums sums = find::sumsOf(needle, scene.format(), options.weighted);
  const std::int64_t x = match.x;
  const std::int64_t y = match.y;
  const auto score = [&](std::int64_t column, std::int64_t line) {
    return find::scoreAt(scene, needle, match.needle, sums, options, column, line).score;
  };
  SubPixel at{static_cast<double>(x), static_cast<double>(y)};
  if (x > 0 && x + needle.picture.width() < scene.width()) {
    at.x += topOf(score(x - 1, y), match.score, score(x + 1, y));
  }
  if (y > 0 && y + needle.picture.height() < scene.height()) {
    at.y += topOf(score(x, y - 1), match.score, score(x, y + 1));
  }
  return at;
}

void addScored(Registry& registry) {
  addScoredOnHost(registry, "reference", find::scoreByReference);
  registry.add<MapScores>("reference", find::mapByReference);
  for (const char* engine : {"sequential", "openmp"}) {
    const bool manyThreads = std::string_view(engine) == "openmp";
    const auto threads = [manyThreads](const Control& control) {
      return manyThreads ? threadsFor(control) : 1;
    };
    addScoredOnHost(
        registry, engine,
        [engine, threads](const ImageView& scene, std::span<const Needle> needles,
                          const ScoreOptions& options, const Control& control, RunReport& report) {
          report.engine = engine;
          return find::scoreFast(scene, needles, options, threads(control), control, report);
        });
    registry.add<MapScores>(engine, [engine, threads](const ImageView& scene, const Needle& needle,
                                                      const ScoreOptions& options,
                                                      const Control& control, RunReport& report) {
      report.engine = engine;
      return find::mapFast(scene, needle, options, threads(control), control, report);
    });
  }
}

}  // namespace espy
