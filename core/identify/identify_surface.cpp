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

/// Says whether one of the matches is known, and which.
void judge(SurfaceAnswer& answer, std::int64_t leastInliers) {
  const std::vector<SurfaceMatch>& matches = answer.matches;
  if (matches.empty()) return;
  const auto best = std::ranges::max_element(
      matches, {}, [](const SurfaceMatch& match) { return match.verification.inlierCount; });
  answer.best = static_cast<std::size_t>(best - matches.begin());
  answer.known = best->verification.inlierCount >= leastInliers;
  answer.margin = matches[0].count - (matches.size() > 1 ? matches[1].count : 0);
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
  const RankFinding finding =
      rankReferences(registry, engine, {*shelf, features, options.rank}, control);
  std::vector<SurfaceAnswer> answers;
  for (std::size_t q = 0; q < queries.size(); ++q) {
    SurfaceAnswer answer;
    answer.query = queries[q];
    answer.references = shelf->references();
    answer.report = finding.report;
    answer.report.timeline = shareOf(finding.report.timeline, queries.size());
    answer.choice = finding.choice;
    answer.fallback = finding.fallback;
    {
      const StageTimer timer(answer.report.timeline, "verify");
      for (const Ranked& ranked : finding.rankings[q]) {
        control.check();
        answer.matches.push_back(matchOf(library, queries[q], ranked, options.rank.ratio));
      }
    }
    judge(answer, options.leastInliers);
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
