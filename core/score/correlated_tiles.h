// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "picture/sums.h"
#include "score/batch.h"
#include "score/candidates.h"
#include "score/correlations.h"
#include "score/formula.h"
#include "score/tile_strategy.h"
#include "score/window_at.h"

namespace espy::score {

/// A needle in one of the loaded tiles.
struct NeedleInTile {
  std::size_t index;  ///< of the needle, in the batch
  const ScoredNeedle& needle;
  int tile;
  picture::TileArea area;  ///< of its positions
  Size places;             ///< from the tile's upper-left one on: its own and their neighbours
};

/// The tiles of a task, correlated with one needle after another, and their window sums. `Sum` is
/// as wide as these need; double where each channel has its own mean.
template <class Sample, class Sum>
class CorrelatedTiles {
 public:
  static constexpr bool kEachMean = std::is_same_v<Sum, double>;

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

  /// To be called before the next needle.
  void forgetNeedle() { correlated_ = false; }

  /// Ensures the tiles' correlation with the needle, and their window sums.
  void correlate(const NeedleInTile& here) {
    if (!correlated_) {
      chooseSums(here);
      correlations_->correlate(here.index, here.places);
      correlated_ = true;
    }
    sumUp(here.tile);
  }

  /// r of a row of positions; valid until the next call.
  const float* row(int tile, std::int64_t y) { return correlations_->row(tile, y); }

  /// The test of positions for a minimum score.
  CandidateTest testOf(const NeedleInTile& here, double least) const {
    CandidateTest test = testFor(batch_.options.method, here.needle.sums, least);
    const typename Correlations<Sample>::Terms terms = correlations_->terms(here.tile);
    test.error = terms.error;
    test.centre = terms.centre;
    test.rest = terms.rest;
    test.mean = terms.mean;
    if constexpr (kEachMean) {
      // Everything but r is in what `windows` writes, as doubles.
      test.rest = 1;
      test.mean = 0;
      double rests = 0;
      for (const std::int64_t rest : restsOf(here)) rests += static_cast<double>(std::abs(rest));
      // Bounds the rounding in `windows` and in the addition to n r.
      constexpr double kRounding = 1e-15;
      test.error += kRounding * rests * static_cast<double>(here.needle.sums.maxValue);
    }
    return test;
  }

  /// Are window sums computed by FFT of the mask instead of from rectangles?
  bool byMask() const { return byMask_; }

  /// Writes the sums of `count` adjacent windows. With Sum = double: what is subtracted from n r to
  /// get n sum I T minus the products of sums with a common mean, and n times the sum of squared
  /// deviations.
  void windows(const NeedleInTile& here, std::int64_t x, std::int64_t y, std::int64_t count,
               Sum* sums, Sum* squares) {
    if constexpr (kEachMean) {
      windowsByChannel(here, x, y, count);
      // Sums of 8-bit samples, multiplied by each other and by n, fit into 64 bits.
      constexpr std::int64_t kFew = std::int64_t{1} << 23;
      if (sizeof(Sample) == 1 && here.needle.sums.samples <= kFew) {
        putTogether<std::int64_t>(here, count, sums, squares);
      } else {
        putTogether<finders::Wide>(here, count, sums, squares);
      }
    } else {
      windows(0, here, x, y, count, sums, squares);
    }
  }
  /// Window sums over the needle's inner rectangle only; not with `byMask()`.
  void innerWindows(const NeedleInTile& here, std::int64_t y, std::int64_t count, Sum* sums,
                    Sum* squares) const {
    sumsOf(here.tile)[0].windows({&here.needle.inner, 1}, 0, y, count, sums, squares);
  }

  /// Announces the number of positions that will be computed exactly. False: to be deferred.
  bool expect(std::size_t places) { return correlations_->expect(static_cast<double>(places)); }

  /// The exact score of a position whose window has these sums.
  double scoreAt(const NeedleInTile& here, std::int64_t x, std::int64_t y, Sum sum, Sum squares,
                 std::uint64_t& distance) {
    if constexpr (kEachMean) {
      windowsByChannel(here, x, y, 1);
      const finders::ChannelSums sumOf = sumsAt(0);
      const std::uint64_t all = sumOf[0] + sumOf[1] + sumOf[2];
      return scoreOfWindow(here.needle.sums,
                           {all, squaresAt(0), correlations_->products(here.tile, x, y, all)},
                           sumOf);
    } else {
      return scoreOfSums(here, x, y, sum, squares, distance);
    }
  }

 private:
  using Count = std::conditional_t<kEachMean, std::uint64_t, Sum>;
  static constexpr std::size_t kChannels = kEachMean ? 3 : 1;
  using Rests = std::array<std::int64_t, kChannels>;

  double scoreOfSums(const NeedleInTile& here, std::int64_t x, std::int64_t y, Sum sum, Sum squares,
                     std::uint64_t& distance) {
    const WindowSums window{sum, squares, correlations_->products(here.tile, x, y, sum)};
    const Method method = batch_.options.method;
    if (method == Method::zncc) return scoreOfWindow(here.needle.sums, window);
    distance = window.squares + here.needle.sums.squares - 2 * window.products;
    return scoreOfDistance(method, here.needle.sums, distance);
  }

