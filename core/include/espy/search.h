// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

#include "espy/exact.h"
#include "espy/find.h"
#include "espy/pose.h"
#include "espy/score.h"

#pragma GCC visibility push(default)
/// Find, whichever the method: for who lets others choose it.
///
///     espy::SearchOptions options;
///     options.method = espy::Method::zncc;
///     espy::Finding found = espy::search(registry, "auto", scene, {{needle}}, options);
namespace espy {

/// The overlap that is usual with scored methods: windows that share two thirds of their pixels are
/// the same thing seen twice. Exact matches may overlap as they like.
inline constexpr double kScoredOverlap = 0.5;

/// Everything that a search may be told, whichever method it is.
struct SearchOptions {
  Method method = Method::exact;
  int tolerance = ExactOptions().tolerance;                 ///< exact: see `ExactOptions`
  bool distances = ExactOptions().distances;                ///< exact: likewise
  double minScore = ScoreOptions().minScore;                ///< the others: see `ScoreOptions`
  bool weighted = ScoreOptions().weighted;                  ///< sad, ssd: likewise
  ChannelMeans channelMeans = ScoreOptions().channelMeans;  ///< zncc: likewise
  bool wantBest = ScoreOptions().wantBest;                  ///< the others: likewise
  PoseOptions pose;                                         ///< turned, scaled, mirrored (pose.h)
  SelectOptions select;                                     ///< which of the places become matches

  bool scored() const { return method != Method::exact; }
  /// Whether `Match::distance` says anything.
  bool hasDistance() const { return method != Method::zncc; }

  /// Searches that so many needles may take, for a `SceneKeeper`: exact ones are all looked for at
  /// once, scored ones perhaps each by itself, and the best few perhaps twice.
  std::size_t searchesFor(std::size_t needles) const {
    if (scored() && pose.isAsked()) return SceneKeeper::kMany;
    return scored() ? needles + (select.top ? 1 : 0) : 1;
  }

  ExactOptions forExact() const { return {tolerance, distances}; }
  ScoreOptions forScored() const {
    return {.method = method,
            .minScore = minScore,
            .weighted = weighted,
            .wantBest = wantBest,
            .channelMeans = channelMeans};
  }
};

/// What people write for a method, in the order of `Method`.
inline constexpr std::array<const char*, 4> kMethodNames{"exact", "sad", "ssd", "zncc"};
/// Of one method.
inline const char* methodName(Method method) {
  return kMethodNames.at(static_cast<std::size_t>(method));
}

/// `findScored`, `findPosed` or `findExact`; with exact, quarter turns and mirrored needles are the
/// only poses.
Finding search(const Registry& registry, std::string_view engine, const Scene& scene,
               std::span<const Needle> needles, const SearchOptions& options,
               const Control& control = {});

/// Throws the `Error` that `search` throws for this needle in every scene of this format.
void check(const Needle& needle, PixelFormat scene, const SearchOptions& options);

}  // namespace espy
#pragma GCC visibility pop
