// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <mutex>
#include <regex>

#include "base/parallel.h"
#include "bench/motif_figures.h"
#include "bench/motif_trials.h"
#include "support/motif_rules.h"

namespace espy::bench {
namespace {

using lab::MotifCase;
using lab::MotifCaseOptions;
using lab::PlantedAs;
using lab::PlantedMotif;
using Json = nlohmann::ordered_json;

constexpr std::int64_t kPlaces = lab::kPlantedRight;  ///< number of occurrences to search for
constexpr double kLeastStretch = 0.8;
constexpr double kMostStretch = 1.25;
constexpr double kStretchStep = 0.05;
constexpr double kBandShare = 0.03;
constexpr std::int64_t kLag = 8;
constexpr double kLagPenalty = 0.5;
constexpr std::int64_t kTopP = 10;

/// Up to a third of the channels may be missing.
std::int64_t missingOf(std::int64_t channels) {
  return std::max<std::int64_t>(1, channels / 3);
}

MotifOptions optionsOf(MotifRule rule, const MotifCaseOptions& of, double missingShare) {
  MotifOptions options;
  options.top = kPlaces;
  options.exclude = of.length / 2;
  options.stretch = {kLeastStretch, kMostStretch, kStretchStep};
  options.bandShare = kBandShare;
  if (rule == MotifRule::assigned) {
    options.lag = kLag;
    options.lagPenalty = kLagPenalty;
    options.reach = 2;
    options.missingShare = missingShare;
    options.missing = missingOf(of.channels);
  } else if (rule == MotifRule::mean) {
    options.rule = ChannelRule::mean;
    options.missing = missingOf(of.channels);
  } else if (rule != MotifRule::alone) {
    options.rule = ChannelRule::together;
  }
  if (rule == MotifRule::euclid) {
    options.method = MotifMethod::euclid;
    options.stretch = {};
  }
  return options;
}

std::vector<RankedPlace> byTopP(const MotifCase& drawn, const MotifCaseOptions& of,
                                const Control& control) {
  const auto band = static_cast<std::int64_t>(kBandShare * static_cast<double>(of.length));
  lab::PairCostsTask task{drawn.query, drawn.data, band, 2};
  for (double stretch = kLeastStretch; stretch < kMostStretch + kStretchStep / 2;
       stretch += kStretchStep) {
    task.lengths.push_back(std::llround(stretch * static_cast<double>(of.length)));
  }
  lab::RankRule rule;
  rule.lag = kLag;
  rule.missing = of.channels - 1;
  rule.share = 1e9;  // channels not among the best count as missing, at any cost
  rule.best = kTopP;
  rule.top = kPlaces;
  rule.exclude = of.length / 2;
  std::vector<RankedPlace> places;
  for (const auto& place : lab::placesByRule(lab::pairCosts(task, control), rule, control)) {
    places.push_back({place.start, place.length});
  }
  return places;
}

std::vector<RankedPlace> placesBy(MotifRule rule, const Registry& registry,
                                  const MotifTrialOptions& trials, const MotifCase& drawn,
                                  const MotifCaseOptions& of, const Control& control) {
  if (rule == MotifRule::topP) return byTopP(drawn, of, control);
  const MotifTask task{lab::samplesOf(drawn.query), lab::samplesOf(drawn.data),
                       optionsOf(rule, of, trials.missingShare)};
  std::vector<RankedPlace> places;
  for (const MotifMatch& match : findMotif(registry, trials.engine, task, control).matches) {
    places.push_back({match.start, match.length});
  }
  return places;
}

/// Totals over all seeds.
struct PlantedTally {
  std::int64_t seeds = 0;
  std::int64_t all = 0;  ///< seeds in which all five were found
  std::int64_t hits = 0;
  double off = 0;  ///< sum of the position errors of hits, samples
  std::array<std::int64_t, lab::kPlantedKinds> kinds{};  ///< hits; for other kinds false positives
  std::int64_t elsewhere = 0;  ///< false positives where nothing was planted

