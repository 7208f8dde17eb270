// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "signal/exact_sums.h"
#include "signal/motif_fast.h"
#include "signal/tile_bounds.h"

/// Lower bounds of pairs of channels over consecutive positions: cheap ones first, then DTW in
/// float, then exact costs.
namespace espy::signal {

/// The pairs that may meet; the same for all positions.
class PairTask {
 public:
  PairTask(const MotifTask& task, const QueryRows& queries, std::span<const RowLevel> levels);

  const MotifTask& task;
  const QueryRows& queries;
  std::span<const RowLevel> levels;

  struct Pair {
    std::int64_t query;
    std::int64_t data;
    std::unique_ptr<FloatQuery> row;
    std::unique_ptr<Envelope> envelope;
    std::int64_t tile;  ///< pairs with the same tile share their float samples
  };
  const std::vector<Pair>& pairs() const { return pairs_; }
  std::span<const std::int64_t> ofRow(std::int64_t query) const { return ofRow_[query]; }
  /// The index of a pair, or -1.
  std::int64_t pairOf(std::int64_t query, std::int64_t data) const;
  double weight(std::int64_t pair) const {
    return pairs_[pair].query == pairs_[pair].data ? 1 : task.options.elsewhere;
  }
  std::int64_t tiles() const { return tiles_; }
  /// Positions per batch, limited by memory.
  std::int64_t placesTogether() const;
  std::int64_t places() const { return dataLength(task) - queries.length() + 1; }

 private:
  std::vector<Pair> pairs_;
  std::vector<std::vector<std::int64_t>> ofRow_;
  std::int64_t tiles_ = 0;
};

/// For one thread. Positions count from the first of `prepare`.
class PairBounds {
 public:
  PairBounds(const PairTask& task, const Control& control);
  static std::int64_t bytesFor(const PairTask& task);

  /// Cheap lower bounds of all pairs; `distance` is the pruning limit.
  void prepare(std::int64_t first, std::int64_t count, double distance, SearchCounts& counts);
  std::int64_t first() const { return first_; }
  /// A pair's lower bound at a position, over all lags; infinite if pruned.
  double least(std::int64_t pair, std::int64_t place) const;
  /// The cheap bound alone, without the lag penalty.
  double cheapLeast(std::int64_t pair, std::int64_t place) const {
    return static_cast<double>(states_[pair].around[place]);
  }
  /// DTW in float: for the likeliest lag of each pair at each position, or for `all` lags that may
  /// beat the best known.
  void warp(std::span<const std::int64_t> places, bool all, SearchCounts& counts);
  /// Exact costs of the lags that may be the best.
  void settle(std::span<const std::int64_t> places, SearchCounts& counts);
  /// The settled cost; infinite if not settled. `at` counts in the data.
  double exact(std::int64_t query, std::int64_t data, std::int64_t at) const;
  /// The cost of all channels along one path, at each position.
  void exactTogether(std::span<const std::int64_t> places, double distance, std::span<double> costs,
                     SearchCounts& counts);
  static constexpr std::size_t kTogether = ExactSums::kTogether;  ///< best batch size

 private:
  /// Blockwise minima: whole blocks are skipped if their minimum is too large. A position may have
  /// thousands of lags.
  class Blocks {
   public:
    void assign(const std::vector<float>& numbers);
    /// After a number has changed.
    void update(const std::vector<float>& numbers, std::int64_t index);
    /// Visits the indexes of a range, skipping blocks whose minimum is not `worth` it.
    template <class Worth, class Visit>
    void forEach(std::int64_t begin, std::int64_t end, const Worth& worth,
                 const Visit& visit) const {
      for (std::int64_t t = begin; t < end;) {
        const std::int64_t stop = std::min(end, (t / kSize + 1) * kSize);
        if (worth(least_[t / kSize])) {
          for (; t < stop; ++t) visit(t);
        }
        t = stop;
      }
    }

   private:
    static constexpr std::int64_t kSize = 32;
    std::vector<float> least_;
  };

  /// One pair at all positions within the lag.
  struct State {
    std::vector<float> least;   ///< lower bounds, scaled; infinite if pruned
    std::vector<float> most;    ///< upper bounds; infinite if unknown
    std::vector<float> around;  ///< per position, the initial minimum of `least` over its lags
    std::vector<std::uint8_t> warped;
    std::vector<double> exact;  ///< NaN if unknown
    Blocks leastBlocks;         ///< of `least`
    Blocks mostBlocks;          ///< of `most`
  };
  /// The lags of a position, as indexes into `State`.
  struct Range {
    std::int64_t begin;
    std::int64_t end;
    std::int64_t middle;
  };

  Range rangeOf(std::int64_t place) const;
  double penalty(const Range& range, std::int64_t index) const;
  double rootLimit(std::int64_t pair, double distance) const;
  float upperBoundOf(std::int64_t pair, double most) const;
  void boundPair(std::int64_t pair);
  void slideMinimum(State& state) const;
  void mark(std::int64_t pair, std::span<const std::int64_t> places, bool all);
  double leastUpperBound(const State& state, const Range& range) const;
  void warpMarked(std::int64_t pair, SearchCounts& counts);
  void warpBatch(std::int64_t pair, std::span<const std::int64_t> marked);

  const PairTask& task_;
  const Control& control_;
  ExactSums exactSums_;
  std::int64_t first_ = 0;
  std::int64_t count_ = 0;
  std::int64_t from_ = 0;  ///< the position of index 0 of a State
  std::int64_t size_ = 0;
  double distance_ = 0;
  std::vector<Tile> tiles_;
  std::vector<State> states_;
  std::vector<float> limits_;
  std::vector<float> sums_;
  std::vector<std::int64_t> marked_;
  std::vector<double> settled_;
  ScratchVector<float> rows_;
  ScratchVector<float> windows_;
  ScratchVector<float> work_;
};

}  // namespace espy::signal