  /// sum (T - t) of each channel.
  Rests restsOf(const NeedleInTile& here) const {
    const finders::NeedleSums& needle = here.needle.sums;
    const auto centre = static_cast<std::int64_t>(correlations_->terms(here.tile).centre);
    Rests rests{};
    for (std::size_t c = 0; c < rests.size(); ++c) {
      rests[c] = static_cast<std::int64_t>(needle.sumOf[c]) -
                 centre * static_cast<std::int64_t>(needle.sharing());
    }
    return rests;
  }

  void windows(std::size_t channel, const NeedleInTile& here, std::int64_t x, std::int64_t y,
               std::int64_t count, Count* sums, Count* squares) const {
    if (byMask_) {
      maskSums_[channel].windows(here.tile, x, y, count, sums, squares);
    } else {
      needleWindows(sumsOf(here.tile)[channel], here.needle, x, y, count, sums, squares);
    }
  }

  void windowsByChannel(const NeedleInTile& here, std::int64_t x, std::int64_t y,
                        std::int64_t count) {
    for (std::size_t c = 0; c < kChannels; ++c) {
      if (channelSums_[c].size() < static_cast<std::size_t>(count)) {
        channelSums_[c].resize(static_cast<std::size_t>(count));
        channelSquares_[c].resize(static_cast<std::size_t>(count));
      }
      windows(c, here, x, y, count, channelSums_[c].data(), channelSquares_[c].data());
    }
  }
  template <class Whole>
  void putTogether(const NeedleInTile& here, std::int64_t count, Sum* off, Sum* deviations) const {
    const typename Correlations<Sample>::Terms terms = correlations_->terms(here.tile);
    const Rests rests = restsOf(here);
    const auto n = static_cast<Whole>(here.needle.sums.sharing());
    const Whole known = n * static_cast<Whole>(terms.mean * terms.rest);
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
      Whole ofRests = -known;
      Whole deviation = n * static_cast<Whole>(squaresAt(i));
      for (std::size_t c = 0; c < kChannels; ++c) {
        const auto sum = static_cast<Whole>(channelSums_[c][i]);
        ofRests += sum * rests[c];
        deviation -= sum * sum;
      }
      off[i] = static_cast<double>(ofRests);
      deviations[i] = static_cast<double>(deviation);
    }
  }
  finders::ChannelSums sumsAt(std::size_t i) const {
    return {channelSums_[0][i], channelSums_[1][i], channelSums_[2][i]};
  }
  std::uint64_t squaresAt(std::size_t i) const {
    return channelSquares_[0][i] + channelSquares_[1][i] + channelSquares_[2][i];
  }

  std::span<const picture::TilePlanes<Sample>> planes() const {
    return {planes_.data(), static_cast<std::size_t>(count_)};
  }
  bool isOnly() const { return batch_.needles.size() == 1; }
  using Sums = std::array<picture::TileSums<Count>, kChannels>;
  const Sums& sumsOf(int tile) const { return tileSums_[isOnly() ? 0 : tile]; }

  void chooseSums(const NeedleInTile& here) {
    // Tiles of direct correlation are small, and their sides are no FFT sizes.
    byMask_ = batch_.strategy == TileStrategy::byTransforms && hasManyHoles(here.needle);
    if (!byMask_) return;
    if (isOnly()) correlations_->release();
    if constexpr (kEachMean) {
      for (int c = 0; byMask_ && c < batch_.form.channels; ++c) {
        std::array<picture::TilePlanes<Sample>, 2> ofChannel;
        for (std::int64_t t = 0; t < count_; ++t) ofChannel[t] = planes_[t].channel(c);
        byMask_ = maskSums_[c].load(batch_.masks(), here.index,
                                    {ofChannel.data(), static_cast<std::size_t>(count_)});
      }
    } else {
      byMask_ = maskSums_[0].load(batch_.masks(), here.index, planes());
    }
  }

  void sumUp(int tile) {
    if (summed_[tile] || byMask_) return;
    Sums& sums = tileSums_[isOnly() ? 0 : tile];
    if constexpr (kEachMean) {
      for (int c = 0; c < batch_.form.channels; ++c) sums[c].load(planes_[tile].channel(c));
    } else {
      sums[0].load(planes_[tile]);
    }
    if (isOnly()) summed_ = {};
    summed_[tile] = true;
  }

  const ScoreBatch& batch_;
  std::unique_ptr<Correlations<Sample>> correlations_;
  std::int64_t count_ = 0;
  std::array<picture::TileArea, 2> areas_;
  std::array<picture::TilePlanes<Sample>, 2> planes_;
  std::array<Sums, 2> tileSums_;
  /// Whether each tile's sums are computed. A single needle keeps those of one tile only.
  std::array<bool, 2> summed_{};
  /// For needles with many holes.
  std::array<MaskSums<Sample, Count>, kChannels> maskSums_;
  // Of adjacent windows, by channel; used with ChannelMeans::each only.
  std::array<std::vector<std::uint64_t>, kChannels> channelSums_;
  std::array<std::vector<std::uint64_t>, kChannels> channelSquares_;
  bool byMask_ = false;
  bool correlated_ = false;  ///< with the current needle
};

}  // namespace espy::score
