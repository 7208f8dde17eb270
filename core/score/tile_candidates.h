// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "score/correlated_tiles.h"

namespace espy::score {

/// A position of a tile that may reach the minimum.
template <class Sum>
struct Candidate {
  std::int32_t x;
  std::int32_t y;
  Sum sum;
  Sum squares;
  bool beaten = false;  ///< surely by a neighbour; but its score is needed for others
};

/// Approximate scores of a row of positions.
template <class Sum>
struct ApproximateRow {
  std::span<const float> scores;
  std::span<const float> errors;  ///< error bounds
  const Sum* sums;
  const Sum* squares;
  float mostError;
};

/// Reduces candidates where very many positions reach the minimum, most of them surely beaten by a
/// neighbour: keeps those that may be peaks, and neighbours that may beat them.
class PossiblePeaks {
 public:
  void begin(Size places) {
    places_ = places;
    pitch_ = (places.width + 2 + 15) / 16 * 16;
    least_.resize(static_cast<std::size_t>(pitch_ * (places.height + 2)));
    most_.resize(least_.size());
    clear(-1);
    clear(places.height);
  }

  template <class Sum>
  void addRow(std::int64_t y, const ApproximateRow<Sum>& row) {
    clear(y);
    spreadScores(row.scores.data(), row.errors.data(), places_.width, least_.data() + at(y),
                 most_.data() + at(y));
  }

  /// After all rows are added. `flags`: scratch buffer of one row.
  void choose(double wanted, std::uint8_t* flags) {
    const auto enough = static_cast<float>(wanted) - 1e-6F;
    taken_.assign(least_.size(), 0);
    for (std::int64_t y = 0; y < places_.height; ++y) {
      const float* here = least_.data() + at(y);
      const float* const rows[3] = {here - pitch_, here, here + pitch_};
      if (markPossiblePeaks(rows, most_.data() + at(y), enough, places_.width, flags) == 0)
        continue;
      forEachFlagged(flags, places_.width, [&](std::int64_t x) { take(at(y) + x); });
    }
  }

  /// Calls body(x, y, isSurelyBeaten) for those that were chosen.
  template <class Body>
  void forEach(const Body& body) const {
    for (std::int64_t y = 0; y < places_.height; ++y) {
      const std::uint8_t* taken = taken_.data() + at(y);
      forEachFlagged(taken, places_.width,
                     [&](std::int64_t x) { body(x, y, (taken[x] & kPossible) == 0); });
    }
  }

 private:
  static constexpr std::uint8_t kPossible = 1;
  static constexpr std::uint8_t kContender = 2;

  /// Index of a row's first position; all positions have a one-pixel halo of -infinity.
  std::int64_t at(std::int64_t y) const { return (y + 1) * pitch_ + 1; }

  void clear(std::int64_t y) {
    constexpr float kNone = -std::numeric_limits<float>::infinity();
    std::fill_n(least_.data() + at(y) - 1, pitch_, kNone);
    std::fill_n(most_.data() + at(y) - 1, pitch_, kNone);
  }

  void take(std::int64_t place) {
    for (const std::int64_t down : {-pitch_, std::int64_t{0}, pitch_}) {
      for (std::int64_t other = place + down - 1; other <= place + down + 1; ++other) {
        if (most_[other] > least_[place]) taken_[other] |= kContender;
      }
    }
    taken_[place] |= kPossible;
  }

  Size places_;
  std::int64_t pitch_ = 0;
  ScratchVector<float> least_;
  ScratchVector<float> most_;
  ScratchVector<std::uint8_t> taken_;
};

/// The needle-independent sums of windows, shared by several needles of one size without masks.
/// 32-bit sums only.
class SharedWindows {
 public:
  explicit SharedWindows(const ScoreBatch& batch) : width_(batch.grid.tile().width) {
    const Size size = batch.needles.front()->size;
    possible_ =
        batch.needles.size() > 1 && batch.options.method == Method::zncc &&
        std::all_of(batch.needles.begin(), batch.needles.end(), [&](const ScoredNeedle* needle) {
          return needle->solid && needle->size == size;
        });
  }

