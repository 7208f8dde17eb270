// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <utility>

#include "base/parallel.h"
#include "base/phrase.h"
#include "espy/engine/surfaces.h"
#include "espy/error.h"
#include "identify/choose.h"
#include "identify/orb.h"

namespace espy {
namespace {

/// Features of a query per task: some hundred microseconds.
constexpr std::int64_t kTogether = 256;

void check(const Features& query, const Features& reference) {
  if (query.orb != reference.orb) {
    throw Error(ErrorCode::badUse, phrase("SIFT features cannot be compared with ORB features"));
  }
  for (const Features* features : {&query, &reference}) {
    if (std::ssize(features->bytes) != features->count() * features->bytesEach()) {
      throw Error(ErrorCode::badUse,
                  phrase("a photograph's features must have {} bytes each", features->bytesEach()));
    }
  }
}

std::vector<FeatureMatch> findOrb(const Registry& registry, std::string_view engine,
                                  const Features& query, const Features& reference, Ratio ratio,
                                  const Control& control, RunReport& report) {
  std::vector<FeatureMatch> matches;
  const auto run = [&](std::string_view name) {
    const auto& match = registry.get<MatchOrb>(name);
    report.engine = name;
    report.strategy = phrase("all Hamming distances");
    const StageTimer timer(report.timeline, "count");
    matches = match(query, reference, ratio, control);
  };
  if (engine == "auto") {
    const Choice choice = identify::chooseOrbEngine(query, reference, control);
    report.choice = choice.why;
    run(choice.engine);
  } else {
    run(engine);
  }
  return matches;
}

}  // namespace

std::vector<FeatureMatch> identify::matchOrb(const Features& query, const Features& reference,
                                             Ratio ratio, const Control& control) {
  if (reference.count() < 2) return {};
  PackedOrb packed;
  packOrb(reference.bytes.data(), reference.count(), packed);
  std::vector<TwoNearest> nearest(static_cast<std::size_t>(query.count()));
  parallelFor((query.count() + kTogether - 1) / kTogether, threadsFor(control), control,
              [&](std::int64_t unit, int) {
                const std::int64_t end = std::min(query.count(), (unit + 1) * kTogether);
                for (std::int64_t q = unit * kTogether; q < end; ++q) {
                  nearest[static_cast<std::size_t>(q)] =
                      twoNearestOrb(query.feature(q).data(), packed);
                }
              });
  std::vector<FeatureMatch> matches;
  for (std::size_t q = 0; q < nearest.size(); ++q) {
    if (!nearest[q].matches(ratio)) continue;
    matches.push_back({{static_cast<std::int32_t>(q), nearest[q].row}, nearest[q].nearest});
  }
  return matches;
}

std::vector<FeaturePair> distinctPairs(std::span<const FeatureMatch> matches) {
  std::map<std::int32_t, FeatureMatch> nearestTo;
  for (const FeatureMatch& match : matches) {
    const auto [at, isNew] = nearestTo.try_emplace(match.pair.reference, match);
    if (!isNew && match.distance < at->second.distance) at->second = match;
  }
  std::vector<FeaturePair> pairs;
  pairs.reserve(nearestTo.size());
  for (const auto& [reference, match] : nearestTo) pairs.push_back(match.pair);
  std::ranges::sort(pairs, {}, &FeaturePair::query);
  return pairs;
}

std::vector<FeaturePair> matchedPairs(const Features& query, const Features& reference,
                                      Ratio ratio) {
  if (query.count() == 0 || reference.count() == 0) return {};
  check(query, reference);
  if (!query.orb) return matchedPairs(query.bytes, reference.bytes, ratio);
  Control alone;
  alone.threads = 1;
  return distinctPairs(identify::matchOrb(query, reference, ratio, alone));
}

SurfaceAnswer compareSurface(const Registry& registry, std::string_view engine,
                             const Surface& surface, Features query, const IdentifyOptions& options,
                             const Control& control) {
  const Features& reference = surface.features;
  check(query, reference);
  const RankOptions ranking = rankOptionsOf(options);
  checkRankOptions(ranking);
  SurfaceAnswer answer;
  answer.query = std::move(query);
  answer.references = 1;
  answer.report.engine = "sequential";
  if (reference.count() == 0 || answer.query.count() == 0) return answer;
  SurfaceMatch match;
  match.id = surface.id;
  if (reference.orb) {
    const std::vector<FeatureMatch> matches =
        findOrb(registry, engine, answer.query, reference, ranking.ratio, control, answer.report);
    match.pairs = distinctPairs(matches);
    match.count =
        static_cast<std::int32_t>(options.countQuery ? matches.size() : match.pairs.size());
  } else {
    const Shelf shelf(reference.count(), {slabOf({&reference, 1}, reference.count())});
    const std::span<const std::uint8_t> bytes[] = {answer.query.bytes};
    RankFinding finding = rankReferences(registry, engine, {shelf, bytes, ranking}, control);
    answer.report = std::move(finding.report);
    const Ranking& ranked = finding.rankings.front();
    match.count = ranked.empty() ? 0 : ranked.front().count;
  }
  if (match.count == 0) return answer;
  const StageTimer timer(answer.report.timeline, "verify");
  if (!reference.orb) match.pairs = matchedPairs(answer.query, reference, ranking.ratio);
  match.verification = verifyPairs(answer.query, reference, match.pairs);
  answer.margin = match.count;
  answer.known = match.verification.inlierCount >= options.leastInliers;
  answer.matches.push_back(std::move(match));
  return answer;
}

}  // namespace espy
