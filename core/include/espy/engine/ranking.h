// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#pragma GCC visibility push(default)
/// Quality measures of a ranked list against a ground truth.
namespace espy {

/// Normalised discounted cumulative gain (NDCG) of the first `most` entries: 1 if the most relevant
/// come first. `gains`: relevance of each entry; `ideal`: relevance of everything that could have
/// been listed, in any order. A gain at rank r (from 1) is weighted by 1 / log2(r + 1). 1 if
/// nothing is relevant.
double normalisedGain(std::span<const double> gains, std::span<const double> ideal,
                      std::int64_t most);

/// Average precision: the mean of the precisions at the ranks of hits, over all `relevant` items,
/// listed or not. 1 if nothing is relevant.
double averagePrecision(std::span<const bool> hits, std::int64_t relevant);

/// An interval where an item occurs.
struct RankedPlace {
  std::int64_t start = 0;
  std::int64_t length = 0;
};

/// Counts for precision and recall.
struct HitCount {
  std::int64_t hits = 0;
  std::int64_t listed = 0;
  std::int64_t relevant = 0;

  double precision() const;  ///< 1 if nothing is listed
  double recall() const;     ///< 1 if nothing is relevant
};

/// Matches list and truth one to one: each entry, best first, takes the nearest free item of the
/// truth that begins at most `apart` samples from it. `isHit`, if not empty, has the length of the
/// list and is filled in.
HitCount countHits(std::span<const RankedPlace> listed, std::span<const RankedPlace> truth,
                   std::int64_t apart, std::span<bool> isHit = {});

}  // namespace espy
#pragma GCC visibility pop
