// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "espy/control.h"
#include "espy/engine/judge.h"
#include "judge/features.h"

/// Regressions on how much a match resembles each of those that were clicked: the learner that is
/// always tried. It takes a hundredth of a second for a hundred clicks.
namespace espy::judge {

/// Looks of some matches, one after the other.
struct Looks {
  int planes = 1;
  std::vector<float> features;
  std::vector<float> tiles;

  Looks(int planesOfEach, std::int64_t count)
      : planes(planesOfEach),
        features(at(count * featuresOf(planes))),
        tiles(at(count * tilesOf(planes))) {}
  std::int64_t count() const { return std::ssize(features) / featuresOf(planes); }
  Look of(std::int64_t index) const {
    return {std::span(features).subspan(at(index * featuresOf(planes)), at(featuresOf(planes))),
            std::span(tiles).subspan(at(index * tilesOf(planes)), at(tilesOf(planes)))};
  }
  LookRoom roomFor(std::int64_t index) {
    return {std::span(features).subspan(at(index * featuresOf(planes)), at(featuresOf(planes))),
            std::span(tiles).subspan(at(index * tilesOf(planes)), at(tilesOf(planes)))};
  }
};

/// How much matches resemble examples, and what that says.
///
/// Two matches whose numbers differ by d and whose tiles differ by t resemble each other by
/// exp(-|d|^2) + the mean of exp(-|t|^2) over the mirrors in which the needle looks the same; d and
/// t are over what clicks usually differ by. The evidence is the sum of the examples' weights, each
/// times how much the match resembles it.
class Resemblance {
 public:
  Resemblance(const Judge::Examples& examples, int planes, std::span<const Mirror> mirrors);

  float evidence(const Look& look) const;

 private:
  const Judge::Examples& examples_;
  int planes_;
  std::vector<float> mirrored_;  ///< tiles of the examples: [example][mirror]
  std::int64_t mirrors_;
};

/// What a regression has learned.
struct Learned {
  Judge::Examples examples;
  /// Of each click, what a regression would say that had not seen it.
  std::vector<float> unseen;
};

/// Ridge regression: weights by which the evidence of each click comes near to 1 or -1, the nearer
/// the more important it is. Both kinds together count the same. Always the same, on any number of
/// threads.
Learned regress(const Looks& looks, std::span<const Mirror> mirrors, std::span<const char> yes,
                std::span<const float> importance, const Control& control);

/// Makes probabilities of evidence: the logistic of slope * evidence + offset.
struct Calibration {
  double slope = 1;
  double offset = 0;

  double probability(double evidence) const;
};
/// The likeliest one, for kinds that are believed a little less than they are told, so that few
/// do not make anybody certain.
Calibration calibrate(std::span<const float> evidence, std::span<const char> yes);

}  // namespace espy::judge
