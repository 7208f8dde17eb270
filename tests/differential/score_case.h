// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "differential/find_cases.h"

namespace espy::test {

/// A case, its options, and the reference's result after `score`.
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
    if (options.method == Method::zncc && random.oneIn(2)) {
      options.channelMeans = ChannelMeans::each;
    }
    leaveOutRefused();
  }

  ScoreCase(FindCase findCase, const ScoreOptions& how) : scene(std::move(findCase)), options(how) {
    score();
  }

  /// Computes the reference's result for the current case.
  void score();

  std::string name() const {
    return fmt::format("{}, {} at least {}{}{}", scene.name, methodName(options.method),
                       options.minScore, options.weighted ? ", weighted" : "",
                       options.channelMeans == ChannelMeans::each ? ", means of each channel" : "");
  }

 private:
  /// Removes the needles that findScored refuses.
  void leaveOutRefused();
};

/// A match or a peak as text.
template <class Place>
std::string say(const Place& place) {
  return fmt::format("needle {} at {},{} score {:.17g} distance {}", place.needle, place.x, place.y,
                     place.score, Distance(place.distance).digits());
}

/// The first difference, as text; empty if equal.
std::string differenceOf(const ScoredPlaces& wanted, const ScoredPlaces& got);

/// The reference's order: by needle, then y, then x.
void sortAsTheReference(std::vector<Peak>& peaks);

}  // namespace espy::test
