// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Scores by correlation: bounds leave places out, correlations propose those that may reach the
// minimum, exact integers decide.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "find/needle.h"
#include "find/peak_finder.h"
#include "picture/sums.h"
#include "score/batch.h"
#include "score/candidates.h"
#include "score/correlations.h"
#include "score/formula.h"
#include "score/way.h"
#include "score/window_at.h"

namespace espy::score {
namespace {

/// A score map is off by no more: what the correlation tells less well is computed exactly.
constexpr float kMapError = 1.0F / 256;

/// A place of a tile that may reach the minimum.
template <class Sum>
struct Candidate {
  std::int32_t x;
  std::int32_t y;
  Sum sum;
  Sum squares;
  bool beaten = false;  ///< by a neighbour, surely; but its score is needed for others
};

/// With more candidates than this share of a tile's places, those that cannot be peaks are sorted
/// out before any is computed exactly.
constexpr std::int64_t kDenseShare = 64;

template <class Sample, class Sum>
class CorrelationWorker : public TileWorker {
 public:
  CorrelationWorker(const ScoreBatch& batch, std::unique_ptr<Correlations<Sample>> correlations)
      : batch_(batch), correlations_(std::move(correlations)) {
    const Size least = smallest(batch.needles);
    places_ = {batch.grid.tile().width - least.width + 1,
               batch.grid.tile().height - least.height + 1};
    const auto width = static_cast<std::size_t>(places_.width);
    sums_.resize(width);
    squares_.resize(width);
    flags_.resize(width);
    scores_.resize(width);
    errors_.resize(width);
    const Size size = batch.needles.front()->size;
    alike_ = sizeof(Sum) == 4 && batch.needles.size() > 1 && batch.options.method == Method::zncc &&
             std::all_of(batch.needles.begin(), batch.needles.end(),
                         [&](const find::ScoredNeedle* needle) {
                           return needle->solid && needle->size == size;
                         });
  }

  void run(std::int64_t task) override {
    load(task);
    for (std::size_t n = 0; n < batch_.needles.size(); ++n) {
      correlated_ = false;
      for (int t = 0; t < count_; ++t) {
        if (!searchTile(n, t)) later.push_back({task, n, t});
      }
    }
  }

  void runLater(std::span<const Later> ofTask) override {
    load(ofTask.front().task);
    std::size_t last = batch_.needles.size();
    for (const Later& one : ofTask) {
      if (one.needle != last) correlated_ = false;
      last = one.needle;
      searchTile(one.needle, one.tile);
    }
  }

 private:
  void load(std::int64_t task) {
    const std::int64_t first = batch_.tilesAtOnce() * task;
    count_ = std::min(batch_.tilesAtOnce(), batch_.grid.count() - first);
    for (std::int64_t t = 0; t < count_; ++t) {
      areas_[t] = batch_.grid.area(first + t);
      planes_[t].load(batch_.scene, batch_.form, areas_[t].x, areas_[t].y, batch_.grid.tile());
    }
    correlations_->take({planes_.data(), static_cast<std::size_t>(count_)});
    summed_ = {};
    alikeTile_ = {};
  }

  /// Has the tiles' correlation with a needle, and the sums of their windows.
  void correlate(std::size_t n, Size places) {
    if (correlated_) return;
    // Tiles that are correlated directly are small and have sides of any length.
    byMask_ = batch_.way == ScoreWay::byTransforms && hasManyHoles(*batch_.needles[n]);
    if (byMask_) {
      if (batch_.needles.size() == 1) correlations_->release();
      byMask_ =
          maskSums_.load(batch_.masks(), n, {planes_.data(), static_cast<std::size_t>(count_)});
    }
    correlations_->correlate(n, places);
    correlated_ = true;
  }

  picture::TileSums<Sum>& sumsOf(int t) { return tileSums_[batch_.needles.size() == 1 ? 0 : t]; }
  const picture::TileSums<Sum>& sumsOf(int t) const {
    return tileSums_[batch_.needles.size() == 1 ? 0 : t];
  }

