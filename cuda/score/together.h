// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/phrase.h"
#include "cuda/score/correlate.h"
#include "cuda/score/search.h"

namespace espy::cuda {

/// Several needles of one size, searched together: windows are summed up once for all of them, what
/// the correlation fetches of the scene serves all of them, and there is one list to wait for.
class ScoreTogether {
 public:
  /// Needles that ScoreSearch would search by products, alike in size and channels. They must
  /// outlive this.
  ScoreTogether(Gpu& gpu, std::vector<const ScoredNeedle*> needles, const ScoreOptions& options,
                StageClock& clock, const Control& control);

  static Message describe() {
    return phrase("products on tensor cores, windows summed up once for several needles");
  }

  /// What ScoreSearch::find finds of each, but for the best place: it is found for needles among
  /// which the best of all is, if nothing is found of any. Nothing where two needles at once would
  /// take too much memory.
  std::optional<std::vector<PlacesOfNeedle>> find(const SceneOnCard& scene, std::int64_t first,
                                                  std::int64_t rows, bool wantBest);

 private:
  struct Round;

  void search(const SceneOnCard& scene, Round& round, const std::vector<int>& needles,
              const std::vector<Threshold>& thresholds);
  void fetchPeaks(Round& round, const std::vector<int>& needles,
                  std::vector<PlacesOfNeedle>& found);
  void findBest(const SceneOnCard& scene, Round& round, std::vector<PlacesOfNeedle>& found);

  Gpu& gpu_;
  std::vector<const ScoredNeedle*> needles_;
  ScoreOptions options_;
  StageClock& clock_;
  Control control_;
  std::vector<ScoreRule> rules_;
  std::optional<Factors> factors_;
};

}  // namespace espy::cuda
