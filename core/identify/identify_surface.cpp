// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "base/phrase.h"
#include "espy/error.h"
#include "espy/surfaces.h"

namespace espy {
namespace {

SurfaceMatch matchOf(const SurfaceLibrary& library, const Features& query, const Ranked& ranked,
                     Ratio ratio) {
  SurfaceMatch match;
  const Surface surface = library.surface(ranked.reference);
  match.id = surface.id;
  match.reference = ranked.reference;
  match.count = ranked.count;
  match.pairs = matchedPairs(query.bytes, surface.features.bytes, ratio);
  match.verification = verifyPairs(query, surface.features, match.pairs);
  return match;
}

/// Says whether one of the matches is known, and which. The ranking is of at least two references,
/// if there are so many.
void judge(SurfaceAnswer& answer, const Ranking& ranking, std::int64_t leastInliers) {
  const std::vector<SurfaceMatch>& matches = answer.matches;
  if (matches.empty()) return;
  const auto best = std::ranges::max_element(
      matches, {}, [](const SurfaceMatch& match) { return match.verification.inlierCount; });
  answer.best = static_cast<std::size_t>(best - matches.begin());
  answer.known = best->verification.inlierCount >= leastInliers;
  const std::size_t rival = answer.best == 0 ? 1 : 0;
  answer.margin = best->count - (rival < ranking.size() ? ranking[rival].count : 0);
}

/// What all took together, as the part of one.
Timeline shareOf(const Timeline& timeline, std::size_t queries) {
  Timeline share;
  for (const Timeline::Stage& stage : timeline.stages()) {
    share.add(stage.name, stage.milliseconds / static_cast<double>(queries));
  }
  return share;
}

}  // namespace

FeatureOptions queryOptions(const SurfaceLibrary& library, const IdentifyOptions& options) {
  return {options.queryFeatures, library.facts().options.longestSide};
}

void requireMaker(const std::string& folder, const SurfaceFacts& facts, const std::string& maker) {
  if (facts.maker.empty() || facts.maker == maker) return;
  throw Error(ErrorCode::unsupported,
              phrase("{}: its features were made by {}, and here they are made by {}, so they "
                     "cannot be compared",
                     folder, facts.maker, maker));
}

std::vector<SurfaceAnswer> identifySurfaces(const Registry& registry, std::string_view engine,
                                            const SurfaceLibrary& library,
                                            std::span<const Features> queries,
                                            const IdentifyOptions& options,
                                            const Control& control) {
  requireMaker(library.folder(), library.facts(), featureMaker());
  std::vector<std::span<const std::uint8_t>> features;
  for (const Features& query : queries) features.emplace_back(query.bytes);
  const auto shelf = library.shelf();
  RankOptions ranked = options.rank;
  // The margin needs somebody to be held against.
  if (ranked.top == 1) ranked.top = 2;
  const RankFinding finding = rankReferences(registry, engine, {*shelf, features, ranked}, control);
  std::vector<SurfaceAnswer> answers;
  for (std::size_t q = 0; q < queries.size(); ++q) {
    SurfaceAnswer answer;
    const Ranking& ranking = finding.rankings[q];
    answer.query = queries[q];
    answer.references = shelf->references();
    answer.report = finding.report;
    answer.report.timeline = shareOf(finding.report.timeline, queries.size());
    answer.choice = finding.choice;
    answer.fallback = finding.fallback;
    {
      const StageTimer timer(answer.report.timeline, "verify");
      const auto most = static_cast<std::size_t>(options.rank.top);
      for (const Ranked& one : std::span(ranking).first(std::min(most, ranking.size()))) {
        control.check();
        answer.matches.push_back(matchOf(library, queries[q], one, options.rank.ratio));
      }
    }
    judge(answer, ranking, options.leastInliers);
    answers.push_back(std::move(answer));
  }
  return answers;
}

SurfaceAnswer identifySurface(const Registry& registry, std::string_view engine,
                              const SurfaceLibrary& library, const ImageView& photograph,
                              const IdentifyOptions& options, const Control& control) {
  Timeline before;
  Features query;
  {
    const StageTimer timer(before, "features");
    query = featuresOf(photograph, queryOptions(library, options), control);
  }
  SurfaceAnswer answer =
      std::move(identifySurfaces(registry, engine, library, {&query, 1}, options, control).front());
  before.add(answer.report.timeline);
  answer.report.timeline = std::move(before);
  return answer;
}

}  // namespace espy
