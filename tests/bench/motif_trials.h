// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "espy/engine/all.h"
#include "espy/engine/ranking.h"
#include "lab/gait_data.h"
#include "lab/motif_data.h"
#include "support/motif_cases.h"

/// Accuracy of several rules on motifs with known positions. The options were tuned on other seeds
/// and persons.
namespace espy::bench {

struct MotifTrialOptions {
  std::string engine = "openmp";
  std::int64_t seeds = 100;
  std::int64_t firstSeed = 1;
  std::string only;  ///< regular expression for names of sets and conditions
  MotifNormalise normalise = MotifNormalise::mean;    ///< of gaits
  double missingShare = MotifOptions().missingShare;  ///< of planted motifs
  // External files; missing ones are skipped with a message.
  std::string heart;   ///< an ECG recording
  std::string words;   ///< folder of recorded words, Front_Left.wav and so on
  std::string spoken;  ///< folder of the same words by another speaker: Front_Left-other.wav
};

/// Rules that locate a motif.
enum class MotifRule : std::uint8_t {
  assigned,  ///< Espy's: channels may lag, be switched or be missing
  together,  ///< DTW-D: one path for all channels
  alone,     ///< DTW-I: one path per channel, without lag
  euclid,    ///< EDT: Euclidean, one length
  mean,      ///< mean distance of the best matching channels
  topP,      ///< the dissertation's heuristic: combines the ten best positions per pair
};
inline constexpr int kMotifRules = 6;
const char* nameOf(MotifRule rule);

/// The dissertation's cases among hard negatives, by noise, lag, stretch and number of channels.
nlohmann::ordered_json plantedTrials(const Registry& registry, const MotifTrialOptions& options);

bool isSelected(const MotifTrialOptions& options, const std::string& name);

/// Walk, run and jump at the waist, and movements of arm, waist and leg with three sensors:
/// nDCG@20.
nlohmann::ordered_json gaitTrials(const Registry& registry, const MotifTrialOptions& options);

/// Limping among walking and stairs: precision and recall.
nlohmann::ordered_json limpTrials(const Registry& registry, const MotifTrialOptions& options);

/// Heartbeats, and words by another speaker.
nlohmann::ordered_json realTrials(const Registry& registry, const MotifTrialOptions& options);

/// Calls `each` for all seeds in parallel, one search per thread.
void overSeeds(const MotifTrialOptions& options,
               const std::function<void(std::uint64_t seed, const Control& control)>& each);

}  // namespace espy::bench
