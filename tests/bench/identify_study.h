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

/// A query, and all that a library of one size said to it.
struct Trial {
  std::int64_t number = 0;
  SurfaceQuery query;
  Ranking distinct;
  Ranking plain;
  std::vector<Verified> verified;  ///< of the first that `distinct` has
};

/// What is taken for the answer, and a whole number that says how sure it is.
struct Answer {
  std::int64_t surface = -1;
  std::int64_t sure = 0;
};

/// A rule that decides between "it is this one" and "none of these".
struct Rule {
  const char* name;
  const char* what;
  Answer (*answer)(const Trial& trial);
};
const std::vector<Rule>& rules();

using Levels = std::array<std::vector<Trial>, test::kSurfaceLevels>;

/// All trials with a library of one size, the levels one after another.
Levels trialsWith(const TrialPlace& place, std::int64_t references);

/// Prints what came out, and gives the same for a file.
nlohmann::ordered_json studied(const Levels& levels, std::int64_t references);

/// "0.981 (0.974 to 0.986)", and the same as numbers.
std::string shown(const Share& share);
nlohmann::ordered_json jsonOf(const Share& share);

}  // namespace espy::bench
