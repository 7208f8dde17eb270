// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Scores by correlation: bounds prune positions, approximate correlations propose candidates, exact
// integers decide.
#include <algorithm>
#include <limits>
#include <vector>

#include "find/peak_finder.h"
#include "score/batch.h"
#include "score/correlated_tiles.h"
#include "score/correlations.h"
#include "score/needle.h"
#include "score/tile_candidates.h"

namespace espy::score {
namespace {

/// Error limit of a score map; scores with a larger error bound are computed exactly.
constexpr float kMapError = 1.0F / 256;

/// Consumes correlated tiles; computes exactly what it needs.
template <class Sample, class Sum>
class CorrelationSink {
 public:
  using Tiles = CorrelatedTiles<Sample, Sum>;
  using Candidates = TileCandidates<Sample, Sum>;

  CorrelationSink(Tiles& tiles, Candidates& candidates) : tiles_(tiles), candidates_(candidates) {}
  CorrelationSink(const CorrelationSink&) = delete;
  CorrelationSink& operator=(const CorrelationSink&) = delete;
  virtual ~CorrelationSink() = default;

  /// Returns false if it must be deferred (`ExactProducts::deferred`).
  virtual bool take(const NeedleInTile& here) = 0;

 protected:
  Tiles& tiles_;
  Candidates& candidates_;
};

/// Local maxima that reach the minimum.
template <class Sample, class Sum>
class PeakSink : public CorrelationSink<Sample, Sum> {
 public:
  using Base = CorrelationSink<Sample, Sum>;

  PeakSink(typename Base::Tiles& tiles, typename Base::Candidates& candidates,
           finders::PeakList& peaks)
      : Base(tiles, candidates), peaks_(peaks) {}

  bool take(const NeedleInTile& here) override {
    const ScoreBatch& batch = this->tiles_.batch();
    const double least = batch.options.minScore;
    const auto& candidates = this->candidates_.collect(here, least, true);
    if (candidates.empty()) return true;
    if (!this->tiles_.expect(candidates.size())) return false;
    finder_.begin(batch.mostPlaces());
    for (const Candidate<Sum>& one : candidates) {
      std::uint64_t distance = 0;
      const double score = this->tiles_.scoreAt(here, one.x, one.y, one.sum, one.squares, distance);
      if (score >= least) finder_.add(one.x, one.y, score, distance, one.beaten);
    }
    finder_.finish(here.area, here.needle, peaks_);
    return true;
  }

 private:
  finders::PeakFinder finder_;
  finders::PeakList& peaks_;
};

/// The best position of all tiles and needles.
template <class Sample, class Sum>
class BestSink : public CorrelationSink<Sample, Sum> {
 public:
  using Base = CorrelationSink<Sample, Sum>;

  BestSink(typename Base::Tiles& tiles, typename Base::Candidates& candidates, BestPlace& best)
      : Base(tiles, candidates), best_(best) {}

  bool take(const NeedleInTile& here) override {
    offerLikeliest(here);
    const double least = best_.score();
    const auto& candidates = this->candidates_.collect(here, least, false);
    if (candidates.empty()) return true;
    if (!this->tiles_.expect(candidates.size())) return false;
    for (const Candidate<Sum>& one : candidates) offer(here, one, least);
    return true;
  }

 private:
  void offer(const NeedleInTile& here, const Candidate<Sum>& one, double least) {
    std::uint64_t distance = 0;
    const double score = this->tiles_.scoreAt(here, one.x, one.y, one.sum, one.squares, distance);
    const bool own = one.x < here.area.ownEndX && one.y < here.area.ownEndY;
    if (!own || !(score >= least)) return;
    best_.offer(finders::peakAt(here.area, here.needle, one.x, one.y, score, distance));
  }

  /// Computes the tile's most likely position first, so that its score prunes most others.
  void offerLikeliest(const NeedleInTile& here) {
    const CandidateTest test = this->tiles_.testOf(here, 0);
    constexpr float kNone = -std::numeric_limits<float>::infinity();
    float likeliest = kNone;
    Candidate<Sum> there{};
    for (std::int64_t y = here.area.ownY; y < here.area.ownEndY; ++y) {
      const auto row = this->candidates_.approximate(test, here, y, here.area.ownEndX);
      for (std::int64_t x = here.area.ownX; x < here.area.ownEndX; ++x) {
        const float surely = row.scores[x] - row.errors[x];
        if (surely <= likeliest) continue;
        likeliest = surely;
        there = {static_cast<std::int32_t>(x), static_cast<std::int32_t>(y), row.sums[x],
                 row.squares[x]};
      }
    }
    offer(here, there, -std::numeric_limits<double>::infinity());
  }

  BestPlace& best_;
};

/// The scores of all positions.
template <class Sample, class Sum>
class MapSink : public CorrelationSink<Sample, Sum> {
 public:
  using Base = CorrelationSink<Sample, Sum>;

  MapSink(typename Base::Tiles& tiles, typename Base::Candidates& candidates, ScoreMap& map,
          double& error)
      : Base(tiles, candidates), map_(map), error_(error) {}

