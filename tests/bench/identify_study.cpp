// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/identify_study.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "espy/engine/surfaces.h"

namespace espy::bench {
namespace {

using Json = nlohmann::ordered_json;

std::int64_t countAt(const Ranking& ranking, std::size_t rank) {
  return rank < ranking.size() ? ranking[rank].count : 0;
}

Answer byCount(const Trial& trial) {
  if (trial.distinct.empty()) return {};
  return {trial.distinct[0].reference, trial.distinct[0].count};
}
Answer byPlainCount(const Trial& trial) {
  if (trial.plain.empty()) return {};
  return {trial.plain[0].reference, trial.plain[0].count};
}
Answer byMargin(const Trial& trial) {
  if (trial.distinct.empty()) return {};
  return {trial.distinct[0].reference, countAt(trial.distinct, 0) - countAt(trial.distinct, 1)};
}

/// The candidate with the largest number; the first one in a tie.
template <class Number>
Answer withMost(const Trial& trial, const Number& number, std::size_t candidates = kShortlist) {
  Answer best;
  for (std::size_t i = 0; i < std::min(candidates, trial.verified.size()); ++i) {
    const std::int64_t sure = number(trial.verified[i]);
    if (sure > best.sure) best = {trial.distinct[i].reference, sure};
  }
  return best;
}
std::int64_t inliersOf(const Verified& one) {
  return one.inliers;
}
std::int64_t pairsInlying(const Verified& one) {
  return one.inlying;
}
/// Weighted by the inlier ratio: among many pairs a few are inliers by chance.
std::int64_t inliersByShare(const Verified& one) {
  return one.pairs > 0 ? 10 * one.inliers * one.inliers / one.pairs : 0;
}

Answer byInliers(const Trial& trial) {
  return withMost(trial, inliersOf);
}
Answer byInliersOfMore(const Trial& trial) {
  return withMost(trial, inliersOf, kLongShortlist);
}
Answer byPairsInlying(const Trial& trial) {
  return withMost(trial, pairsInlying);
}
Answer byShare(const Trial& trial) {
  return withMost(trial, inliersByShare);
}
Answer byInlierMargin(const Trial& trial) {
  const Answer best = withMost(trial, inliersOf);
  std::int64_t second = 0;
  for (std::size_t i = 0; i < std::min(kShortlist, trial.verified.size()); ++i) {
    if (trial.distinct[i].reference != best.surface) {
      second = std::max(second, trial.verified[i].inliers);
    }
  }
  return {best.surface, best.sure - second};
}
/// Inliers, plus the margin in matched features over the next candidate.
Answer byInliersAndCounts(const Trial& trial) {
  const Answer best = withMost(trial, inliersOf);
  std::int64_t count = 0;
  std::int64_t other = 0;
  for (const Ranked& one : trial.distinct) {
    (one.reference == best.surface ? count : other) =
        std::max<std::int64_t>(one.reference == best.surface ? count : other, one.count);
  }
  return {best.surface, 2 * best.sure + count - other};
}

/// Queries to count when a threshold is chosen.
enum class Absent { all, strangers };

std::vector<double> sureOfAbsent(const Levels& levels, const Rule& rule, Absent which) {
  std::vector<double> numbers;
  for (const std::vector<Trial>& trials : levels) {
    for (const Trial& trial : trials) {
      const bool counts = trial.query.surface < 0 && (which == Absent::all || trial.query.like < 0);
      if (counts) numbers.push_back(static_cast<double>(rule.answer(trial).sure));
    }
  }
  return numbers;
}

/// Result of a rule with a threshold on one level's queries.
struct Outcome {
  Share detected;       ///< correct, of queries that show a surface of the library
  Share wrong;          ///< another surface, of the same queries
  Share alarmStranger;  ///< any surface, of queries that show none
  Share alarmLike;      ///< the same, if a surface shares the lower layer
};
Outcome outcomeOf(const std::vector<Trial>& trials, const Rule& rule, double threshold) {
  Outcome outcome;
  for (const Trial& trial : trials) {
    const Answer answer = rule.answer(trial);
    const bool known = static_cast<double>(answer.sure) >= threshold;
    if (trial.query.surface >= 0) {
      const bool right = answer.surface == trial.query.surface;
      outcome.detected.count(known && right);
      outcome.wrong.count(known && !right);
    } else {
      (trial.query.like < 0 ? outcome.alarmStranger : outcome.alarmLike).count(known);
    }
  }
  return outcome;
}

/// Plain counts are evaluated in the smallest library only.
bool hasPlainCounts(std::int64_t references) {
  return references <= kQueriedSurfaces;
}

/// How often the right surface is among the first `most`.
Share listedAmong(const std::vector<Trial>& trials, std::size_t most) {
  Share listed;
  for (const Trial& trial : trials) {
    if (trial.query.surface < 0) continue;
    const auto first = std::span(trial.distinct).first(std::min(most, trial.distinct.size()));
    listed.count(std::ranges::find(first, trial.query.surface, &Ranked::reference) != first.end());
  }
  return listed;
}

Json topOnes(const Levels& levels, bool plainly) {
  Json json;
  for (std::size_t level = 0; level < levels.size(); ++level) {
    std::string line;
    const char* name = nameOf(static_cast<test::SurfaceLevel>(level));
    for (const Rule& rule : {rules()[0], rules()[1], rules()[3], rules()[4]}) {
      if (rule.answer == byPlainCount && !plainly) continue;
      Share first;
      for (const Trial& trial : levels[level]) {
        if (trial.query.surface >= 0)
          first.count(rule.answer(trial).surface == trial.query.surface);
      }
      line += fmt::format("  {} {}", rule.name, shown(first));
      json[name][rule.name] = jsonOf(first);
    }
    for (const std::size_t most : {std::size_t{10}, std::size_t{30}, std::size_t{100}}) {
      const Share listed = listedAmong(levels[level], most);
      json[name][fmt::format("among {}", most)] = jsonOf(listed);
      line += fmt::format("  among {} {}", most, shown(listed));
    }
    fmt::print("first, {}:{}\n", name, line);
  }
  return json;
}

Json atThreshold(const Levels& levels, const Rule& rule, double threshold) {
  Json json{{"threshold", threshold}};
  for (std::size_t level = 0; level < levels.size(); ++level) {
    const Outcome outcome = outcomeOf(levels[level], rule, threshold);
    const char* name = nameOf(static_cast<test::SurfaceLevel>(level));
    fmt::print("    {:6} detected {}  wrong {:.4f}  alarms {}/{} strangers, {}/{} like one\n", name,
               shown(outcome.detected), outcome.wrong.value(), outcome.alarmStranger.yes,
               outcome.alarmStranger.of, outcome.alarmLike.yes, outcome.alarmLike.of);
    json[name] = {{"detected", jsonOf(outcome.detected)},
                  {"wrong", jsonOf(outcome.wrong)},
                  {"alarms_strangers", jsonOf(outcome.alarmStranger)},
                  {"alarms_like", jsonOf(outcome.alarmLike)}};
  }
  return json;
}

/// Errors of the homographies of right answers.
Json cornersOf(const Levels& levels) {
  Json json;
  for (std::size_t level = 0; level < levels.size(); ++level) {
    std::vector<double> off;
    for (const Trial& trial : levels[level]) {
      for (const Verified& one : trial.verified) {
        const bool known = one.inliers >= IdentifyOptions().leastInliers;
        if (known && one.cornerError >= 0) off.push_back(one.cornerError);
      }
    }
    std::ranges::sort(off);
    if (off.empty()) continue;
    const char* name = nameOf(static_cast<test::SurfaceLevel>(level));
    const auto at = [&](double part) {
      return off[static_cast<std::size_t>(part * static_cast<double>(off.size() - 1))];
    };
    fmt::print("corners off, {}: median {:.2f} px, 95 % within {:.2f} px, of {}\n", name, at(0.5),
               at(0.95), off.size());
    json[name] = {{"median_px", at(0.5)}, {"p95_px", at(0.95)}, {"of", off.size()}};
  }
  return json;
}

}  // namespace

const std::vector<Rule>& rules() {
  static const std::vector<Rule> kRules{
      {"count", "the first by distinct features", byCount},
      {"plain", "the first by plain counts", byPlainCount},
      {"margin", "by how many the first one counts more than the second", byMargin},
      {"inliers", "the most inliers among ten", byInliers},
      {"inliers of 30", "the most inliers among thirty", byInliersOfMore},
      {"inlying pairs", "the same, and those at the same places counted one by one",
       byPairsInlying},
      {"inliers^2/pairs", "inliers times their share of the pairs, in tenths", byShare},
      {"inlier margin", "by how many inliers the best one has more than the next", byInlierMargin},
      {"inliers and margin", "twice the inliers, and the margin of counts", byInliersAndCounts},
  };
  return kRules;
}

Levels trialsWith(const TrialPlace& place, std::int64_t references) {
  Levels levels;
  for (std::size_t level = 0; level < levels.size(); ++level) {
    const auto which = static_cast<test::SurfaceLevel>(level);
    const auto distinct = rankingsIn(place, which, references, Counting::distinct);
    const auto plain = hasPlainCounts(references)
                           ? rankingsIn(place, which, references, Counting::plain)
                           : std::vector<Ranking>(distinct.size());
    const VerifiedPairs verified = verifiedPairs(place, which, {distinct});
    for (std::int64_t number = 0; number < place.queries; ++number) {
      const auto at = static_cast<std::size_t>(number);
      Trial trial{number, surfaceQuery(number), distinct[at], plain[at], {}};
      const std::size_t most = std::min(kLongShortlist, trial.distinct.size());
      for (const Ranked& one : std::span(trial.distinct).first(most)) {
        trial.verified.push_back(verified.at({number, one.reference}));
      }
      levels[level].push_back(std::move(trial));
    }
  }
  return levels;
}

nlohmann::ordered_json studied(const Levels& levels, std::int64_t references) {
  fmt::print("\n== {} surfaces\n", references);
  Json json{{"references", references}, {"first", topOnes(levels, hasPlainCounts(references))}};
  for (const Rule& rule : rules()) {
    if (rule.answer == byPlainCount && !hasPlainCounts(references)) continue;
    for (const Absent which : {Absent::all, Absent::strangers}) {
      const std::vector<double> absent = sureOfAbsent(levels, rule, which);
      for (const double share : {1e-2, 1e-3}) {
        const double threshold = thresholdFor(absent, share);
        const char* whose = which == Absent::all ? "all" : "strangers";
        fmt::print("  {} at {} of {} absent: {}\n", rule.name, share, whose, threshold);
        Json one = atThreshold(levels, rule, threshold);
        one["absent"] = whose;
        one["false_alarms"] = share;
        json["rules"][rule.name].push_back(std::move(one));
      }
    }
  }
  json["corners"] = cornersOf(levels);
  return json;
}

std::string shown(const Share& share) {
  const Interval interval = wilson(share);
  return fmt::format("{:.4f} ({:.4f} to {:.4f})", share.value(), interval.least, interval.most);
}

nlohmann::ordered_json jsonOf(const Share& share) {
  const Interval interval = wilson(share);
  const auto rounded = [](double value) { return std::round(value * 1e5) / 1e5; };
  return {{"yes", share.yes},
          {"of", share.of},
          {"share", rounded(share.value())},
          {"wilson95", {rounded(interval.least), rounded(interval.most)}}};
}

}  // namespace espy::bench
