// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "base/parallel.h"
#include "base/phrase.h"
#include "espy/engine/surfaces.h"
#include "espy/error.h"
#include "identify/orb.h"

namespace espy {
namespace {

/// The margin compares with the runner-up.
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

/// Decides whether a match is known, and which. At least two candidates are ranked if they exist.
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
  for (const Features& query : queries) {
    identify::requireSift(query.orb);
    features.emplace_back(query.bytes);
  }
  // Invalid values are refused unchanged.
  if (options.top > 0) options.top = leastRanked(options.top);
  return rankReferences(registry, engine, {shelf, features, options}, control);
}

struct RankedInPart {
  const SurfaceLibrary* part = nullptr;
  Ranked ranked;
  std::string id;
};

/// The best of all parts, by count, then id. Ids are read only for candidates that may be among
/// them.
std::vector<RankedInPart> bestOf(std::vector<RankedInPart> all, std::int64_t most) {
  const auto byCount = [](const RankedInPart& one) { return -one.ranked.count; };
  std::ranges::stable_sort(all, {}, byCount);
  if (std::ssize(all) > most) {
    const std::int32_t least = all[static_cast<std::size_t>(most - 1)].ranked.count;
    std::erase_if(all, [&](const RankedInPart& one) { return one.ranked.count < least; });
  }
  for (RankedInPart& one : all) one.id = one.part->idOf(one.ranked.reference);
  std::ranges::sort(all, [](const RankedInPart& a, const RankedInPart& b) {
    return a.ranked.count != b.ranked.count ? a.ranked.count > b.ranked.count : a.id < b.id;
  });
  all.resize(std::min(all.size(), static_cast<std::size_t>(most)));
  return all;
}

SurfaceCandidate candidateOf(const RankedInPart& one, const Features& query, Ratio ratio) {
  Surface surface = one.part->surface(one.ranked.reference);
  return {std::move(surface.id),    one.ranked.reference,
          one.ranked.count,         matchedPairs(query.bytes, surface.features.bytes, ratio),
          surface.features.picture, std::move(surface.features.points)};
}

std::vector<const SurfaceCandidate*> rankedTogether(std::span<const SurfaceCandidates> heard,
                                                    std::int64_t most) {
  std::vector<const SurfaceCandidate*> all;
  for (const SurfaceCandidates& part : heard) {
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
  throw Error(
      ErrorCode::unsupported,
      phrase("{}: its features come from {}, but this Espy uses {}; they cannot be compared",
             folder, facts.maker, maker));
}

RankOptions rankOptionsOf(const IdentifyOptions& options) {
  return {options.top,
          {options.ratioOver, options.ratioUnder},
          options.countQuery ? Counting::plain : Counting::distinct};
}

std::vector<SurfaceCandidates> surfaceCandidates(const Registry& registry, std::string_view engine,
                                                 std::span<const SurfaceLibrary* const> parts,
                                                 std::span<const Features> queries,
                                                 const RankOptions& options,
                                                 const Control& control) {
  std::vector<SurfaceCandidates> all(queries.size());
  std::vector<std::vector<RankedInPart>> ranked(queries.size());
  for (const SurfaceLibrary* const part : parts) {
    const auto shelf = part->shelf();
    const RankFinding finding = rank(registry, engine, *shelf, queries, options, control);
    for (std::size_t q = 0; q < queries.size(); ++q) {
      SurfaceCandidates& found = all[q];
      Timeline timeline = found.report.timeline;
      timeline.add(shareOf(finding.report.timeline, queries.size()));
      found.references += shelf->references();
      found.report = finding.report;
      found.report.timeline = std::move(timeline);
      for (const Ranked& one : finding.rankings[q]) ranked[q].push_back({part, one, {}});
    }
  }
  Timeline pairing;
  {
    const StageTimer timer(pairing, "verify");
    std::vector<std::pair<std::size_t, std::size_t>> wanted;
    for (std::size_t q = 0; q < queries.size(); ++q) {
      ranked[q] = bestOf(std::move(ranked[q]), leastRanked(options.top));
      all[q].ranked.resize(ranked[q].size());
      for (std::size_t i = 0; i < ranked[q].size(); ++i) wanted.emplace_back(q, i);
    }
    const int threads = static_cast<int>(std::clamp<std::int64_t>(
        std::ssize(wanted), 1, static_cast<std::int64_t>(threadsFor(control))));
    parallelFor(std::ssize(wanted), threads, control, [&](std::int64_t unit, int) {
      const auto [q, i] = wanted[static_cast<std::size_t>(unit)];
      all[q].ranked[i] = candidateOf(ranked[q][i], queries[q], options.ratio);
    });
  }
  for (SurfaceCandidates& found : all) found.report.timeline.add(shareOf(pairing, queries.size()));
  return all;
}

SurfaceAnswer judgeCandidates(const Features& query, std::span<const SurfaceCandidates> heard,
                              const IdentifyOptions& options, const Control& control) {
  SurfaceAnswer answer;
  answer.query = query;
  for (const SurfaceCandidates& part : heard) answer.references += part.references;
  const std::int64_t top = options.top;
  const auto ranked = rankedTogether(heard, leastRanked(top));
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
  const SurfaceLibrary* const whole[] = {&library};
  const auto found =
      surfaceCandidates(registry, engine, whole, queries, rankOptionsOf(options), control);
  for (std::size_t q = 0; q < queries.size(); ++q) {
    SurfaceAnswer answer = judgeCandidates(queries[q], {&found[q], 1}, options, control);
    Timeline timeline = found[q].report.timeline;
    timeline.add(answer.report.timeline);
    answer.report = found[q].report;
    answer.report.timeline = std::move(timeline);
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
