// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <map>

#include "bench/motif_figures.h"
#include "bench/motif_gait_sets.h"
#include "lab/motif_dice.h"

namespace espy::bench {
namespace {

using lab::Gait;
using lab::GaitCycle;
using lab::GaitOptions;
using lab::GaitRecording;
using Json = nlohmann::ordered_json;

constexpr std::int64_t kMostLimps = 90;
constexpr std::int64_t kMostWalks = 600;  ///< near and far: each position needs one nearby
constexpr double kFarthestWalk = 1.5;     ///< cap, in distances of the ordinary walk
constexpr double kLeastPrecision = 0.9;   ///< target
constexpr double kLeastRecall = 0.85;
constexpr std::uint64_t kFirstOther = 1001;  ///< first person for choosing thresholds
constexpr std::int64_t kOthers = 24;
constexpr int kResampled = 2000;

/// A match of the limp's query.
struct LimpPlace {
  double distance = 0;
  double walk = 0;  ///< least distance of the walk's query within half a stride
  bool right = false;
  std::string on;  ///< activity there
};

/// Matches for one person.
struct LimpList {
  double size = 0;     ///< norm of the limp's query
  double ownWalk = 0;  ///< median distance of the person's ordinary walk from the limp's query
  std::vector<LimpPlace> places;
  std::int64_t relevant = 0;
  double gain = 0;
};

/// A statistic that classifies limps; low values are limps.
struct LimpRule {
  const char* name;
  double (*worth)(const LimpList& list, const LimpPlace& place);
};

constexpr LimpRule kLimpRules[] = {
    {"distance",
     [](const LimpList& list, const LimpPlace& place) { return place.distance / list.size; }},
    {"by the own walk",
     [](const LimpList& list, const LimpPlace& place) { return place.distance / list.ownWalk; }},
    {"and the walk's query farther",
     [](const LimpList& list, const LimpPlace& place) {
       return place.distance <= 1.1 * place.walk ? place.distance / list.ownWalk : 1e9;
     }},
    {"by both, weighed",
     [](const LimpList& list, const LimpPlace& place) {
       const double walk = std::min(place.walk, kFarthestWalk * list.ownWalk);
       return place.distance / (std::pow(list.ownWalk, 0.7) * std::pow(walk, 0.3));
     }},
};

/// A limp differs by the timing of the second step: narrow the band, so that warping does not
/// compensate it.
MotifOptions limpOptions(MotifRule rule, MotifNormalise normalise, std::int64_t stride) {
  MotifOptions options = gaitOptions(rule, normalise, stride);
  options.bandShare = 0.03;
  options.lag = 0;
  return options;
}

/// Least distance of a match that starts at most `apart` samples away.
double nearestOf(const std::vector<MotifMatch>& matches, std::int64_t start, std::int64_t apart) {
  double nearest = std::numeric_limits<double>::infinity();
  for (const MotifMatch& match : matches) {
    if (std::abs(match.start - start) <= apart) nearest = std::min(nearest, match.distance);
  }
  return nearest;
}

std::string doneAt(const GaitRecording& recording, const RankedPlace& place) {
  const auto [start, length] = place;
  std::int64_t most = length / 4;
  std::string on = "stand";
  for (const GaitCycle& cycle : recording.cycles) {
    const std::int64_t both =
        std::min(start + length, cycle.start + cycle.length) - std::max(start, cycle.start);
    if (both <= most) continue;
    most = both;
    on = lab::nameOf(cycle.gait);
  }
  return on;
}

LimpList listOf(const GaitSet& set, MotifRule rule, std::uint64_t person, const Registry& registry,
                const MotifTrialOptions& options, const Control& control) {
  const GaitRecording recording = lab::drawGaits(set.recorded, person, person + 100'000);
  const lab::Rows limp = gaitQuery(set, Gait::limpRight, person, person + 200'000);
  const lab::Rows walk = gaitQuery(set, Gait::walk, person, person + 300'000);
  GaitOptions ordinary = set.recorded;
  ordinary.gaits = {Gait::walk};
  const GaitRecording walked = lab::drawGaits(ordinary, person, person + 400'000);
  const std::int64_t stride = std::ssize(limp.front()) / 2;

  LimpList list;
  list.size = sizeOf(limp);
  const auto search = [&](const lab::Rows& query, const GaitRecording& in, std::int64_t exclude,
                          std::size_t top) {
    MotifTask task{lab::samplesOf(query), lab::samplesOf(in.channels),
                   limpOptions(rule, options.normalise, stride)};
    task.options.exclude = exclude;
    task.options.top = static_cast<std::int64_t>(top);
    return findMotif(registry, options.engine, task, control).matches;
  };
  const auto walks =
      search(limp, walked, stride * 3 / 4, placesOf(walked, Gait::walk, set.cycles).size());
  list.ownWalk = walks.at(walks.size() / 2).distance;
  const auto found = search(limp, recording, stride * 3 / 4, kMostLimps);
  const auto explained = search(walk, recording, stride / 4, kMostWalks);
  const std::vector<RankedPlace> truth = placesOf(recording, Gait::limpRight, set.cycles);
  list.relevant = std::ssize(truth);
  std::vector<RankedPlace> places;
  for (const MotifMatch& one : found) places.push_back({one.start, one.length});
  std::array<bool, kMostLimps> isHit{};
  countHits(places, truth, stride / 4, std::span(isHit).first(places.size()));
  std::vector<double> gains;
  for (std::size_t i = 0; i < found.size(); ++i) {
    gains.push_back(isHit[i] ? 1 : 0);
    list.places.push_back({found[i].distance, nearestOf(explained, found[i].start, stride / 2),
                           isHit[i], doneAt(recording, places[i])});
  }
  list.gain = normalisedGain(gains, std::vector<double>(truth.size(), 1), 20);
  return list;
}

std::vector<LimpList> listsOf(const GaitSet& set, MotifRule rule, const Registry& registry,
                              const MotifTrialOptions& options) {
  std::vector<LimpList> lists(static_cast<std::size_t>(options.seeds));
  overSeeds(options, [&](std::uint64_t seed, const Control& control) {
    lists[static_cast<std::size_t>(seed) - static_cast<std::size_t>(options.firstSeed)] =
        listOf(set, rule, seed, registry, options, control);
  });
  return lists;
}

HitCount countUpTo(const std::vector<LimpList>& lists, const LimpRule& how, double most) {
  HitCount count;
  for (const LimpList& list : lists) {
    count.relevant += list.relevant;
    for (const LimpPlace& place : list.places) {
      if (how.worth(list, place) > most) continue;
      ++count.listed;
      count.hits += place.right ? 1 : 0;
    }
  }
  return count;
}

/// The threshold that maximises the lower of precision and recall, relative to their targets.
double chosen(const std::vector<LimpList>& lists, const LimpRule& how) {
  double best = 0;
  double reached = -1;
  for (const LimpList& list : lists) {
    for (const LimpPlace& place : list.places) {
      const double most = how.worth(list, place);
      const HitCount count = countUpTo(lists, how, most);
      const double now =
          std::min(count.precision() / kLeastPrecision, count.recall() / kLeastRecall);
      if (now <= reached) continue;
      reached = now;
      best = most;
    }
  }
  return best;
}

/// 95 % bootstrap intervals of precision and recall, resampling persons.
std::pair<Interval, Interval> resampled(const std::vector<LimpList>& lists, const LimpRule& how,
                                        double most) {
  lab::MotifDice dice(1);
  std::vector<double> precisions;
  std::vector<double> recalls;
  std::vector<HitCount> each;
  for (const LimpList& list : lists) each.push_back(countUpTo({list}, how, most));
  for (int i = 0; i < kResampled; ++i) {
    HitCount count;
    for (std::size_t k = 0; k < each.size(); ++k) {
      const HitCount& one =
          each[static_cast<std::size_t>(dice.below(static_cast<int>(each.size())))];
      count.hits += one.hits;
      count.listed += one.listed;
      count.relevant += one.relevant;
    }
    precisions.push_back(count.precision());
    recalls.push_back(count.recall());
  }
  std::sort(precisions.begin(), precisions.end());
  std::sort(recalls.begin(), recalls.end());
  const HitCount all = countUpTo(lists, how, most);
  constexpr int kLeast = kResampled / 40;
  constexpr int kMost = kResampled - 1 - kLeast;
  return {{all.precision(), precisions[kLeast], precisions[kMost]},
          {all.recall(), recalls[kLeast], recalls[kMost]}};
}

Json report(const std::vector<LimpList>& lists, const std::vector<LimpList>& others, MotifRule rule,
            const LimpRule& how) {
  const double most = chosen(others, how);
  const HitCount before = countUpTo(others, how, most);
  const auto [precision, recall] = resampled(lists, how, most);
  std::map<std::string, int> wrong;
  std::int64_t reached = 0;
  for (const LimpList& list : lists) {
    const HitCount own = countUpTo({list}, how, most);
    reached += own.precision() >= kLeastPrecision && own.recall() >= kLeastRecall ? 1 : 0;
    for (const LimpPlace& place : list.places) {
      if (how.worth(list, place) <= most && !place.right) ++wrong[place.on];
    }
  }
  fmt::print(
      "limp {:<9} {:<28} precision {}  recall {}  up to {:.3f} ({:.3f} and {:.3f} where it "
      "was chosen)  reached by {} of {} people;",
      nameOf(rule), how.name, shown(precision), shown(recall), most, before.precision(),
      before.recall(), reached, lists.size());
  for (const auto& [on, times] : wrong) fmt::print(" wrong on {}: {}", on, times);
  fmt::print("\n");
  std::fflush(stdout);
  return {{"rule", nameOf(rule)},
          {"told", how.name},
          {"people", lists.size()},
          {"precision", jsonOf(precision)},
          {"recall", jsonOf(recall)},
          {"up_to", most},
          {"chosen_with", {{"precision", before.precision()}, {"recall", before.recall()}}},
          {"people_reached", reached},
          {"wrong_on", wrong}};
}

}  // namespace

Json limpTrials(const Registry& registry, const MotifTrialOptions& options) {
  MotifTrialOptions choosing = options;
  choosing.firstSeed = kFirstOther;
  choosing.seeds = kOthers;
  Json json;
  for (const MotifRule rule : {MotifRule::assigned, MotifRule::together}) {
    const std::vector<LimpList> others = listsOf(limpSet(), rule, registry, choosing);
    const std::vector<LimpList> lists = listsOf(limpSet(), rule, registry, options);
    std::vector<double> gains;
    for (const LimpList& list : lists) gains.push_back(list.gain);
    fmt::print("limp {:<9} nDCG@20 {}\n", nameOf(rule), shown(meanOf(gains)));
    json.push_back({{"rule", nameOf(rule)}, {"ndcg_20", jsonOf(meanOf(gains))}});
    for (const LimpRule& how : kLimpRules) json.push_back(report(lists, others, rule, how));
  }
  return json;
}

}  // namespace espy::bench
