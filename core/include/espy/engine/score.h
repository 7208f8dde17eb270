// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

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

/// What of `FindOptions` scored search needs, and what an engine may leave out.
struct ScoreOptions {
  Method method = Method::zncc;
  double minScore = 0.9;
  bool weighted = false;
  bool wantBest = true;
  /// The caller wants the best n peaks only: an engine may leave out worse ones, to save memory.
  std::optional<std::uint64_t> most = {};
  /// ... and the next n after these: leave out all that do not come after this one, in the order of
  /// matches. Engines that leave nothing out may ignore it.
  std::optional<Peak> after = {};
  /// An engine may leave out peaks that selection with this overlap (SelectOptions, needle by
  /// needle) drops. With 1, or with `after`, it returns all.
  double overlap = 1;
  ChannelMeans channelMeans = ChannelMeans::all;
};
/// Those of a search.
ScoreOptions scoreOptionsOf(const FindOptions& options);

/// What an engine returns. `Peak::distance` is the exact sum, 0 with zncc.
struct ScoredPlaces {
  /// Every position with at least the minimum score that none of its eight neighbours beats
  /// (positions outside do not count, equals do not beat), ordered by needle, then y, then x, but
  /// for those that may be left out (`ScoreOptions`).
  std::vector<Peak> peaks;
  /// Peaks that are worse than all of these were left out, as `ScoreOptions::most` allows.
  bool leftOut = false;
  /// The best position of all (score, then y, then x, then needle), if it was wanted and there are
  /// no peaks. Empty where no needle fits into the scene.
  std::optional<Peak> best;
};

/// The capability "scored find".
struct FindScored {
  static constexpr const char* kName = "scored find";
  using Function = std::function<ScoredPlaces(const Scene& scene, std::span<const Needle> needles,
                                              const ScoreOptions& options, const Control& control,
                                              RunReport& report)>;
};

/// The capability "score map". The needle fits into the scene.
struct MapScores {
  static constexpr const char* kName = "score map";
  using Function =
      std::function<ScoreMap(const Scene& scene, const Needle& needle, const ScoreOptions& options,
                             const Control& control, RunReport& report)>;
};

/// `mapScores` by one of these engines.
ScoreMap mapScores(const Registry& registry, std::string_view engine, const Scene& scene,
                   const Needle& needle, const ScoreOptions& options = {},
                   const Control& control = {});

/// The position of a match between pixels: the vertex of a parabola through its score and those of
/// its left and right neighbours, and of another one vertically; at most half a pixel off. At the
/// edge, or lower than a neighbour, a match stays where it is in that direction.
SubPixel refined(const ImageView& scene, std::span<const Needle> needles, const Match& match,
                 const ScoreOptions& options);
/// The same for many matches, which share scores.
std::vector<SubPixel> refined(const ImageView& scene, std::span<const Needle> needles,
                              std::span<const Match> matches, const ScoreOptions& options,
                              const Control& control = {});

/// Adds scored search by the built-in engines.
void addScored(Registry& registry);

}  // namespace espy
#pragma GCC visibility pop
