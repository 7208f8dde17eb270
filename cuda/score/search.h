// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "cuda/score/ways.h"

namespace espy::cuda {

/// What comes of a search: peaks in no order, and the best place where there are none and one was
/// wanted. Rows count from the plane's first.
struct PlacesOfNeedle {
  std::vector<ListedPlace> peaks;
  std::optional<ListedPlace> best;
};

/// One needle, made ready for scenes on the card of one format.
class ScoreSearch {
 public:
  /// Queues what has to be sent. Stages are timed by `clock`.
  ScoreSearch(Gpu& gpu, const ScoredNeedle& needle, PixelFormat scene, const ScoreOptions& options,
              StageClock& clock, const Control& control,
              std::optional<ScoreWay> way = std::nullopt);
  // Ways keep where the task is.
  ScoreSearch(const ScoreSearch&) = delete;
  ScoreSearch& operator=(const ScoreSearch&) = delete;

  /// The peaks among the places of `rows` rows from `first` on; rows beside them count as
  /// neighbours. Takes them in bands where memory is short.
  PlacesOfNeedle find(const SceneOnCard& scene, std::int64_t first, std::int64_t rows,
                      bool wantBest);

  /// The scores of all places, to `scores`, row by row.
  void map(const SceneOnCard& scene, float* scores);

  /// The one that is followed now: bounds may have been given up.
  ScoreWay way() const { return which_; }
  /// Of the last search by bounds.
  DifferenceBounds::Decision decision() const { return (givenUp_ ? givenUp_ : way_)->decision(); }
  /// Rows of so many places of which as many products can be summed up as a card makes in some
  /// milliseconds, or in a tenth of a second if it is a slow one: who cancels a search waits for
  /// those. At least one row.
  static std::int64_t rowsForProducts(std::int64_t productsOfPlace, std::int64_t width);

 private:
  void fetchPeaks(PlaceBand& band, std::int64_t first, std::int64_t rows,
                  std::vector<ListedPlace>& peaks);
  std::optional<ListedPlace> bestInBand(const SceneOnCard& scene, PlaceBand& band);
  void findInBand(const SceneOnCard& scene, std::int64_t first, std::int64_t rows, bool wantBest,
                  PlacesOfNeedle& found);
  Threshold wanted() const;
  void giveUpBounds();
  std::int64_t rowsAtOnce(std::int64_t rows, std::int64_t width) const;

  ScoreTask task_;
  StageClock& clock_;
  ScoreWay which_;
  std::unique_ptr<PlaceWay> way_;
  std::unique_ptr<PlaceWay> givenUp_;  ///< the card may still work with what it sent
};

}  // namespace espy::cuda
