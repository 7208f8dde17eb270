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

/// Searches several needles of one size together: window sums and loaded tiles of the scene are
/// shared, and there is one synchronisation per round.
class NeedleBatchSearch {
 public:
  /// Needles of one size and number of channels that ScoreSearch would search by products. They
  /// must outlive this object.
  NeedleBatchSearch(Gpu& gpu, std::vector<const ScoredNeedle*> needles, const ScoreOptions& options,
                    StageClock& clock, const Control& control);

  static Message describe() {
    return phrase("products on tensor cores, windows summed once for several needles");
  }

  /// Like ScoreSearch::find for each needle; but the best position is returned only for needles
  /// that may have the best of all, and if no needle has a peak. Returns nothing if two needles at
  /// once would need too much memory.
  std::optional<std::vector<PlacesOfNeedle>> find(const SceneOnDevice& scene, std::int64_t first,
                                                  std::int64_t rows, bool wantBest);

 private:
  struct Round;

  void search(const SceneOnDevice& scene, Round& round, const std::vector<int>& needles,
              const std::vector<Threshold>& thresholds);
  void fetchPeaks(Round& round, const std::vector<int>& needles,
                  std::vector<PlacesOfNeedle>& found);
  void findBest(const SceneOnDevice& scene, Round& round, std::vector<PlacesOfNeedle>& found);

  Gpu& gpu_;
  std::vector<const ScoredNeedle*> needles_;
  ScoreOptions options_;
  StageClock& clock_;
  Control control_;
  std::vector<ScoreRule> rules_;
  std::optional<Factors> factors_;
};

}  // namespace espy::cuda
