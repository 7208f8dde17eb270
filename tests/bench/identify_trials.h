// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "bench/identify_data.h"
#include "bench/identify_figures.h"
#include "espy/engine/identify.h"

/// What came out when a library was asked: which references were ranked first, and how they were
/// verified. It is kept in files beside the features.
namespace espy::bench {

/// Where files are, and who computes.
struct TrialPlace {
  const Registry& registry;
  std::string folder;
  std::string engine;
  int threads = 1;
  std::int64_t queries = kQueries;  ///< of each level that are asked
};

/// Libraries are the first so many surfaces: asked in parts, so that each size is made of those
/// before it.
struct LibraryPart {
  std::int64_t first = 0;
  std::int64_t end = 0;
};
std::vector<LibraryPart> partsOf(std::int64_t references);

/// References that are ranked, that are verified in any case, and that may be.
inline constexpr std::int64_t kRanked = 100;
inline constexpr std::size_t kShortlist = 10;
inline constexpr std::size_t kLongShortlist = 30;

/// The first `most` features, which are the strongest.
Features strongestOf(const Features& features, std::int64_t most);

/// Rankings of one level's queries in a library of so many surfaces, which are numbered from 0.
std::vector<Ranking> rankingsIn(const TrialPlace& place, test::SurfaceLevel level,
                                std::int64_t references, Counting counting);

/// How often the right surface is the first, by the strongest `most` features of these queries.
Share firstIn(const TrialPlace& place, const Shelf& shelf, const std::vector<Features>& queries,
              std::int64_t most);

/// How a query and a reference were verified.
struct Verified {
  std::int64_t pairs = 0;
  std::int64_t inlying = 0;  ///< pairs, also such as lie at the same places
  std::int64_t inliers = 0;
  double cornerError =
      -1;  ///< pixels of the query by which the farthest corner is off; -1: unknown
};
using VerifiedPairs = std::map<std::pair<std::int64_t, std::int64_t>, Verified>;

/// Verifies all that was ranked: by query and reference.
VerifiedPairs verifiedPairs(const TrialPlace& place, test::SurfaceLevel level,
                            const std::vector<std::vector<Ranking>>& ranked);

}  // namespace espy::bench