  void sumUp(int t) {
    if (summed_[t] || byMask_) return;
    sumsOf(t).load(planes_[t]);
    if (batch_.needles.size() == 1) summed_ = {};
    summed_[t] = true;
  }

  /// The sums of windows beside each other.
  void windows(const find::ScoredNeedle& needle, int t, std::int64_t x, std::int64_t y,
               std::int64_t count, Sum* sums, Sum* squares) const {
    if (byMask_) {
      maskSums_.windows(t, x, y, count, sums, squares);
    } else {
      needleWindows(sumsOf(t), needle, x, y, count, sums, squares);
    }
  }

  /// What to tell places by that reach a score.
  CandidateTest testOf(const find::ScoredNeedle& needle, int t, double least) const {
    CandidateTest test = testFor(batch_.options.method, needle.sums, least);
    const typename Correlations<Sample>::Terms terms = correlations_->terms(t);
    test.error = terms.error;
    test.centre = terms.centre;
    test.rest = terms.rest;
    test.mean = terms.mean;
    return test;
  }

  /// False where it has to wait (`ExactProducts::later`).
  bool searchTile(std::size_t n, int t) {
    const find::ScoredNeedle& needle = *batch_.needles[n];
    const Size places = batch_.placesOf(needle);
    const picture::TileArea area = areas_[t].within(places);
    if (area.empty()) return true;
    correlate(n, {area.endX(places), area.endY(places)});
    sumUp(t);
    if (batch_.map != nullptr) {
      return writeMap(n, t, area);
    }
    double least = batch_.options.minScore;
    if (batch_.best != nullptr) {
      offerLikeliest(n, t, area);
      least = batch_.best->score();
    }
    const CandidateTest test = testOf(needle, t, least);
    candidates_.clear();
    const std::int64_t endX = area.endX(places);
    const std::int64_t endY = area.endY(places);
    const bool alike = alike_ && !test.all;
    if (alike) sumAlike(needle, t, endX, endY);
    const bool mayPrune = sizeof(Sum) == 4 && batch_.best == nullptr;
    const auto dense = static_cast<std::size_t>(endX * endY / kDenseShare + 64);
    for (std::int64_t y = 0; y < endY; ++y) {
      if (alike) {
        collectAlike(test, needle, t, y, endX);
      } else {
        collect(test, needle, t, y, endX);
      }
      if (!mayPrune || candidates_.size() <= dense) continue;
      collectPossiblePeaks(needle, t, {endX, endY}, least);
      break;
    }
    if (candidates_.empty()) return true;
    if (!correlations_->expect(static_cast<double>(candidates_.size()))) return false;
    peakFinder_.begin(places_);
    for (const Candidate<Sum>& candidate : candidates_) {
      std::uint64_t distance = 0;
      const double score = exactScore(n, t, candidate, distance);
      if (!(score >= least)) continue;
      if (batch_.best != nullptr) {
        const bool own = candidate.x < area.ownEndX && candidate.y < area.ownEndY;
        if (own)
          batch_.best->offer(
              find::matchAt(area, needle, candidate.x, candidate.y, score, distance));
      } else {
        peakFinder_.add(candidate.x, candidate.y, score, distance, candidate.beaten);
      }
    }
    if (batch_.best == nullptr) peakFinder_.finish(area, needle, peaks);
    return true;
  }

  /// The same for needles that are all of one size, have no holes and are more than one: what their
  /// windows share is kept.
  void collectAlike(const CandidateTest& test, const find::ScoredNeedle& needle, int t,
                    std::int64_t y, std::int64_t endX) {
    const std::int64_t width = batch_.grid.tile().width;
    const float* sums = alikeSums_[t].data() + y * width;
    const float* variances = alikeVariances_[t].data() + y * width;
    if (markAlike(test, correlations_->row(t, y), sums, variances, endX, flags_.data()) == 0)
      return;
    forEachFlagged(flags_.data(), endX, [&](std::int64_t x) {
      Sum sum = 0;
      Sum squares = 0;
      windows(needle, t, x, y, 1, &sum, &squares);
      addCandidate(x, y, sum, squares);
    });
  }

