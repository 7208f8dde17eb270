// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "espy/control.h"
#include "espy/find.h"
#include "espy/image.h"
#include "espy/registry.h"
#include "espy/scene.h"

#pragma GCC visibility push(default)
/// Where does this picture look most like that one, and how much?
///
///     espy::ScoreOptions options;  // zncc, at least 0.9
///     espy::Finding found = espy::findScored(registry, "auto", scene, {{needle}}, options);
///
/// Scores are made of exact integer sums over the compared samples: all colour channels of all
/// pixels that take part. So they are the same, to the last bit, on every engine.
namespace espy {

/// How places are scored, and which of them are kept.
struct ScoreOptions {
  Method method = Method::zncc;
  /// Places with at least this score may be matches.
  double minScore = 0.9;
  /// sad, ssd: alpha and mask weigh a pixel, 0 to 255; else only 0 counts, which ignores it.
  bool weighted = false;
  /// Say which place comes nearest where none reaches `minScore`.
  bool wantBest = true;
  /// Who wants only the best so many peaks saves memory: an engine may leave out worse ones.
  std::optional<std::uint64_t> most = {};
  /// And the next so many after these: leave out all that do not come after this one, in the order
  /// of matches. Engines that leave nothing out need not look at it.
  std::optional<Peak> after = {};
  /// Peaks that are not selected with this overlap (SelectOptions, needle by needle) need not be
  /// told: an engine may leave some of them out. With 1, or with `after`, it tells all.
  double overlap = 1;
  ChannelMeans channelMeans = ChannelMeans::all;  ///< zncc
};

/// What an engine answers. `Peak::distance` is the exact sum, 0 with zncc.
struct ScoredPlaces {
  /// Every place with at least the minimum that no one of its eight neighbours beats (places
  /// outside do not count, equals do not beat), ordered by needle, then y, then x; but for those
  /// that need not be told (`ScoreOptions::overlap`).
  std::vector<Peak> peaks;
  /// Peaks that are worse than all of these were left out, as `ScoreOptions::most` allows.
  bool leftOut = false;
  /// The best place of all (score, then y, then x, then needle), if it was wanted and there are no
  /// peaks. Empty where no needle fits into the scene.
  std::optional<Peak> best;
};

/// The capability "scored find".
struct FindScored {
  static constexpr const char* kName = "scored find";
  using Function = std::function<ScoredPlaces(const Scene& scene, std::span<const Needle> needles,
                                              const ScoreOptions& options, const Control& control,
                                              RunReport& report)>;
};

/// The score of every place, for looking at. Matches never come from here.
struct ScoreMap {
  Size size;                  ///< places: the scene's size less the needle's, plus 1
  std::vector<float> scores;  ///< row by row
  double error = 0;           ///< by which a score may be off at most
};

/// The capability "score map". Needs a needle that fits into the scene.
struct MapScores {
  static constexpr const char* kName = "score map";
  using Function =
      std::function<ScoreMap(const Scene& scene, const Needle& needle, const ScoreOptions& options,
                             const Control& control, RunReport& report)>;
};

/// Finds every needle, selects (SelectOptions; 0.5 is a usual overlap here) and orders. Throws
/// `badUse` for what `findExact` refuses, for a needle without variance with zncc, for a minimum
/// that is no number and for weights with zncc.
Finding findScored(const Registry& registry, std::string_view engine, const Scene& scene,
                   std::span<const Needle> needles, const ScoreOptions& options = {},
                   const SelectOptions& select = {}, const Control& control = {});

/// The scores of one needle at every place. Refuses what `findScored` refuses, and a needle that is
/// larger than the scene.
ScoreMap mapScores(const Registry& registry, std::string_view engine, const Scene& scene,
                   const Needle& needle, const ScoreOptions& options = {},
                   const Control& control = {});

/// Where a match really has its peak: the top of a parabola through its score and those of its
/// neighbours to the left and right, and another one up and down; at most half a pixel off. A match
/// at the edge, or lower than a neighbour, stays where it is in that direction.
SubPixel refined(const ImageView& scene, std::span<const Needle> needles, const Match& match,
                 const ScoreOptions& options);
/// The same for many matches: scores that several of them ask for, or have, are computed once.
std::vector<SubPixel> refined(const ImageView& scene, std::span<const Needle> needles,
                              std::span<const Match> matches, const ScoreOptions& options,
                              const Control& control = {});

/// Adds this room's scored search for the built-in engines.
void addScored(Registry& registry);

}  // namespace espy
#pragma GCC visibility pop