  bool take(const NeedleInTile& here) override {
    const CandidateTest test = this->tiles_.testOf(here, 0);
    unclear_.clear();
    for (std::int64_t y = here.area.ownY; y < here.area.ownEndY; ++y) {
      writeRow(here, y, this->candidates_.approximate(test, here, y, here.area.ownEndX));
    }
    if (!this->tiles_.expect(unclear_.size())) return false;
    for (const Candidate<Sum>& one : unclear_) {
      std::uint64_t distance = 0;
      at(here, one.x, one.y) = static_cast<float>(
          this->tiles_.scoreAt(here, one.x, one.y, one.sum, one.squares, distance));
    }
    return true;
  }

 private:
  float& at(const NeedleInTile& here, std::int64_t x, std::int64_t y) const {
    const std::int64_t row = here.area.y + y;
    return map_.scores[static_cast<std::size_t>(row * map_.size.width + here.area.x + x)];
  }

  void writeRow(const NeedleInTile& here, std::int64_t y, const ApproximateRow<Sum>& row) {
    const std::int64_t first = here.area.ownX;
    const std::int64_t end = here.area.ownEndX;
    std::copy(row.scores.begin() + first, row.scores.begin() + end, &at(here, first, y));
    error_ = std::max(error_, static_cast<double>(std::min(row.mostError, kMapError)));
    for (std::int64_t x = first; row.mostError > kMapError && x < end; ++x) {
      if (row.errors[x] <= kMapError) continue;
      unclear_.push_back({static_cast<std::int32_t>(x), static_cast<std::int32_t>(y), row.sums[x],
                          row.squares[x]});
    }
  }

  ScoreMap& map_;
  double& error_;
  std::vector<Candidate<Sum>> unclear_;
};

template <class Sample, class Sum>
class CorrelationWorker : public TileWorker {
 public:
  CorrelationWorker(const ScoreBatch& batch, std::unique_ptr<Correlations<Sample>> correlations)
      : batch_(batch), tiles_(batch, std::move(correlations)), candidates_(tiles_) {
    if (batch.map != nullptr) {
      sink_ =
          std::make_unique<MapSink<Sample, Sum>>(tiles_, candidates_, *batch.map, this->mapError);
    } else if (batch.best != nullptr) {
      sink_ = std::make_unique<BestSink<Sample, Sum>>(tiles_, candidates_, *batch.best);
    } else {
      sink_ = std::make_unique<PeakSink<Sample, Sum>>(tiles_, candidates_, this->peaks);
    }
  }

  void run(std::int64_t task) override {
    load(task);
    for (std::size_t n = 0; n < batch_.needles.size(); ++n) {
      if (!this->peaks.wants(batch_.needles[n]->index)) continue;
      tiles_.forgetNeedle();
      for (int t = 0; t < tiles_.count(); ++t) {
        if (!searchTile(n, t)) deferred.push_back({task, n, t});
      }
      // The needles are then searched in smaller groups.
      if (this->peaks.dropped() && !batch_.options.most) return;
    }
  }

  void runDeferred(std::span<const DeferredTile> ofTask) override {
    load(ofTask.front().task);
    std::size_t last = batch_.needles.size();
    for (const DeferredTile& one : ofTask) {
      if (one.needle != last) tiles_.forgetNeedle();
      last = one.needle;
      searchTile(one.needle, one.tile);
    }
  }

 private:
  void load(std::int64_t task) {
    tiles_.load(task);
    candidates_.forgetTiles();
  }

  /// Returns false if it must be deferred.
  bool searchTile(std::size_t n, int tile) {
    const ScoredNeedle& needle = *batch_.needles[n];
    const Size places = batch_.placesOf(needle);
    const picture::TileArea area = tiles_.area(tile).within(places);
    if (area.empty()) return true;
    const NeedleInTile here{n, needle, tile, area, {area.endX(places), area.endY(places)}};
    tiles_.correlate(here);
    return sink_->take(here);
  }

  const ScoreBatch& batch_;
  CorrelatedTiles<Sample, Sum> tiles_;
  TileCandidates<Sample, Sum> candidates_;
  std::unique_ptr<CorrelationSink<Sample, Sum>> sink_;
};

template <class Sum, class Sample>
std::unique_ptr<TileWorker> workerOf(const ScoreBatch& batch,
                                     std::unique_ptr<Correlations<Sample>> correlations) {
  return std::make_unique<CorrelationWorker<Sample, Sum>>(batch, std::move(correlations));
}

}  // namespace

std::unique_ptr<TileWorker> makeCorrelationWorker(const ScoreBatch& batch) {
  const bool eachMean = batch.needles.front()->sums.eachMean();
  if (batch.form.depth == Depth::u16) {
    auto correlations = makeTransformCorrelations<std::uint16_t>(batch);
    if (eachMean) return workerOf<double>(batch, std::move(correlations));
    return workerOf<std::uint64_t>(batch, std::move(correlations));
  }
  auto correlations = batch.strategy == TileStrategy::directly
                          ? makeDirectCorrelations(batch)
                          : makeTransformCorrelations<std::uint8_t>(batch);
  if (eachMean) return workerOf<double>(batch, std::move(correlations));
  if (sumsFitInto32(batch.needles)) return workerOf<std::uint32_t>(batch, std::move(correlations));
  return workerOf<std::uint64_t>(batch, std::move(correlations));
}

std::unique_ptr<TileWorker> makeWorker(const ScoreBatch& batch) {
  return batch.strategy == TileStrategy::bySamples ? makeDistanceWorker(batch)
                                                   : makeCorrelationWorker(batch);
}

}  // namespace espy::score