  void add(const std::vector<RankedPlace>& listed, const MotifCase& drawn, std::int64_t length) {
    const std::int64_t apart = length / 4;
    std::vector<RankedPlace> truth;
    for (const PlantedMotif& one : drawn.planted) {
      if (isMotif(one.kind)) truth.push_back({one.start, one.length});
    }
    std::array<bool, kPlaces> isHit{};
    const auto own = std::span(isHit).first(listed.size());
    const std::int64_t right = countHits(listed, truth, apart, own).hits;
    ++seeds;
    hits += right;
    all += right == kPlaces ? 1 : 0;
    for (std::size_t i = 0; i < listed.size(); ++i) {
      const PlantedMotif* nearest = nullptr;
      for (const PlantedMotif& one : drawn.planted) {
        const std::int64_t distance = std::abs(one.start - listed[i].start);
        if (distance <= length && isMotif(one.kind) >= own[i] &&
            (nearest == nullptr || distance < std::abs(nearest->start - listed[i].start))) {
          nearest = &one;
        }
      }
      if (nearest == nullptr) {
        ++elsewhere;
      } else if (own[i] == isMotif(nearest->kind)) {
        ++kinds[static_cast<int>(nearest->kind)];
        if (own[i]) off += static_cast<double>(std::abs(nearest->start - listed[i].start));
      }
    }
  }
};

Json report(const PlantedTally& tally, const std::string& condition, MotifRule rule) {
  const Interval all = shareOf(tally.all, tally.seeds);
  const auto seeds = static_cast<double>(tally.seeds);
  const double hits = static_cast<double>(tally.hits) / seeds;
  const double off = tally.hits > 0 ? tally.off / static_cast<double>(tally.hits) : 0;
  fmt::print("{:<14} {:<9} 5 of 5 {}  found {:.2f}  off {:.1f} ", condition, nameOf(rule),
             shown(all), hits, off);
  Json kinds;
  for (int kind = 0; kind < lab::kPlantedKinds; ++kind) {
    const char* name = lab::nameOf(static_cast<PlantedAs>(kind));
    const double share = static_cast<double>(tally.kinds[kind]) / seeds;
    if (isMotif(static_cast<PlantedAs>(kind)) ? share < 1 : share > 0) {
      fmt::print(" {} {:.2f}", name, share);
    }
    kinds[name] = share;
  }
  fmt::print(" nothing {:.2f}\n", static_cast<double>(tally.elsewhere) / seeds);
  std::fflush(stdout);
  return {{"condition", condition},  {"rule", nameOf(rule)}, {"seeds", tally.seeds},
          {"all_five", jsonOf(all)}, {"found", hits},        {"samples_off", off},
          {"per_seed", kinds}};
}

struct Condition {
  std::string name;
  MotifCaseOptions of;
};

std::vector<Condition> conditions() {
  std::vector<Condition> all{{"base", {}}};
  const auto add = [&](const std::string& name, const auto& change) {
    MotifCaseOptions of;
    change(of);
    all.push_back({name, of});
  };
  for (const double decibels : {20, 5, 3, 0}) {
    add(fmt::format("{} dB", decibels), [&](MotifCaseOptions& of) { of.decibels = decibels; });
  }
  for (const std::int64_t lag : {0, 4, 12}) {
    add(fmt::format("lag {}", lag), [&](MotifCaseOptions& of) { of.lag = lag; });
  }
  for (const double stretch : {1.0, 1.1, 1.3, 1.4}) {
    add(fmt::format("stretch {}", stretch), [&](MotifCaseOptions& of) { of.stretch = stretch; });
  }
  for (const std::int64_t channels : {3, 4, 9, 19, 49, 99}) {
    add(fmt::format("{} channels", channels),
        [&](MotifCaseOptions& of) { of.channels = channels; });
  }
  return all;
}

/// Skips the heuristic for many channels, where it takes minutes.
int rulesOf(const MotifCaseOptions& of) {
  return of.channels > 20 ? static_cast<int>(MotifRule::topP) : kMotifRules;
}

}  // namespace

const char* nameOf(MotifRule rule) {
  constexpr const char* kNames[kMotifRules] = {"assigned", "DTW-D", "DTW-I",
                                               "EDT",      "mean",  "top-p"};
  return kNames[static_cast<int>(rule)];
}

bool isSelected(const MotifTrialOptions& options, const std::string& name) {
  return std::regex_search(name, std::regex(options.only));
}

void overSeeds(const MotifTrialOptions& options,
               const std::function<void(std::uint64_t seed, const Control& control)>& each) {
  Control own;
  own.threads = 1;
  parallelFor(options.seeds, hardwareThreads(), {}, [&](std::int64_t index, int /*thread*/) {
    each(static_cast<std::uint64_t>(options.firstSeed + index), own);
  });
}

Json plantedTrials(const Registry& registry, const MotifTrialOptions& options) {
  Json json;
  for (const auto& [name, of] : conditions()) {
    if (!isSelected(options, name)) continue;
    std::array<PlantedTally, kMotifRules> tallies;
    std::mutex mutex;
    overSeeds(options, [&](std::uint64_t seed, const Control& control) {
      const MotifCase drawn = lab::drawMotifCase(of, seed);
      for (int rule = 0; rule < rulesOf(of); ++rule) {
        const auto places =
            placesBy(static_cast<MotifRule>(rule), registry, options, drawn, of, control);
        const std::lock_guard lock(mutex);
        tallies[rule].add(places, drawn, of.length);
      }
    });
    for (int rule = 0; rule < rulesOf(of); ++rule) {
      json.push_back(report(tallies[rule], name, static_cast<MotifRule>(rule)));
    }
  }
  return json;
}

}  // namespace espy::bench
