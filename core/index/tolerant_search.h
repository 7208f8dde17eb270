// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "index/scene_candidates.h"

/// Search of tolerant indexes of scenes.
///
/// What may be answered: a picture is reported only if a needle's zncc is at least the minimum at
/// some place in it, as computed from its own pixels; its matches are then all of those that `find`
/// with zncc returns for it. Whether a picture is looked at is decided by hashes:
///
/// - Every picture that has the needle's pixels unchanged is, by the same proof as that of exact
///   indexes (scene_blocks.h): `candidatesIn` with the hashes of both kinds.
/// - Others by votes: of some windows of the needle, the least hashes that the blocks may have if
///   their values change by up to `kTolerated` are looked up. The hash that was kept of a changed
///   window is the least of the changed ones, so most likely among them.
namespace espy::index {

/// A picture, and the bits of information by which hashes agree on its best position.
struct VotedScene {
  double votes = 0;
  CandidateScene candidate;
};

/// A hash that may have been kept of a needle that changed, and the blocks that may have it.
struct VariantProbe {
  struct Block {
    std::int64_t x = 0;  ///< relative to the needle
    std::int64_t y = 0;
    double cost = 0;  ///< see `Variant`
  };
  std::uint64_t hash = 0;
  std::vector<Block> blocks;
};
/// For both kinds of tolerant blocks.
std::vector<VariantProbe> variantProbesOf(const Needle& needle, std::int64_t side,
                                          const Control& control);

/// The pictures of a segment that have some hash of the needle where it would be.
std::vector<VotedScene> votedScenesIn(const SceneSegment& segment, std::uint32_t needle, Size size,
                                      const std::vector<VariantProbe>& probes,
                                      const Control& control);

/// The options of `find` whose matches are reported.
FindOptions scoredOptions(double minScore, const Control& control);

/// What `find` returns for zncc, with its usual overlap, for the needles at whose spots, or one
/// pixel from them, the score is at least `minScore`.
std::vector<Match> scoredMatchesAt(const std::vector<Spot>& spots, const ImageView& picture,
                                   std::span<const Needle> needles, double minScore,
                                   const Control& control);
/// The same for all needles.
std::vector<Match> scoredMatchesIn(const ImageView& picture, std::span<const Needle> needles,
                                   double minScore, const Control& control);

}  // namespace espy::index
