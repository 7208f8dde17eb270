// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "espy/engine/find.h"
#include "espy/engine/registry.h"
#include "espy/engine/scene.h"

#pragma GCC visibility push(default)
namespace espy {

/// The part of `FindOptions` that scored search needs, and what an engine may omit.
struct ScoreOptions {
  Method method = Method::zncc;
  double minScore = 0.9;
  bool weighted = false;
  bool wantBest = true;
  /// The caller needs only the best n peaks: an engine may omit worse ones, to save memory.
  std::optional<std::uint64_t> most = {};
  /// With `most`: to leave out all peaks of the last needles, in place of the worst peaks.
  bool firstNeedles = false;
  /// ... and only those after this one, in the order of matches. Engines that omit nothing may
  /// ignore it.
  std::optional<Peak> after = {};
  /// An engine may omit peaks that selection with this overlap would drop (per needle). With 1, or
  /// with `after`, it returns all.
  double overlap = 1;
  ChannelMeans channelMeans = ChannelMeans::all;
};
/// The options of a search.
ScoreOptions scoreOptionsOf(const FindOptions& options);

/// Result of an engine. `Peak::distance` is the exact sum, 0 with zncc.
struct ScoredPlaces {
  /// Local maxima with at least the minimum score: no better score among the eight neighbours
  /// (positions outside are ignored, equal ones allowed), ordered by needle, then y, then x; some
  /// may be omitted (`ScoreOptions`).
  std::vector<Peak> peaks;
  /// Peaks worse than all of these were omitted (`ScoreOptions::most`).
  bool leftOut = false;
  /// With `ScoreOptions::firstNeedles`: `peaks` are all of this many needles, and none of the
  /// others. Empty from an engine that left out the worst peaks.
  std::optional<std::size_t> complete;
  /// The best position (by score, then y, then x, then needle), if requested and there are no
  /// peaks. Empty if no needle fits in the scene.
  std::optional<Peak> best;
};

/// Capability "scored find".
struct FindScored {
  static constexpr const char* kName = "scored find";
  using Function = std::function<ScoredPlaces(const Scene& scene, std::span<const Needle> needles,
                                              const ScoreOptions& options, const Control& control,
                                              RunReport& report)>;
};

/// The scores of all positions, for display.
struct ScoreMap {
  Size size;                  ///< scene size minus needle size, plus 1
  std::vector<float> scores;  ///< row-major
  double error = 0;           ///< bound of a score's error
};

/// Capability "score map". The needle must fit in the scene.
struct MapScores {
  static constexpr const char* kName = "score map";
  using Function =
      std::function<ScoreMap(const Scene& scene, const Needle& needle, const ScoreOptions& options,
                             const Control& control, RunReport& report)>;
};

/// Computes the scores of one needle, which must fit in the scene. Ignores poses, selection and
/// judge.
ScoreMap mapScores(const Scene& scene, const Needle& needle, const FindOptions& options);
/// `mapScores` with one of these engines.
ScoreMap mapScores(const Registry& registry, std::string_view engine, const Scene& scene,
                   const Needle& needle, const ScoreOptions& options = {},
                   const Control& control = {});

/// Sub-pixel position of a match: the vertex of a parabola through its score and those of its
/// horizontal neighbours, likewise vertically; at most half a pixel off. Unchanged in a direction
/// where it is at the edge or below a neighbour.
SubPixel refined(const ImageView& scene, std::span<const Needle> needles, const Match& match,
                 const ScoreOptions& options);
/// The same for many matches; faster, because they share scores.
std::vector<SubPixel> refined(const ImageView& scene, std::span<const Needle> needles,
                              std::span<const Match> matches, const ScoreOptions& options,
                              const Control& control = {});

/// Adds scored search by the built-in engines.
void addScored(Registry& registry);

}  // namespace espy
#pragma GCC visibility pop
