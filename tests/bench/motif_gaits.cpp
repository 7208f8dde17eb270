// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <map>
#include <mutex>

#include "bench/motif_figures.h"
#include "bench/motif_gait_sets.h"

namespace espy::bench {
namespace {

using lab::Gait;
using lab::GaitRecording;
using Json = nlohmann::ordered_json;

constexpr std::array kGaitRules{MotifRule::assigned, MotifRule::together, MotifRule::alone,
                                MotifRule::euclid, MotifRule::mean};
constexpr std::int64_t kMostRanks = 20;  ///< cut-off of nDCG

/// nDCG of a list of matches.
double gainOf(const std::vector<MotifMatch>& matches, const GaitRecording& recording, Gait gait,
              std::int64_t cycle) {
  std::vector<RankedPlace> found;
  for (const MotifMatch& match : matches) found.push_back({match.start, match.length});
  const std::vector<RankedPlace> truth = placesOf(recording, gait, 1);
  std::array<bool, kMostRanks> isHit{};
  countHits(found, truth, cycle / 4, std::span(isHit).first(found.size()));
  std::vector<double> gains;
  for (std::size_t i = 0; i < found.size(); ++i) gains.push_back(isHit[i] ? 1 : 0);
  return normalisedGain(gains, std::vector<double>(truth.size(), 1), kMostRanks);
}

using Gains = std::map<std::pair<MotifRule, Gait>, std::vector<double>>;

/// Searches all recordings, with queries of the same or of another person.
Gains gainsOf(const GaitSet& set, bool otherPerson, const Registry& registry,
              const MotifTrialOptions& options) {
  Gains gains;
  std::mutex mutex;
  overSeeds(options, [&](std::uint64_t seed, const Control& control) {
    const GaitRecording recording = lab::drawGaits(set.recorded, seed, seed + 100'000);
    for (const Gait gait : set.queried) {
      const lab::Rows query =
          gaitQuery(set, gait, otherPerson ? seed + 500'000 : seed, seed + 200'000);
      const std::int64_t cycle = std::ssize(query.front());
      for (const MotifRule rule : kGaitRules) {
        MotifTask task{lab::samplesOf(query), lab::samplesOf(recording.channels),
                       gaitOptions(rule, options.normalise, cycle)};
        task.options.top = kMostRanks;
        const double gain = gainOf(findMotif(registry, options.engine, task, control).matches,
                                   recording, gait, cycle);
        const std::lock_guard lock(mutex);
        gains[{rule, gait}].push_back(gain);
      }
    }
  });
  return gains;
}

Json report(const GaitSet& set, const Gains& gains, const char* whose) {
  Json json;
  for (const MotifRule rule : kGaitRules) {
    std::vector<double> all;
    Json each;
    fmt::print("{:<14} {:<8} {:<9} nDCG@20", set.name, whose, nameOf(rule));
    for (const Gait gait : set.queried) {
      const std::vector<double>& own = gains.at({rule, gait});
      all.insert(all.end(), own.begin(), own.end());
      fmt::print("  {} {:.3f}", lab::nameOf(gait), meanOf(own).value);
      each[lab::nameOf(gait)] = jsonOf(meanOf(own));
    }
    fmt::print("  all {}\n", shown(meanOf(all)));
    std::fflush(stdout);
    json.push_back({{"set", set.name},
                    {"query", whose},
                    {"rule", nameOf(rule)},
                    {"ndcg_20", jsonOf(meanOf(all))},
                    {"each", each}});
  }
  return json;
}

}  // namespace

Json gaitTrials(const Registry& registry, const MotifTrialOptions& options) {
  struct Variant {
    const char* whose;
    bool otherPerson;
    double variation;
  };
  Json json;
  for (GaitSet set : gaitSets()) {
    if (!isSelected(options, set.name)) continue;
    for (const Variant& variant : {Variant{"own", false, 1}, Variant{"another's", true, 1},
                                   Variant{"own, 1.5", false, 1.5}}) {
      set.recorded.variation = variant.variation;
      json.push_back(
          report(set, gainsOf(set, variant.otherPerson, registry, options), variant.whose));
    }
  }
  return json;
}

}  // namespace espy::bench