  void sumAlike(const find::ScoredNeedle& needle, int t, std::int64_t endX, std::int64_t endY) {
    if constexpr (sizeof(Sum) == 4) {
      if (alikeTile_[t]) return;
      alikeTile_[t] = true;
      const std::int64_t width = batch_.grid.tile().width;
      alikeSums_[t].resize(static_cast<std::size_t>(batch_.grid.tile().pixels()));
      alikeVariances_[t].resize(alikeSums_[t].size());
      for (std::int64_t y = 0; y < endY; ++y) {
        windows(needle, t, 0, y, endX, sums_.data(), squares_.data());
        floatSums(static_cast<double>(needle.sums.samples), sums_.data(), squares_.data(), endX,
                  alikeSums_[t].data() + y * width, alikeVariances_[t].data() + y * width);
      }
    }
  }

  /// Adds a row's candidates.
  void collect(const CandidateTest& test, const find::ScoredNeedle& needle, int t, std::int64_t y,
               std::int64_t endX) {
    const bool ragged = needle.rectangles.size() > 2 || needle.scattered;
    if (ragged && !byMask_ && test.method == Method::zncc && !test.all) {
      return collectRagged(test, needle, t, y, endX);
    }
    windows(needle, t, 0, y, endX, sums_.data(), squares_.data());
    const float* row = correlations_->row(t, y);
    if (markCandidates(test, row, sums_.data(), squares_.data(), endX, flags_.data()) == 0) return;
    forEachFlagged(flags_.data(), endX,
                   [&](std::int64_t x) { addCandidate(x, y, sums_[x], squares_[x]); });
  }

  /// Summing up windows with a ragged edge takes long: where a rectangle within them shows that no
  /// place of a stretch is one, that is left out.
  void collectRagged(const CandidateTest& test, const find::ScoredNeedle& needle, int t,
                     std::int64_t y, std::int64_t endX) {
    constexpr std::int64_t kStretch = 16;
    const std::int64_t inner = needle.inner.width * needle.inner.height * needle.form.channels;
    const CandidateTest looser = looserTest(test, inner);
    const float* row = correlations_->row(t, y);
    sumsOf(t).windows({&needle.inner, 1}, 0, y, endX, sums_.data(), squares_.data());
    if (markCandidates(looser, row, sums_.data(), squares_.data(), endX, flags_.data()) == 0) {
      return;
    }
    for (std::int64_t x = 0; x < endX; x += kStretch) {
      const std::int64_t count = std::min(kStretch, endX - x);
      std::uint8_t* flags = flags_.data() + x;
      if (std::find(flags, flags + count, 1) == flags + count) continue;
      needleWindows(sumsOf(t), needle, x, y, count, sums_.data(), squares_.data());
      if (markCandidates(test, row + x, sums_.data(), squares_.data(), count, flags) == 0) continue;
      forEachFlagged(flags, count,
                     [&](std::int64_t i) { addCandidate(x + i, y, sums_[i], squares_[i]); });
    }
  }

