// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "bench/identify_figures.h"
#include "bench/identify_trials.h"

namespace espy::bench {

/// A query with its rankings and verifications in a library of one size.
struct Trial {
  std::int64_t number = 0;
  SurfaceQuery query;
  Ranking distinct;
  Ranking plain;
  std::vector<Verified> verified;  ///< of the first entries of `distinct`
};

/// Chosen surface and its confidence, an integer.
struct Answer {
  std::int64_t surface = -1;
  std::int64_t sure = 0;
};

/// A decision rule between a surface and "none of these".
struct Rule {
  const char* name;
  const char* what;
  Answer (*answer)(const Trial& trial);
};
const std::vector<Rule>& rules();

using Levels = std::array<std::vector<Trial>, test::kSurfaceLevels>;

/// All trials in a library of one size, by level.
Levels trialsWith(const TrialPlace& place, std::int64_t references);

/// Prints the results and returns them as JSON.
nlohmann::ordered_json studied(const Levels& levels, std::int64_t references);

/// A proportion as "0.981 (0.974 to 0.986)", and as JSON.
std::string shown(const Share& share);
nlohmann::ordered_json jsonOf(const Share& share);

}  // namespace espy::bench
