// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#pragma GCC visibility push(default)
/// How good is a list of matches, the best first, where it is known what should have been found?
namespace espy {

/// The normalised discounted cumulative gain of the first `most` of a list: 1 if the relevant ones
/// stand in front, the most relevant first. `gains` tells how relevant each of the list is, and
/// `ideal` how relevant each thing is that could have been listed, in any order. A gain at rank r
/// (from 1 on) counts by 1 / log2(r + 1). 1 where nothing is relevant.
double normalisedGain(std::span<const double> gains, std::span<const double> ideal,
                      std::int64_t most);

/// The mean of the precisions at those ranks where the list has a hit, over all `relevant` things,
/// listed or not. 1 where nothing is relevant.
double averagePrecision(std::span<const bool> hits, std::int64_t relevant);

/// A place where something begins.
struct RankedPlace {
  std::int64_t start = 0;
  std::int64_t length = 0;
};

/// What of a list is right, and what of the truth was found.
struct HitCount {
  std::int64_t hits = 0;
  std::int64_t listed = 0;
  std::int64_t relevant = 0;

  double precision() const;  ///< 1 where nothing is listed
  double recall() const;     ///< 1 where nothing is relevant
};

/// Counts hits one to one: each of the list, the best first, takes the nearest place of the truth
/// that is not taken yet and begins at most `apart` samples from it. `isHit`, if it is not empty,
/// is as long as the list and is set to whether each was one.
HitCount countHits(std::span<const RankedPlace> listed, std::span<const RankedPlace> truth,
                   std::int64_t apart, std::span<bool> isHit = {});

}  // namespace espy
#pragma GCC visibility pop