  /// Where very many places reach the minimum, nearly all are surely beaten by a neighbour: only
  /// those that may be peaks are taken, and such neighbours as may or may not beat one.
  void collectPossiblePeaks(const find::ScoredNeedle& needle, int t, Size places, double wanted) {
    candidates_.clear();
    const CandidateTest test = testOf(needle, t, 0);
    // A rim of places that beat nobody.
    constexpr float kNone = -std::numeric_limits<float>::infinity();
    const std::int64_t pitch = (places.width + 2 + 15) / 16 * 16;
    least_.resize(static_cast<std::size_t>(pitch * (places.height + 2)));
    most_.resize(least_.size());
    const auto clear = [&](std::int64_t row) {
      std::fill_n(least_.data() + row * pitch, pitch, kNone);
      std::fill_n(most_.data() + row * pitch, pitch, kNone);
    };
    clear(0);
    clear(places.height + 1);
    for (std::int64_t y = 0; y < places.height; ++y) {
      clear(y + 1);
      approximate(test, needle, t, y, places.width);
      spreadScores(scores_.data(), errors_.data(), places.width,
                   least_.data() + (y + 1) * pitch + 1, most_.data() + (y + 1) * pitch + 1);
    }
    const auto enough = static_cast<float>(wanted) - 1e-6F;
    taken_.assign(least_.size(), 0);
    for (std::int64_t y = 0; y < places.height; ++y) {
      const float* here = least_.data() + (y + 1) * pitch + 1;
      const float* const rows[3] = {here - pitch, here, here + pitch};
      const float* most = most_.data() + (y + 1) * pitch + 1;
      if (markPossiblePeaks(rows, most, enough, places.width, flags_.data()) == 0) continue;
      forEachFlagged(flags_.data(), places.width, [&](std::int64_t x) {
        std::uint8_t* taken = taken_.data() + (y + 1) * pitch + x + 1;
        for (const std::int64_t down : {-pitch, std::int64_t{0}, pitch}) {
          for (std::int64_t right = -1; right <= 1; ++right) {
            if (most[x + down + right] > here[x]) taken[down + right] |= kContender;
          }
        }
        *taken |= kPossible;
      });
    }
    for (std::int64_t y = 0; y < places.height; ++y) {
      const std::uint8_t* taken = taken_.data() + (y + 1) * pitch + 1;
      forEachFlagged(taken, places.width, [&](std::int64_t x) {
        Sum sum = 0;
        Sum squares = 0;
        windows(needle, t, x, y, 1, &sum, &squares);
        addCandidate(x, y, sum, squares, (taken[x] & kPossible) == 0);
      });
    }
  }

  void addCandidate(std::int64_t x, std::int64_t y, Sum sum, Sum squares, bool beaten = false) {
    candidates_.push_back(
        {static_cast<std::int32_t>(x), static_cast<std::int32_t>(y), sum, squares, beaten});
  }

  double exactScore(std::size_t n, int t, const Candidate<Sum>& candidate,
                    std::uint64_t& distance) {
    const std::uint64_t products =
        correlations_->products(t, candidate.x, candidate.y, candidate.sum);
    return scoreOf(*batch_.needles[n], {candidate.sum, candidate.squares, products}, distance);
  }

  double scoreOf(const find::ScoredNeedle& needle, const WindowSums& window,
                 std::uint64_t& distance) const {
    if (batch_.options.method == Method::zncc) return scoreOfWindow(needle.sums, window);
    distance = window.squares + needle.sums.squares - 2 * window.products;
    return scoreOfDistance(batch_.options.method, needle.sums, distance);
  }

  /// Scores of a row as far as the correlation tells, and how far they may be off; the greatest of
  /// that.
  float approximate(const CandidateTest& test, const find::ScoredNeedle& needle, int t,
                    std::int64_t y, std::int64_t endX) {
    windows(needle, t, 0, y, endX, sums_.data(), squares_.data());
    return approximateScores(test, correlations_->row(t, y), sums_.data(), squares_.data(), endX,
                             scores_.data(), errors_.data());
  }

  /// The place of the tile that seems the best is computed first, so that few others have to be.
  void offerLikeliest(std::size_t n, int t, const picture::TileArea& area) {
    const find::ScoredNeedle& needle = *batch_.needles[n];
    const CandidateTest test = testOf(needle, t, 0);
    float likeliest = -std::numeric_limits<float>::infinity();
    Candidate<Sum> there{};
    for (std::int64_t y = area.ownY; y < area.ownEndY; ++y) {
      approximate(test, needle, t, y, area.ownEndX);
      for (std::int64_t x = area.ownX; x < area.ownEndX; ++x) {
        if (scores_[x] - errors_[x] <= likeliest) continue;
        likeliest = scores_[x] - errors_[x];
        there = {static_cast<std::int32_t>(x), static_cast<std::int32_t>(y), sums_[x], squares_[x]};
      }
    }
    std::uint64_t distance = 0;
    const double score = exactScore(n, t, there, distance);
    batch_.best->offer(find::matchAt(area, needle, there.x, there.y, score, distance));
  }

