// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "base/phrase.h"
#include "espy/error.h"
#include "espy/surfaces.h"

namespace espy {
namespace {

/// The margin needs somebody to be held against.
std::int64_t leastRanked(std::int64_t top) {
  return std::max<std::int64_t>(top, 2);
}

SurfaceMatch matchOf(const Features& query, const SurfaceCandidate& candidate) {
  SurfaceMatch match;
  match.id = candidate.id;
  match.reference = candidate.reference;
  match.count = candidate.count;
  match.pairs = candidate.pairs;
  match.verification =
      verifyPairs(query, {candidate.picture, candidate.points, {}}, candidate.pairs);
  return match;
}

/// Says whether one of the matches is known, and which. At least two were ranked, if there are so
/// many.
void judge(SurfaceAnswer& answer, std::span<const SurfaceCandidate* const> ranked,
           std::int64_t leastInliers) {
  const std::vector<SurfaceMatch>& matches = answer.matches;
  if (matches.empty()) return;
  const auto best = std::ranges::max_element(
      matches, {}, [](const SurfaceMatch& match) { return match.verification.inlierCount; });
  answer.best = static_cast<std::size_t>(best - matches.begin());
  answer.known = best->verification.inlierCount >= leastInliers;
  const std::size_t rival = answer.best == 0 ? 1 : 0;
  answer.margin = best->count - (rival < ranked.size() ? ranked[rival]->count : 0);
}

/// What all took together, as the part of one.
Timeline shareOf(const Timeline& timeline, std::size_t queries) {
  Timeline share;
  for (const Timeline::Stage& stage : timeline.stages()) {
    share.add(stage.name, stage.milliseconds / static_cast<double>(queries));
  }
  return share;
}

RankFinding rank(const Registry& registry, std::string_view engine, const Shelf& shelf,
                 std::span<const Features> queries, RankOptions options, const Control& control) {
  std::vector<std::span<const std::uint8_t>> features;
  for (const Features& query : queries) features.emplace_back(query.bytes);
  // What makes no sense is refused as it was asked.
  if (options.top > 0) options.top = leastRanked(options.top);
  return rankReferences(registry, engine, {shelf, features, options}, control);
}

SurfaceCandidate candidateOf(const SurfaceLibrary& library, const Features& query,
                             const Ranked& ranked, Ratio ratio) {
  Surface surface = library.surface(ranked.reference);
  return {std::move(surface.id),
          ranked.reference,
          ranked.count,
          matchedPairs(query.bytes, surface.features.bytes, ratio),
          surface.features.picture,
          std::move(surface.features.points)};
}

/// The best of all parts.
std::vector<const SurfaceCandidate*> rankedTogether(std::span<const SurfaceCandidates> parts,
                                                    std::int64_t most) {
  std::vector<const SurfaceCandidate*> all;
  for (const SurfaceCandidates& part : parts) {
    for (const SurfaceCandidate& candidate : part.ranked) all.push_back(&candidate);
  }
  std::ranges::sort(all, [](const SurfaceCandidate* a, const SurfaceCandidate* b) {
    return a->count != b->count ? a->count > b->count : a->id < b->id;
  });
  all.resize(std::min(all.size(), static_cast<std::size_t>(most)));
  return all;
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

std::vector<SurfaceCandidates> surfaceCandidates(const Registry& registry, std::string_view engine,
                                                 const SurfaceLibrary& part,
                                                 std::span<const Features> queries,
                                                 const RankOptions& options,
                                                 const Control& control) {
  const auto shelf = part.shelf();
  const RankFinding finding = rank(registry, engine, *shelf, queries, options, control);
  std::vector<SurfaceCandidates> all;
  for (std::size_t q = 0; q < queries.size(); ++q) {
    SurfaceCandidates& found = all.emplace_back();
    found.references = shelf->references();
    found.report = finding.report;
    found.report.timeline = shareOf(finding.report.timeline, queries.size());
    found.choice = finding.choice;
    found.fallback = finding.fallback;
    const StageTimer timer(found.report.timeline, "verify");
    for (const Ranked& one : finding.rankings[q]) {
      control.check();
      found.ranked.push_back(candidateOf(part, queries[q], one, options.ratio));
    }
  }
  return all;
}

SurfaceAnswer judgeCandidates(const Features& query, std::span<const SurfaceCandidates> parts,
                              const IdentifyOptions& options, const Control& control) {
  SurfaceAnswer answer;
  answer.query = query;
  for (const SurfaceCandidates& part : parts) answer.references += part.references;
  const std::int64_t top = options.rank.top;
  const auto ranked = rankedTogether(parts, leastRanked(top));
  {
    const StageTimer timer(answer.report.timeline, "verify");
    for (const SurfaceCandidate* candidate : ranked) {
      if (std::ssize(answer.matches) == top) break;
      control.check();
      answer.matches.push_back(matchOf(query, *candidate));
    }
  }
  judge(answer, ranked, options.leastInliers);
  return answer;
}

std::vector<SurfaceAnswer> identifySurfaces(const Registry& registry, std::string_view engine,
                                            const SurfaceLibrary& library,
                                            std::span<const Features> queries,
                                            const IdentifyOptions& options,
                                            const Control& control) {
  requireMaker(library.folder(), library.facts(), featureMaker());
  std::vector<SurfaceAnswer> answers;
  const auto found = surfaceCandidates(registry, engine, library, queries, options.rank, control);
  for (std::size_t q = 0; q < queries.size(); ++q) {
    SurfaceAnswer answer = judgeCandidates(queries[q], {&found[q], 1}, options, control);
    Timeline timeline = found[q].report.timeline;
    timeline.add(answer.report.timeline);
    answer.report = found[q].report;
    answer.report.timeline = std::move(timeline);
    answer.choice = found[q].choice;
    answer.fallback = found[q].fallback;
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
