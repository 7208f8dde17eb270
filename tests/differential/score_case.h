// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "differential/find_cases.h"
#include "score/reference.h"

namespace espy::test {

/// A case, how it is scored, and the reference's answer.
struct ScoreCase {
  FindCase scene;
  ScoreOptions options;
  ScoredPlaces wanted;

  ScoreCase(const CaseSeed& seed) : scene(makeCase(seed)) {
    Random random(seed.detail ^ 0x5c0e);
    constexpr Method kMethods[] = {Method::sad, Method::ssd, Method::zncc};
    options.method = kMethods[random.below(3)];
    constexpr double kScores[] = {-1, -0.3, 0, 0.2, 0.5, 0.8, 0.9, 0.97, 0.999, 1, 1.5};
    options.minScore = kScores[random.below(11)];
    options.weighted = options.method != Method::zncc && random.oneIn(4);
    score();
  }

  ScoreCase(FindCase asked, const ScoreOptions& how) : scene(std::move(asked)), options(how) {
    score();
  }

  /// The reference's answer for what is there now.
  void score() {
    // What findScored refuses.
    std::erase_if(scene.needles, [&](const Needle& needle) {
      const find::NeedleSums sums = score::sumsOf(needle, scene.scene.format(), options.weighted);
      return sums.weight == 0 || (options.method == Method::zncc && sums.variance() == 0);
    });
    RunReport report;
    wanted = score::scoreByReference(scene.scene, scene.needles, options, {}, report);
  }

  std::string name() const {
    return fmt::format("{}, {} at least {}{}", scene.name, methodName(options.method),
                       options.minScore, options.weighted ? ", weighted" : "");
  }
};

inline std::string say(const Match& match) {
  return fmt::format("needle {} at {},{} score {:.17g} distance {}", match.needle, match.x, match.y,
                     match.score, match.distance);
}

/// What differs first, for people; empty where nothing does.
inline std::string differenceOf(const ScoredPlaces& wanted, const ScoredPlaces& got) {
  for (std::size_t i = 0; i < std::min(wanted.peaks.size(), got.peaks.size()); ++i) {
    if (wanted.peaks[i] == got.peaks[i]) continue;
    return fmt::format("peak {}: wanted {}, got {}", i, say(wanted.peaks[i]), say(got.peaks[i]));
  }
  if (wanted.peaks.size() != got.peaks.size()) {
    return fmt::format("wanted {} peaks, got {}", wanted.peaks.size(), got.peaks.size());
  }
  if (wanted.best == got.best) return {};
  return fmt::format("best: wanted {}, got {}", wanted.best ? say(*wanted.best) : "none",
                     got.best ? say(*got.best) : "none");
}

}  // namespace espy::test
