// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "espy/look.h"

#include <fmt/format.h>

#include <cstddef>
#include <utility>

#include "base/phrase.h"
#include "base/processor_engines.h"
#include "espy/json.h"
#include "find/json.h"

namespace espy {
namespace {

/// Drops matches that the judge calls false.
void keepJudged(const Registry& registry, const ImageView& picture, const Needle& needle,
                const Judge& judge, double recall, const Control& control, Look& look) {
  Finding& finding = look.finding;
  const std::string& by = finding.report.engine;
  const Message refusal = registry.refusal<RateSamples>(by);
  const bool able = refusal.empty();
  // A regression asks no engine.
  if (!able && judge.by == Judge::By::network) look.judgedElsewhere = refusal;
  const std::vector<double> all = judgeMatches(registry, able ? by : kAllCores, judge, needle,
                                               picture, finding.matches, control);
  const double threshold = judge.threshold(recall);
  std::size_t to = 0;
  for (std::size_t m = 0; m < all.size(); ++m) {
    if (all[m] < threshold) continue;
    look.judged.push_back(all[m]);
    finding.matches[to++] = finding.matches[m];
  }
  finding.matches.resize(to);
}

/// A pose says already where its match lies.
SubPixel placeOfPose(const Match& match, Size scene, const PoseOptions& pose) {
  const bool hangsOver = pose.visible < 1 && (match.x == 0 || match.y == 0 ||
                                              std::int64_t{match.x} + match.width == scene.width ||
                                              std::int64_t{match.y} + match.height == scene.height);
  // Its box is what of it lies inside.
  if (hangsOver) return {static_cast<double>(match.x), static_cast<double>(match.y)};
  const SubPixel centre = outlineOf(match).centre;
  return {centre.x - match.width / 2.0, centre.y - match.height / 2.0};
}

SubPixels refinedAll(const ImageView& picture, std::span<const Needle> needles,
                     const LookOptions& options, const Finding& finding, const Control& control) {
  SubPixels places;
  if (options.pose.isAsked()) {
    for (const Match& match : finding.matches) {
      places.matches.push_back(placeOfPose(match, picture.size(), options.pose));
    }
    if (finding.best) {
      places.best = placeOfPose(*finding.best, picture.size(), options.pose);
    }
    return places;
  }
  const ScoreOptions score = options.forScored();
  places.matches = refined(picture, needles, finding.matches, score, control);
  if (finding.best) places.best = refined(picture, needles, *finding.best, score);
  return places;
}

/// Searched from coarse to fine, the best of what was met need not be the best of all: who asks for
/// the nearest place gets that of the complete search.
bool asksForNearestPose(const LookOptions& options) {
  return options.nearest && options.scored() && options.pose.isAsked() &&
         options.pose.search == PoseSearch::fast && options.select.top.value_or(1) > 0;
}

void findNearestPose(const Registry& registry, std::string_view engine, const Scene& scene,
                     std::span<const Needle> needles, SearchOptions options, const Control& control,
                     Finding& finding) {
  constexpr double kNoScore = 2;  // that nothing reaches
  options.minScore = kNoScore;
  options.wantBest = true;
  options.pose.search = PoseSearch::complete;
  Finding nearest = search(registry, engine, scene, needles, options, control);
  finding.best = nearest.best;
  finding.report.timeline.add(nearest.report.timeline);
  alsoSay(finding.report.strategy, nearest.report.strategy);
}

}  // namespace

Look lookAt(const Registry& registry, std::string_view engine, const Scene& scene,
            std::span<const Needle> needles, const LookOptions& options, const Judge* judge,
            const Control& control) {
  Look look;
  Finding& finding = look.finding;
  SearchOptions asked = options;
  const bool nearestPose = asksForNearestPose(options);
  if (nearestPose) asked.wantBest = false;
  finding = search(registry, engine, scene, needles, asked, control);
  if (nearestPose && finding.matches.empty()) {
    findNearestPose(registry, engine, scene, needles, options, control, finding);
  }
  if (options.nearest && finding.matches.empty() && finding.best) {
    finding.matches.push_back(*finding.best);
  }
  Control quiet = control;
  quiet.progress = nullptr;
  if (judge != nullptr) {
    const StageTimer timer(finding.report.timeline, "judge");
    keepJudged(registry, *scene.view(), needles.front(), *judge, options.judgeRecall, quiet, look);
  }
  if (options.subPixel) {
    const StageTimer timer(finding.report.timeline, "refine");
    look.subPixels = refinedAll(*scene.view(), needles, options, finding, quiet);
  }
  return look;
}

void writeJson(const LookNames& names, Size size, const LookOptions& options, const Look& look,
               const std::function<void(std::string_view)>& write) {
  const Finding& finding = look.finding;
  std::vector<std::string> needles;
  for (const std::string& name : names.needles) needles.push_back(jsonString(name));
  const bool hasDistance = options.hasDistance();

  std::string part = fmt::format(
      "{{\"image\":{},\"width\":{},\"height\":{},\"engine\":{},\"method\":{},\"matches\":[",
      jsonString(names.image), size.width, size.height, jsonString(finding.report.engine),
      jsonString(methodName(options.method)));
  for (std::size_t i = 0; i < finding.matches.size(); ++i) {
    const Match& match = finding.matches[i];
    if (i > 0) part += ',';
    part += jsonMatch(match, needles[match.needle], hasDistance,
                      look.subPixels.matches.empty() ? nullptr : &look.subPixels.matches[i],
                      look.judged.empty() ? nullptr : &look.judged[i]);
    constexpr std::size_t kPart = 1 << 16;
    if (part.size() < kPart) continue;
    write(part);
    part.clear();
  }
  part += ']';
  if (const std::optional<Match>& best = finding.best; best) {
    part += ",\"best\":";
    part += jsonMatch(*best, needles[best->needle], hasDistance,
                      look.subPixels.best ? &*look.subPixels.best : nullptr);
  }
  write(part);
}

}  // namespace espy
