// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "espy/engine/all.h"
#include "espy/engine/ranking.h"
#include "lab/motif_data.h"
#include "support/gait_data.h"
#include "support/motif_cases.h"

/// Motifs whose places are known are looked for by one rule after the other. What the options are
/// was chosen once, on other seeds and other people than those that are counted here.
namespace espy::bench {

struct MotifTrialOptions {
  std::string engine = "openmp";
  std::int64_t seeds = 100;
  std::int64_t firstSeed = 1;
  std::string only;  ///< sets and conditions in whose names this regular expression is found
  MotifNormalise normalise = MotifNormalise::mean;    ///< of gaits
  double missingShare = MotifOptions().missingShare;  ///< of planted motifs
  // Files of others; what is not there is skipped, and said.
  std::string heart;   ///< a recording of heartbeats
  std::string words;   ///< a folder of recorded words, Front_Left.wav and so on
  std::string spoken;  ///< a folder of the same words, said otherwise: Front_Left-other.wav
};

/// Ways of telling where a motif is.
enum class MotifRule : std::uint8_t {
  assigned,  ///< Espy's: channels lag, are switched, are missing
  together,  ///< DTW-D: one path for all channels
  alone,     ///< DTW-I: a path for each, which stays where it is
  euclid,    ///< EDT: no path, one length
  mean,      ///< the mean distance of those channels that match best
  topP,  ///< the dissertation's heuristic: the ten best places of each pair, only these combined
};
inline constexpr int kMotifRules = 6;
const char* nameOf(MotifRule rule);

/// The dissertation's cases: exact, lagged, missing, stretched, switched, among hard negatives; by
/// noise, lag, stretch and channels.
nlohmann::ordered_json plantedTrials(const Registry& registry, const MotifTrialOptions& options);

bool isAsked(const MotifTrialOptions& options, const std::string& name);

/// Walk, run and jump at the waist; movements of arm, waist and leg by three sensors: nDCG@20.
nlohmann::ordered_json gaitTrials(const Registry& registry, const MotifTrialOptions& options);

/// A limp among walks and stairs: precision and recall of those that are called one.
nlohmann::ordered_json limpTrials(const Registry& registry, const MotifTrialOptions& options);

/// A beat among heartbeats, and words by another speaker.
nlohmann::ordered_json realTrials(const Registry& registry, const MotifTrialOptions& options);

/// Calls for each seed, on all threads, one search on each.
void overSeeds(const MotifTrialOptions& options,
               const std::function<void(std::uint64_t seed, const Control& control)>& each);

}  // namespace espy::bench
