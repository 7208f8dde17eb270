// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <limits>

#include "signal/bytes.h"
#include "signal/fast.h"

namespace espy::signal {
namespace {

struct ByteCandidate {
  std::int64_t start;
  std::int32_t least;  ///< byte distance less the window's quantisation error
};

/// Converts bounds of byte sums to bounds of float sums. A float sum of n differences is off by at
/// most g times its value, g = n u / (1 - n u), u = 2^-24.
class Limits {
 public:
  explicit Limits(const FloatsInBytes& floats) : floats_(floats) {
    const double rounding = std::ldexp(static_cast<double>(floats.bytes.length), -24);
    off_ = rounding / (1 - rounding);
  }

  /// The `ByteCandidate::least` above which a position is worse than one whose byte distance,
  /// quantisation error included, is at most `bound`.
  std::int32_t ofBound(std::int64_t query, std::int32_t bound) const {
    return from(query, (1 + off_) * (static_cast<double>(bound) + floats_.ofQuery[query]));
  }
  /// The same, above which a position is worse than one with this float sum.
  std::int32_t ofSum(std::int64_t query, float sum) const {
    return from(query, static_cast<double>(sum) * floats_.scale);
  }

 private:
  std::int32_t from(std::int64_t query, double scaledSum) const {
    constexpr double kUpward = 1 + 1e-12;  // rounding of doubles
    const double limit = scaledSum / (1 - off_) * kUpward + floats_.ofQuery[query] + 1;
    return static_cast<std::int32_t>(std::min(limit, 2e9));
  }

  const FloatsInBytes& floats_;
  double off_ = 0;
};

/// Per query: limit, best match and candidates, of one thread or all.
struct QueryState {
  std::int32_t limit = std::numeric_limits<std::int32_t>::max();
  SignalMatch<float> best;  ///< of exact sums so far
  std::vector<ByteCandidate> candidates;
};

class BoundedSearch {
 public:
  BoundedSearch(const SignalTask<float>& task, const FloatsInBytes& floats, const Control& control)
      : task_(task),
        floats_(floats),
        bytes_(floats.bytes),
        limits_(floats),
        control_(control),
        states_(static_cast<std::size_t>(task.count())) {}

  /// Samples some tiles; returns the share of positions that would be left.
  double shareOfCandidates() {
    std::int64_t looked = 0;
    std::int64_t left = 0;
    for (const bool count : {false, true}) {  // limits first
      forSomeTiles(bytes_, [&](const ByteTile& tile) {
        Bounds bounds;
        fill(tile, bounds);
        for (int q = 0; q < tile.queries; ++q) {
          std::int32_t& limit = states_[tile.query + q].limit;
          limit = std::min(limit, limits_.ofBound(tile.query + q, bounds.most[q]));
          if (!count) continue;
          const std::int32_t* least = bounds.least + q * ByteTask::kTile;
          left += std::count_if(least, least + bounds.count, [&](auto l) { return l <= limit; });
          looked += bounds.count;
        }
      });
    }
    return static_cast<double>(left) / static_cast<double>(looked);
  }

  SignalMatches<float> search(Timeline& timeline) {
    {
      const StageTimer timer(timeline, "sums");
      lookAtAll();
    }
    const StageTimer timer(timeline, "minimum");
    SignalMatches<float> best;
    parallelFor(task_.count(), threadsFor(control_), withoutProgress(control_),
                [&](std::int64_t query, int) { settle(query, states_[query]); });
    for (const QueryState& state : states_) best.push_back(state.best);
    return best;
  }

 private:
  struct Bounds {
    std::int64_t count = 0;
    std::int32_t least[ByteTask::kGroup * ByteTask::kTile];
    std::int32_t most[ByteTask::kGroup];  ///< the least upper bound
  };

  void fill(const ByteTile& tile, Bounds& bounds) const {
    std::uint32_t sums[ByteTask::kGroup * ByteTask::kTile];
    std::fill(sums, sums + tile.queries * ByteTask::kTile, 0U);
    addByteSums(bytes_, tile, control_, sums);
    bounds.count = std::min(ByteTask::kTile, task_.places() - tile.place);
    for (int q = 0; q < tile.queries; ++q) {
      bounds.most[q] = boundsOf(sums + q * ByteTask::kTile, floats_.residues.data() + tile.place,
                                task_.length, bounds.count, bounds.least + q * ByteTask::kTile);
    }
  }

