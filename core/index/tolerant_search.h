// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "index/scene_candidates.h"

/// Search of tolerant indexes of scenes: hashes vote for positions, zncc decides.
namespace espy::index {

/// A picture, and the number of hashes that agree on its best position.
struct VotedScene {
  std::uint64_t votes = 0;
  CandidateScene candidate;
};

/// The pictures of a segment that have some hash of the needle where it would be. `probes`: of both
/// kinds of tolerant blocks.
std::vector<VotedScene> votedScenesIn(const SceneSegment& segment, std::uint32_t needle, Size size,
                                      const std::vector<Probe>& probes, const Control& control);

/// Matches of at least `minScore`, local maxima, at most one pixel from the spots; best first,
/// those that overlap a better one by more than half dropped.
std::vector<Match> scoredMatchesAt(const std::vector<Spot>& spots, const ImageView& picture,
                                   std::span<const Needle> needles, double minScore,
                                   const Control& control);
/// The same anywhere in the picture.
std::vector<Match> scoredMatchesIn(const ImageView& picture, std::span<const Needle> needles,
                                   double minScore, const Control& control);

}  // namespace espy::index