  bool possible() const { return possible_; }
  /// To be called when other tiles are loaded.
  void forget() { known_ = {}; }

  /// `rowSums(y)` computes the sums and squares of a row of windows.
  template <class RowSums>
  void load(const NeedleInTile& here, const ScoreBatch& batch, const RowSums& rowSums) {
    if (known_[here.tile]) return;
    known_[here.tile] = true;
    sums_[here.tile].resize(static_cast<std::size_t>(batch.grid.tile().pixels()));
    variances_[here.tile].resize(sums_[here.tile].size());
    for (std::int64_t y = 0; y < here.places.height; ++y) {
      const auto [sums, squares] = rowSums(y);
      floatSums(static_cast<double>(here.needle.sums.samples), sums, squares, here.places.width,
                sums_[here.tile].data() + y * width_, variances_[here.tile].data() + y * width_);
    }
  }

  std::int64_t mark(const CandidateTest& test, const NeedleInTile& here, std::int64_t y,
                    const float* row, std::uint8_t* flags) const {
    return markWithSharedSums(test, row, sums_[here.tile].data() + y * width_,
                              variances_[here.tile].data() + y * width_, here.places.width, flags);
  }

 private:
  std::int64_t width_;
  bool possible_ = false;
  std::array<bool, 2> known_{};
  std::array<ScratchVector<float>, 2> sums_;
  std::array<ScratchVector<float>, 2> variances_;
};

/// Finds the positions of a tile that may reach a minimum.
template <class Sample, class Sum>
class TileCandidates {
 public:
  using Tiles = CorrelatedTiles<Sample, Sum>;

  explicit TileCandidates(Tiles& tiles) : tiles_(tiles), alike_(tiles.batch()) {
    const auto width = static_cast<std::size_t>(tiles.batch().mostPlaces().width);
    sums_.resize(width);
    squares_.resize(width);
    flags_.resize(width);
    scores_.resize(width);
    errors_.resize(width);
  }

  /// To be called when other tiles are loaded.
  void forgetTiles() { alike_.forget(); }

  /// All positions that may reach `least`; with `peaksOnly`, if they are very many, only those that
  /// matter for peaks.
  const std::vector<Candidate<Sum>>& collect(const NeedleInTile& here, double least,
                                             bool peaksOnly) {
    const CandidateTest test = tiles_.testOf(here, least);
    found_.clear();
    const bool alike = kNarrow && alike_.possible() && !test.all;
    if (alike) loadAlike(here);
    const auto many = static_cast<std::size_t>(here.places.pixels() / kDenseShare + 64);
    for (std::int64_t y = 0; y < here.places.height; ++y) {
      alike ? addAlike(test, here, y) : addRow(test, here, y);
      if (!kNarrow || !peaksOnly || found_.size() <= many) continue;
      collectPossiblePeaks(here, least);
      break;
    }
    return found_;
  }

  /// Approximate scores of the first `count` positions of a row.
  ApproximateRow<Sum> approximate(const CandidateTest& test, const NeedleInTile& here,
                                  std::int64_t y, std::int64_t count) {
    tiles_.windows(here, 0, y, count, sums_.data(), squares_.data());
    const float most = approximateScores(test, tiles_.row(here.tile, y), sums_.data(),
                                         squares_.data(), count, scores_.data(), errors_.data());
    return {scores_, errors_, sums_.data(), squares_.data(), most};
  }

 private:
  static constexpr bool kNarrow = sizeof(Sum) == 4;
  /// With more candidates than 1 / `kDenseShare` of a tile's positions, those that cannot be peaks
  /// are rejected before any is computed exactly.
  static constexpr std::int64_t kDenseShare = 64;