  void lookAtAll() {
    std::vector<std::vector<QueryState>> own(static_cast<std::size_t>(threadsFor(control_)),
                                             states_);
    forEachTile(bytes_, control_, [&](const ByteTile& tile, int thread) {
      Bounds bounds;
      fill(tile, bounds);
      for (int q = 0; q < tile.queries; ++q) {
        const std::int64_t query = tile.query + q;
        QueryState& state = own[thread][query];
        state.limit = std::min(state.limit, limits_.ofBound(query, bounds.most[q]));
        const std::int32_t* least = bounds.least + q * ByteTask::kTile;
        if (leastOf(least, bounds.count) > state.limit) continue;
        for (std::int64_t i = 0; i < bounds.count; ++i) {
          if (least[i] <= state.limit) state.candidates.push_back({tile.place + i, least[i]});
        }
        pruneCandidates(query, state);
      }
    });
    for (const std::vector<QueryState>& states : own) {
      for (std::size_t q = 0; q < states.size(); ++q) {
        QueryState& all = states_[q];
        const QueryState& one = states[q];
        all.limit = std::min(all.limit, one.limit);
        if (isBetter(one.best, all.best)) all.best = one.best;
        all.candidates.insert(all.candidates.end(), one.candidates.begin(), one.candidates.end());
      }
    }
  }

  /// Limits fall during the scan, so stale candidates are dropped; if too many are left, they are
  /// settled now to bound memory.
  void pruneCandidates(std::int64_t query, QueryState& state) const {
    constexpr std::size_t kMany = 4096;
    if (state.candidates.size() < kMany) return;
    std::erase_if(state.candidates, [&](const ByteCandidate& c) { return c.least > state.limit; });
    if (state.candidates.size() >= kMany / 2) settle(query, state);
  }

  /// Computes exact sums, best candidates first, until no other can win.
  void settle(std::int64_t query, QueryState& state) const {
    std::vector<ByteCandidate>& candidates = state.candidates;
    std::sort(candidates.begin(), candidates.end(),
              [](const ByteCandidate& a, const ByteCandidate& b) {
                return a.least < b.least || (a.least == b.least && a.start < b.start);
              });
    constexpr std::size_t kTogether = 8;
    for (std::size_t i = 0; i < candidates.size() && candidates[i].least <= state.limit;
         i += kTogether) {
      control_.check();
      SignalMatch<float> places[kTogether];
      for (std::size_t k = 0; k < kTogether; ++k) {  // the last one repeats if there are fewer
        places[k].start = candidates[std::min(i + k, candidates.size() - 1)].start;
      }
      fillSums(query, places);
      for (const SignalMatch<float>& place : places) {
        if (isBetter(place, state.best)) state.best = place;
      }
      state.limit = std::min(state.limit, limits_.ofSum(query, state.best.distance));
    }
    candidates.clear();
  }

  /// Sums of several positions at once, to hide the latency of additions.
  template <std::size_t count>
  void fillSums(std::int64_t query, SignalMatch<float> (&places)[count]) const {
    const float* samples = task_.query(query).data();
    const float* data[count];
    float sums[count] = {};
    for (std::size_t k = 0; k < count; ++k) data[k] = task_.data.data() + places[k].start;
    for (std::int64_t j = 0; j < task_.length; ++j) {
      for (std::size_t k = 0; k < count; ++k) sums[k] += std::abs(data[k][j] - samples[j]);
    }
    for (std::size_t k = 0; k < count; ++k) places[k].distance = sums[k];
  }

  const SignalTask<float>& task_;
  const FloatsInBytes& floats_;
  const ByteTask& bytes_;
  Limits limits_;
  const Control& control_;
  std::vector<QueryState> states_;
};

}  // namespace

std::optional<SignalMatches<float>> searchByBounds(const SignalTask<float>& task, bool always,
                                                   const Control& control, Timeline& timeline) {
  constexpr std::int64_t kFewPlaces = 4096;  // too few to sample
  if (!always && task.places() < kFewPlaces) return std::nullopt;
  std::optional<FloatsInBytes> floats;
  std::optional<BoundedSearch> search;
  {
    const StageTimer timer(timeline, "prepare");
    floats = FloatsInBytes::of(task, control);
    if (!floats) return std::nullopt;
    search.emplace(task, *floats, control);
    // A float sum of one position takes about ten times as long as one of many in lanes.
    constexpr double kPays = 1.0 / 16;
    if (search->shareOfCandidates() > kPays && !always) return std::nullopt;
  }
  return search->search(timeline);
}

}  // namespace espy::signal