  bool writeMap(std::size_t n, int t, const picture::TileArea& area) {
    const find::ScoredNeedle& needle = *batch_.needles[n];
    const CandidateTest test = testOf(needle, t, 0);
    candidates_.clear();
    ScoreMap& map = *batch_.map;
    const auto at = [&](std::int64_t x, std::int64_t y) -> float& {
      return map.scores[static_cast<std::size_t>((area.y + y) * map.size.width + area.x + x)];
    };
    for (std::int64_t y = area.ownY; y < area.ownEndY; ++y) {
      const float most = approximate(test, needle, t, y, area.ownEndX);
      std::copy(scores_.begin() + area.ownX, scores_.begin() + area.ownEndX, &at(area.ownX, y));
      mapError = std::max(mapError, static_cast<double>(std::min(most, kMapError)));
      for (std::int64_t x = area.ownX; most > kMapError && x < area.ownEndX; ++x) {
        if (errors_[x] > kMapError) addCandidate(x, y, sums_[x], squares_[x]);
      }
    }
    if (!correlations_->expect(static_cast<double>(candidates_.size()))) return false;
    for (const Candidate<Sum>& candidate : candidates_) {
      std::uint64_t distance = 0;
      at(candidate.x, candidate.y) = static_cast<float>(exactScore(n, t, candidate, distance));
    }
    return true;
  }

  const ScoreBatch& batch_;
  std::unique_ptr<Correlations<Sample>> correlations_;
  Size places_;  ///< of a tile, at most
  std::int64_t count_ = 0;
  std::array<picture::TileArea, 2> areas_;
  std::array<picture::TilePlanes<Sample>, 2> planes_;
  std::array<picture::TileSums<Sum>, 2> tileSums_;
  MaskSums<Sample, Sum> maskSums_;  ///< where the needle has very many holes
  bool byMask_ = false;
  bool alike_ = false;
  std::array<bool, 2> alikeTile_{};  ///< the tile's are there
  std::array<WorkVector<float>, 2> alikeSums_;
  std::array<WorkVector<float>, 2> alikeVariances_;
  /// The tiles' sums are there; for a single needle, those of the tile that it is looked for in.
  std::array<bool, 2> summed_{};
  bool correlated_ = false;  ///< with the needle that is looked for
  std::vector<Sum> sums_;
  std::vector<Sum> squares_;
  std::vector<std::uint8_t> flags_;
  std::vector<float> scores_;
  std::vector<float> errors_;
  std::vector<Candidate<Sum>> candidates_;
  // What `collectPossiblePeaks` knows of each place.
  static constexpr std::uint8_t kPossible = 1;
  static constexpr std::uint8_t kContender = 2;
  WorkVector<float> least_;
  WorkVector<float> most_;
  WorkVector<std::uint8_t> taken_;
  find::PeakFinder peakFinder_;
};

}  // namespace

std::unique_ptr<TileWorker> makeCorrelationWorker(const ScoreBatch& batch) {
  if (batch.form.depth == Depth::u16) {
    return std::make_unique<CorrelationWorker<std::uint16_t, std::uint64_t>>(
        batch, makeTransformCorrelations<std::uint16_t>(batch));
  }
  auto correlations = batch.way == ScoreWay::directly
                          ? makeDirectCorrelations(batch)
                          : makeTransformCorrelations<std::uint8_t>(batch);
  if (sumsFitInto32(batch.needles)) {
    return std::make_unique<CorrelationWorker<std::uint8_t, std::uint32_t>>(
        batch, std::move(correlations));
  }
  return std::make_unique<CorrelationWorker<std::uint8_t, std::uint64_t>>(batch,
                                                                          std::move(correlations));
}

std::unique_ptr<TileWorker> makeWorker(const ScoreBatch& batch) {
  return batch.way == ScoreWay::bySamples ? makeDistanceWorker(batch)
                                          : makeCorrelationWorker(batch);
}

}  // namespace espy::score
