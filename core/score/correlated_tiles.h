// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <utility>

#include "picture/sums.h"
#include "score/batch.h"
#include "score/candidates.h"
#include "score/correlations.h"
#include "score/formula.h"
#include "score/way.h"
#include "score/window_at.h"

namespace espy::score {

/// A needle in one of the tiles that are there.
struct NeedleInTile {
  std::size_t index;  ///< of the needle, in the batch
  const ScoredNeedle& needle;
  int tile;
  picture::TileArea area;  ///< of its places
  Size places;             ///< from the tile's upper-left one on: its own and their neighbours
};

/// The tiles that are searched together, correlated with one needle after another, and the sums of
/// their windows. `Sum` is as wide as these need.
template <class Sample, class Sum>
class CorrelatedTiles {
 public:
  CorrelatedTiles(const ScoreBatch& batch, std::unique_ptr<Correlations<Sample>> correlations)
      : batch_(batch), correlations_(std::move(correlations)) {}

  const ScoreBatch& batch() const { return batch_; }
  int count() const { return static_cast<int>(count_); }
  const picture::TileArea& area(int tile) const { return areas_[tile]; }

  void load(std::int64_t task) {
    const std::int64_t first = batch_.tilesAtOnce() * task;
    count_ = std::min(batch_.tilesAtOnce(), batch_.grid.count() - first);
    for (std::int64_t t = 0; t < count_; ++t) {
      areas_[t] = batch_.grid.area(first + t);
      planes_[t].load(batch_.scene, batch_.form, areas_[t].x, areas_[t].y, batch_.grid.tile());
    }
    correlations_->take(planes());
    summed_ = {};
  }

  /// Another needle comes.
  void forgetNeedle() { correlated_ = false; }

  /// Has the tiles' correlation with the needle, and the sums of their windows.
  void correlate(const NeedleInTile& here) {
    if (!correlated_) {
      chooseSums(here);
      correlations_->correlate(here.index, here.places);
      correlated_ = true;
    }
    sumUp(here.tile);
  }

  /// r of a row of places; stays until another is asked for.
  const float* row(int tile, std::int64_t y) { return correlations_->row(tile, y); }

  /// What to tell places by that reach a score.
  CandidateTest testOf(const NeedleInTile& here, double least) const {
    CandidateTest test = testFor(batch_.options.method, here.needle.sums, least);
    const typename Correlations<Sample>::Terms terms = correlations_->terms(here.tile);
    test.error = terms.error;
    test.centre = terms.centre;
    test.rest = terms.rest;
    test.mean = terms.mean;
    return test;
  }

  /// Are the sums made under the needle's mask, and not of its rectangles?
  bool byMask() const { return byMask_; }

  /// The sums of windows beside each other.
  void windows(const NeedleInTile& here, std::int64_t x, std::int64_t y, std::int64_t count,
               Sum* sums, Sum* squares) const {
    if (byMask_) {
      maskSums_.windows(here.tile, x, y, count, sums, squares);
    } else {
      needleWindows(sumsOf(here.tile), here.needle, x, y, count, sums, squares);
    }
  }
  /// Only over the needle's inner rectangle; not by its mask.
  void innerWindows(const NeedleInTile& here, std::int64_t y, std::int64_t count, Sum* sums,
                    Sum* squares) const {
    sumsOf(here.tile).windows({&here.needle.inner, 1}, 0, y, count, sums, squares);
  }

  /// Says that so many places will be computed exactly. False: not now.
  bool expect(std::size_t places) { return correlations_->expect(static_cast<double>(places)); }

  /// The exact score of a place whose window has these sums.
  double scoreAt(const NeedleInTile& here, std::int64_t x, std::int64_t y, Sum sum, Sum squares,
                 std::uint64_t& distance) {
    const WindowSums window{sum, squares, correlations_->products(here.tile, x, y, sum)};
    const Method method = batch_.options.method;
    if (method == Method::zncc) return scoreOfWindow(here.needle.sums, window);
    distance = window.squares + here.needle.sums.squares - 2 * window.products;
    return scoreOfDistance(method, here.needle.sums, distance);
  }

 private:
  std::span<const picture::TilePlanes<Sample>> planes() const {
    return {planes_.data(), static_cast<std::size_t>(count_)};
  }
  bool isOnly() const { return batch_.needles.size() == 1; }
  const picture::TileSums<Sum>& sumsOf(int tile) const { return tileSums_[isOnly() ? 0 : tile]; }

  void chooseSums(const NeedleInTile& here) {
    // Tiles that are correlated directly are small and have sides of any length.
    byMask_ = batch_.way == ScoreWay::byTransforms && hasManyHoles(here.needle);
    if (!byMask_) return;
    if (isOnly()) correlations_->release();
    byMask_ = maskSums_.load(batch_.masks(), here.index, planes());
  }

  void sumUp(int tile) {
    if (summed_[tile] || byMask_) return;
    tileSums_[isOnly() ? 0 : tile].load(planes_[tile]);
    if (isOnly()) summed_ = {};
    summed_[tile] = true;
  }

  const ScoreBatch& batch_;
  std::unique_ptr<Correlations<Sample>> correlations_;
  std::int64_t count_ = 0;
  std::array<picture::TileArea, 2> areas_;
  std::array<picture::TilePlanes<Sample>, 2> planes_;
  std::array<picture::TileSums<Sum>, 2> tileSums_;
  /// The tiles' sums are there; for a single needle, those of the tile that it is looked for in.
  std::array<bool, 2> summed_{};
  MaskSums<Sample, Sum> maskSums_;  ///< where the needle has very many holes
  bool byMask_ = false;
  bool correlated_ = false;  ///< with the needle that is looked for
};

}  // namespace espy::score
