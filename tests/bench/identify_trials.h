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

/// Rankings and verifications of queries, cached in files next to the features.
namespace espy::bench {

/// Cache folder, engine and size of the trials.
struct TrialPlace {
  const Registry& registry;
  std::string folder;
  std::string engine;
  int threads = 1;
  std::int64_t queries = kQueries;  ///< per level
};

/// A library of n surfaces is the first n; it is queried in parts, so that larger libraries reuse
/// the results of smaller ones.
struct LibraryPart {
  std::int64_t first = 0;
  std::int64_t end = 0;
};
std::vector<LibraryPart> partsOf(std::int64_t references);

/// Ranked references; those always verified; those that may be.
inline constexpr std::int64_t kRanked = 100;
inline constexpr std::size_t kShortlist = 10;
inline constexpr std::size_t kLongShortlist = 30;

/// The first `most` features, which are the strongest.
Features strongestOf(const Features& features, std::int64_t most);

/// Rankings of one level's queries in the library of the first `references` surfaces.
std::vector<Ranking> rankingsIn(const TrialPlace& place, test::SurfaceLevel level,
                                std::int64_t references, Counting counting);

/// How often the right surface ranks first, with the `most` strongest features of these queries.
Share firstIn(const TrialPlace& place, const Shelf& shelf, const std::vector<Features>& queries,
              std::int64_t most);

/// Result of verifying a query against a reference.
struct Verified {
  std::int64_t pairs = 0;
  std::int64_t inlying = 0;  ///< pairs that fit the homography, duplicates of a position included
  std::int64_t inliers = 0;
  double cornerError = -1;  ///< largest error of a corner, pixels of the query; -1: unknown
};
using VerifiedPairs = std::map<std::pair<std::int64_t, std::int64_t>, Verified>;

/// Verifications of all ranked pairs, by query and reference.
VerifiedPairs verifiedPairs(const TrialPlace& place, test::SurfaceLevel level,
                            const std::vector<std::vector<Ranking>>& ranked);

}  // namespace espy::bench
