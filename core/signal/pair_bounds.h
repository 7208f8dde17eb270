// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "signal/motif_fast.h"
#include "signal/settle.h"
#include "signal/tile_bounds.h"

/// Bounds of pairs of channels, over places that lie beside each other: cheap ones first, better
/// ones where it pays, the exact costs in the end.
namespace espy::signal {

/// The pairs that may meet, and what does not change from place to place.
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
    std::int64_t tile;  ///< pairs of the same tile share their floats
  };
  const std::vector<Pair>& pairs() const { return pairs_; }
  std::span<const std::int64_t> ofRow(std::int64_t query) const { return ofRow_[query]; }
  /// The pair of these two, or -1.
  std::int64_t pairOf(std::int64_t query, std::int64_t data) const;
  double weight(std::int64_t pair) const {
    return pairs_[pair].query == pairs_[pair].data ? 1 : task.options.elsewhere;
  }
  std::int64_t tiles() const { return tiles_; }
  /// Places that are looked at together, lest their bounds take too much memory.
  std::int64_t placesTogether() const;
  std::int64_t places() const { return dataLength(task) - queries.length() + 1; }

 private:
  std::vector<Pair> pairs_;
  std::vector<std::vector<std::int64_t>> ofRow_;
  std::int64_t tiles_ = 0;
};

/// For one thread. Places are counted from the first that was prepared.
class PairBounds {
 public:
  PairBounds(const PairTask& task, const Control& control);
  /// What one takes, about.
  static std::int64_t bytesFor(const PairTask& task);

  /// Cheap bounds of all pairs. Beyond `distance` nothing needs to be known.
  void prepare(std::int64_t first, std::int64_t count, double distance, SearchCounts& counts);
  std::int64_t first() const { return first_; }
  /// What a pair costs at a place at least, over all lags; infinite where it is ruled out.
  double least(std::int64_t pair, std::int64_t place) const;
  /// The same by the cheap bounds alone, and without a lag's penalty: quick to ask.
  double cheapLeast(std::int64_t pair, std::int64_t place) const {
    return static_cast<double>(states_[pair].around[place]);
  }
  /// Better bounds, along paths in float: for the likeliest lag of each pair at each of these
  /// places, or for `all` lags that may be better than the best that is known.
  void warp(std::span<const std::int64_t> places, bool all, SearchCounts& counts);
  /// The exact costs of the lags that may be the best ones.
  void settle(std::span<const std::int64_t> places, SearchCounts& counts);
  /// What was settled; infinite of what was not. `at` counts in the data.
  double exact(std::int64_t query, std::int64_t data, std::int64_t at) const;
  /// What all channels cost along one path, at each of these places.
  void exactTogether(std::span<const std::int64_t> places, double distance, std::span<double> costs,
                     SearchCounts& counts);
  static constexpr std::size_t kTogether = Settler::kTogether;  ///< places, at best

 private:
  /// Numbers of which whole blocks are passed over where their least is too much: a place may have
  /// thousands of lags, and few of them matter.
  class Blocks {
   public:
    void assign(const std::vector<float>& numbers);
    /// After a number has changed.
    void update(const std::vector<float>& numbers, std::int64_t index);
    /// Visits the indexes of a range, but for blocks whose least number is not `worth` it.
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

  /// One pair at all places that a lag can reach.
  struct State {
    std::vector<float> least;   ///< scaled costs; infinite if ruled out
    std::vector<float> most;    ///< infinite if not known
    std::vector<float> around;  ///< by place, the least of `least` over its lags, at first
    std::vector<std::uint8_t> warped;
    std::vector<double> exact;  ///< NaN if not known
    Blocks leastBlocks;         ///< of `least`
    Blocks mostBlocks;          ///< of `most`
  };
  /// The lags of a place, as a range of indexes into `State`.
  struct Range {
    std::int64_t begin;
    std::int64_t end;
    std::int64_t middle;
  };

  Range rangeOf(std::int64_t place) const;
  double penalty(const Range& range, std::int64_t index) const;
  double rootLimit(std::int64_t pair, double distance) const;
  float surely(std::int64_t pair, double most) const;
  void boundPair(std::int64_t pair);
  void lookAround(State& state) const;
  void mark(std::int64_t pair, std::span<const std::int64_t> places, bool all);
  double leastMost(const State& state, const Range& range) const;
  void warpMarked(std::int64_t pair, SearchCounts& counts);
  void takeLanes(std::int64_t pair, std::span<const std::int64_t> marked);

  const PairTask& task_;
  const Control& control_;
  Settler settler_;
  std::int64_t first_ = 0;
  std::int64_t count_ = 0;
  std::int64_t from_ = 0;  ///< the place of index 0 of a State
  std::int64_t size_ = 0;
  double distance_ = 0;
  std::vector<Tile> tiles_;
  std::vector<State> states_;
  std::vector<float> limits_;
  std::vector<float> sums_;
  std::vector<std::int64_t> marked_;
  std::vector<double> settled_;
  WorkVector<float> rows_;
  WorkVector<float> windows_;
  WorkVector<float> work_;
};

}  // namespace espy::signal
