// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cuda/base/device_image.h"
#include "cuda/base/gpu.h"
#include "cuda/base/resident.h"
#include "cuda/score/bounds.h"
#include "cuda/score/correlate.h"
#include "cuda/score/deep.h"
#include "cuda/score/places.h"
#include "cuda/score/windows.h"
#include "espy/score.h"

namespace espy::cuda {

/// A picture on the card, or rows of one, and what searches made of it.
struct SceneOnCard {
  const DeviceImage& image;
  DerivedPlanes& derived;
};

/// What comes of a search: peaks in no order, and the best place where there are none and one was
/// wanted. Rows count from the plane's first.
struct PlacesOfNeedle {
  std::vector<ListedPlace> peaks;
  std::optional<ListedPlace> best;
};

/// One needle, made ready for scenes on the card of one format.
class ScoreSearch {
 public:
  /// How values of places are found.
  enum class Way : std::uint8_t {
    products,        ///< tensor cores, and windows summed up
    maskedProducts,  ///< tensor cores for all sums, strip by strip
    deepProducts,    ///< the same of 16-bit samples, as four products of bytes
    differences,     ///< four bytes at once
    bounded,         ///< the same where bounds do not rule places out
    anything,        ///< sample by sample
  };

  /// Queues what has to be sent. Stages are timed by `clock`.
  ScoreSearch(Gpu& gpu, const ScoredNeedle& needle, PixelFormat scene, const ScoreOptions& options,
              StageClock& clock, const Control& control, std::optional<Way> way = std::nullopt);

  /// The peaks among the places of `rows` rows from `first` on; rows beside them count as
  /// neighbours. Takes them in bands where memory is short.
  PlacesOfNeedle find(const SceneOnCard& scene, std::int64_t first, std::int64_t rows,
                      bool wantBest);

  /// The scores of all places, to `scores`, row by row.
  void map(const SceneOnCard& scene, float* scores);

  Way way() const { return way_; }
  /// Of the last search by bounds.
  DifferenceBounds::Decision decision() const { return bounds_->decision(gpu_); }
  static const char* describe(Way way);
  /// Rows of so many places of which as many products can be summed up as a card makes in some
  /// milliseconds, or in a tenth of a second if it is a slow one: who cancels a search waits for
  /// those. At least one row.
  static std::int64_t rowsForProducts(std::int64_t productsOfPlace, std::int64_t width);
  /// What suits a needle.
  static Way wayFor(const ScoredNeedle& needle, const ScoreOptions& options);

 private:
  struct Band;

  void addStrips();
  void sumStrips(const SceneOnCard& scene, Band& band);
  void computeValues(const SceneOnCard& scene, Band& band);
  void markCandidates(const SceneOnCard& scene, Band& band, double minScore);
  void fetchPeaks(Band& band, std::int64_t first, std::int64_t rows,
                  std::vector<ListedPlace>& peaks);
  std::optional<ListedPlace> bestInBand(const SceneOnCard& scene, Band& band);
  void findInBand(const SceneOnCard& scene, std::int64_t first, std::int64_t rows, bool wantBest,
                  PlacesOfNeedle& found);
  void withoutBounds();
  std::int64_t rowsAtOnce(std::int64_t rows, std::int64_t width) const;

  Gpu& gpu_;
  const ScoredNeedle& needle_;
  PixelFormat format_;
  ScoreOptions options_;
  StageClock& clock_;
  Control control_;
  Way way_;
  ScoreRule rule_;
  /// Rows of the needle whose sums fit into 32 bits; mostly all of them.
  struct Strip {
    std::int64_t row = 0;
    Factors factors;
    Factors mask;
  };
  std::optional<Factors> factors_;
  std::optional<DeepNeedle> deep_;
  std::vector<Strip> strips_;
  std::optional<DifferenceNeedle> differences_;
  std::optional<DifferenceBounds> bounds_;
};

}  // namespace espy::cuda