  void add(std::int64_t x, std::int64_t y, Sum sum, Sum squares, bool beaten = false) {
    found_.push_back(
        {static_cast<std::int32_t>(x), static_cast<std::int32_t>(y), sum, squares, beaten});
  }
  /// The same for a position whose sums are not computed.
  void addPlace(const NeedleInTile& here, std::int64_t x, std::int64_t y, bool beaten = false) {
    Sum sum = 0;
    Sum squares = 0;
    tiles_.windows(here, x, y, 1, &sum, &squares);
    add(x, y, sum, squares, beaten);
  }

  void addRow(const CandidateTest& test, const NeedleInTile& here, std::int64_t y) {
    if constexpr (!Tiles::kEachMean) {
      const bool ragged = here.needle.rectangles.size() > 2 || here.needle.scattered;
      if (ragged && !tiles_.byMask() && test.method == Method::zncc && !test.all) {
        addMaskedRow(test, here, y);
        return;
      }
    }
    const std::int64_t count = here.places.width;
    tiles_.windows(here, 0, y, count, sums_.data(), squares_.data());
    const float* row = tiles_.row(here.tile, y);
    if (markCandidates(test, row, sums_.data(), squares_.data(), count, flags_.data()) == 0) return;
    forEachFlagged(flags_.data(), count, [&](std::int64_t x) { add(x, y, sums_[x], squares_[x]); });
  }

  /// Window sums over many rectangles are slow: stretches that the inner rectangle prunes are
  /// skipped.
  void addMaskedRow(const CandidateTest& test, const NeedleInTile& here, std::int64_t y) {
    constexpr std::int64_t kGroup = 16;
    const std::int64_t width = here.places.width;
    const Size inner{here.needle.inner.width, here.needle.inner.height};
    const CandidateTest looser = looserTest(test, inner.pixels() * here.needle.form.channels);
    const float* row = tiles_.row(here.tile, y);
    tiles_.innerWindows(here, y, width, sums_.data(), squares_.data());
    if (markCandidates(looser, row, sums_.data(), squares_.data(), width, flags_.data()) == 0) {
      return;
    }
    for (std::int64_t x = 0; x < width; x += kGroup) {
      const std::int64_t count = std::min(kGroup, width - x);
      std::uint8_t* flags = flags_.data() + x;
      if (std::find(flags, flags + count, 1) == flags + count) continue;
      tiles_.windows(here, x, y, count, sums_.data(), squares_.data());
      if (markCandidates(test, row + x, sums_.data(), squares_.data(), count, flags) == 0) continue;
      forEachFlagged(flags, count, [&](std::int64_t i) { add(x + i, y, sums_[i], squares_[i]); });
    }
  }

  void loadAlike(const NeedleInTile& here) {
    if constexpr (kNarrow) {
      alike_.load(here, tiles_.batch(), [&](std::int64_t y) {
        tiles_.windows(here, 0, y, here.places.width, sums_.data(), squares_.data());
        return std::pair{sums_.data(), squares_.data()};
      });
    }
  }

  void addAlike(const CandidateTest& test, const NeedleInTile& here, std::int64_t y) {
    if (alike_.mark(test, here, y, tiles_.row(here.tile, y), flags_.data()) == 0) return;
    forEachFlagged(flags_.data(), here.places.width, [&](std::int64_t x) { addPlace(here, x, y); });
  }

  void collectPossiblePeaks(const NeedleInTile& here, double wanted) {
    found_.clear();
    const CandidateTest test = tiles_.testOf(here, 0);
    possible_.begin(here.places);
    for (std::int64_t y = 0; y < here.places.height; ++y) {
      possible_.addRow(y, approximate(test, here, y, here.places.width));
    }
    possible_.choose(wanted, flags_.data());
    possible_.forEach(
        [&](std::int64_t x, std::int64_t y, bool beaten) { addPlace(here, x, y, beaten); });
  }

  Tiles& tiles_;
  SharedWindows alike_;
  PossiblePeaks possible_;
  // Of a row.
  std::vector<Sum> sums_;
  std::vector<Sum> squares_;
  std::vector<std::uint8_t> flags_;
  std::vector<float> scores_;
  std::vector<float> errors_;
  std::vector<Candidate<Sum>> found_;
};

}  // namespace espy::score
