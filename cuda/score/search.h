// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "cuda/score/strategies.h"

namespace espy::cuda {

/// Result of a search: peaks, unordered; and the best position if there are no peaks and it was
/// wanted. Rows count from the plane's first.
struct PlacesOfNeedle {
  std::vector<ListedPlace> peaks;
  std::optional<ListedPlace> best;
};

/// One needle prepared for device scenes of one format.
class ScoreSearch {
 public:
  /// Queues the uploads. `clock` times the stages.
  ScoreSearch(Gpu& gpu, const ScoredNeedle& needle, PixelFormat scene, const ScoreOptions& options,
              StageClock& clock, const Control& control,
              std::optional<GpuScoreStrategy> way = std::nullopt);
  // Strategies keep a pointer to the task.
  ScoreSearch(const ScoreSearch&) = delete;
  ScoreSearch& operator=(const ScoreSearch&) = delete;

  /// The peaks of `rows` rows of positions from `first` on; rows outside count as neighbours.
  /// Processes bands if memory is short.
  PlacesOfNeedle find(const SceneOnDevice& scene, std::int64_t first, std::int64_t rows,
                      bool wantBest);

  /// Writes the scores of all positions to `scores`, row by row.
  void map(const SceneOnDevice& scene, float* scores);

  /// The current strategy: bounds may have been given up.
  GpuScoreStrategy way() const { return which_; }
  /// Of the last search by bounds.
  DifferenceBounds::Decision decision() const { return (givenUp_ ? givenUp_ : way_)->decision(); }
  /// Rows of `width` positions whose products a GPU computes in a few milliseconds, a slow one in a
  /// tenth of a second: the latency of cancelling. At least one row.
  static std::int64_t rowsForProducts(std::int64_t productsOfPlace, std::int64_t width);

 private:
  void fetchPeaks(PlaceBand& band, std::int64_t first, std::int64_t rows,
                  std::vector<ListedPlace>& peaks);
  std::optional<ListedPlace> bestInBand(const SceneOnDevice& scene, PlaceBand& band);
  void findInBand(const SceneOnDevice& scene, std::int64_t first, std::int64_t rows, bool wantBest,
                  PlacesOfNeedle& found);
  Threshold wanted() const;
  void giveUpBounds();
  std::int64_t rowsAtOnce(std::int64_t rows, std::int64_t width) const;

  ScoreTask task_;
  StageClock& clock_;
  GpuScoreStrategy which_;
  std::unique_ptr<PositionStrategy> way_;
  std::unique_ptr<PositionStrategy>
      givenUp_;  ///< kept, because the device may still use its buffers
};

}  // namespace espy::cuda
