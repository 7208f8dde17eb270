// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "espy/control.h"
#include "espy/engine/judge.h"
#include "judge/features.h"

/// Kernel ridge regression on similarity to the clicked matches: the learner that is always tried.
/// A hundred clicks take 10 ms.
namespace espy::judge {

struct FeatureTable {
  int planes = 1;
  std::vector<float> features;
  std::vector<float> tiles;

  FeatureTable(int planesOfEach, std::int64_t count)
      : planes(planesOfEach),
        features(at(count * featuresOf(planes))),
        tiles(at(count * tilesOf(planes))) {}
  std::int64_t count() const { return std::ssize(features) / featuresOf(planes); }
  MatchFeatures of(std::int64_t index) const {
    return {std::span(features).subspan(at(index * featuresOf(planes)), at(featuresOf(planes))),
            std::span(tiles).subspan(at(index * tilesOf(planes)), at(tilesOf(planes)))};
  }
  FeatureScratch scratchFor(std::int64_t index) {
    return {std::span(features).subspan(at(index * featuresOf(planes)), at(featuresOf(planes))),
            std::span(tiles).subspan(at(index * tilesOf(planes)), at(tilesOf(planes)))};
  }
};

/// Similarity of matches to examples, and the evidence from it.
///
/// The similarity of two matches with a difference d of features and t of tiles is exp(-|d|^2) +
/// the mean of exp(-|t|^2) over the needle's mirrorings, in units of typical distances. The
/// evidence is the weighted sum of similarities to the examples.
class Resemblance {
 public:
  Resemblance(const Judge::Examples& examples, int planes, std::span<const Mirror> mirrors);

  float evidence(const MatchFeatures& match) const;

 private:
  const Judge::Examples& examples_;
  int planes_;
  std::vector<float> mirrored_;  ///< tiles of the examples: [example][mirror]
  std::int64_t mirrors_;
};

struct Learned {
  Judge::Examples examples;
  /// Leave-one-out evidence per click.
  std::vector<float> unseen;
};

/// Ridge regression towards 1 and -1, weighted by importance; both kinds count equally. The result
/// does not depend on the number of threads.
Learned regress(const FeatureTable& table, std::span<const Mirror> mirrors,
                std::span<const char> yes, std::span<const float> importance,
                const Control& control);

/// Converts evidence to probabilities: the logistic of slope * evidence + offset.
struct Calibration {
  double slope = 1;
  double offset = 0;

  double probability(double evidence) const;
};
/// Maximum likelihood with smoothed targets (Platt), so that few clicks do not give certainty.
Calibration calibrate(std::span<const float> evidence, std::span<const char> yes);

}  // namespace espy::judge
