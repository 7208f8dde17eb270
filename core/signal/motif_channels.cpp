// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <tuple>

#include "base/parallel.h"
#include "signal/motif_fast.h"
#include "signal/motif_score.h"
#include "signal/pair_bounds.h"

namespace espy::signal {
namespace {

struct PlaceBound {
  double distance = 0;
  std::int64_t place = 0;

  bool operator<(const PlaceBound& other) const {
    return std::tie(distance, place) < std::tie(other.distance, other.place);
  }
};

/// Sum of the channels' absolute lags.
std::int64_t shiftOf(const PlaceScore& score) {
  std::int64_t shift = 0;
  for (const ChannelMatch& channel : score.channels) shift += std::abs(channel.lag);
  return shift;
}

/// One thread's search over ranges of positions, all channels.
class ChannelWorker {
 public:
  ChannelWorker(const PairTask& pairs, const Control& control, BestSoFar& best)
      : pairs_(pairs), task_(pairs.task), control_(control), best_(best), bounds_(pairs, control) {}

  SearchCounts counts;

  /// Searches `count` positions; of a sample, only the `most` best.
  void look(std::int64_t first, std::int64_t count, std::size_t most) {
    if (best_.isPast(first)) return;
    bounds_.prepare(first, count, best_.limit(), counts);
    std::vector<PlaceBound> places;
    for (std::int64_t place = 0; place < count; ++place) {
      const PlaceBound bound = boundOf(place, true);
      if (mayMatter(bound)) places.push_back(bound);
    }
    std::sort(places.begin(), places.end());
    if (places.size() > most) places.resize(most);
    constexpr std::size_t kTogether = 64;
    for (std::size_t from = 0; from < places.size(); from += kTogether) {
      control_.check();
      const std::size_t size = std::min(kTogether, places.size() - from);
      settle(std::span(places).subspan(from, size));
    }
  }

 private:
  bool mayMatter(const PlaceBound& bound) const {
    return bound.distance < kNever && bound.distance <= best_.limit();
  }

  /// From the pairs' lower bounds: a row costs at least its best pair, or its missing charge;
  /// without any pair left it is missing.
  PlaceBound boundOf(std::int64_t place, bool cheaply = false) const {
    constexpr double kRounding = 1 - 1e-9;
    if (task_.options.rule == ChannelRule::mean) return meanBound(place);
    const std::int64_t allowed = task_.options.missing;
    std::int64_t missing = 0;
    double sum = 0;
    for (std::int64_t i = 0; i < std::ssize(task_.query); ++i) {
      double least = kNever;
      for (const std::int64_t pair : pairs_.ofRow(i)) {
        const double own = cheaply ? bounds_.cheapLeast(pair, place) : bounds_.least(pair, place);
        least = std::min(least, own * pairs_.weight(pair));
      }
      if (least == kNever) ++missing;
      sum += allowed > 0 ? std::min(least, pairs_.queries.chargeOf(i)) : least;
    }
    if (missing > allowed) return {kNever, place};
    return {rootOf(task_.options.method, sum) * kRounding, place};
  }

  PlaceBound meanBound(std::int64_t place) const {
    std::vector<double> roots;
    for (std::int64_t i = 0; i < std::ssize(task_.query); ++i) {
      roots.push_back(rootOf(task_.options.method, bounds_.least(pairs_.ofRow(i).front(), place)));
    }
    std::sort(roots.begin(), roots.end());
    roots.resize(roots.size() - static_cast<std::size_t>(task_.options.missing));
    const double sum = std::accumulate(roots.begin(), roots.end(), 0.0);
    return {sum / static_cast<double>(roots.size()) * (1 - 1e-9), place};
  }

  void settle(std::span<const PlaceBound> places) {
    std::vector<std::int64_t> left;
    for (const PlaceBound& bound : places) {
      if (mayMatter(bound)) left.push_back(bound.place);
    }
    if (task_.options.rule == ChannelRule::together) {
      settleTogether(left);
      return;
    }
    // Each pair's likeliest lag first, then the others that may still be better.
    for (const bool all : {false, true}) {
      bounds_.warp(left, all, counts);
      std::erase_if(left, [&](std::int64_t place) { return !mayMatter(boundOf(place)); });
    }
    bounds_.settle(left, counts);
    for (const std::int64_t place : left) {
      const std::int64_t start = bounds_.first() + place;
      const PlaceScore score = scoreOf(
          task_, pairs_.queries, start,
          [&](std::int64_t i, std::int64_t j, std::int64_t at) { return bounds_.exact(i, j, at); });
      if (score.distance < kNever) {
        best_.add({score.distance, shiftOf(score), start, pairs_.queries.length()});
      }
    }
  }

  /// In batches, since what they find prunes others.
  void settleTogether(std::span<const std::int64_t> places) {
    std::vector<std::int64_t> some;
    for (std::size_t from = 0; from < places.size();) {
      some.clear();
      for (; from < places.size() && some.size() < PairBounds::kTogether; ++from) {
        if (mayMatter(boundOf(places[from]))) some.push_back(places[from]);
      }
      double costs[PairBounds::kTogether];
      bounds_.exactTogether(some, best_.limit(), costs, counts);
      for (std::size_t k = 0; k < some.size(); ++k) {
        const double distance = rootOf(task_.options.method, costs[k]);
        if (distance < kNever) {
          best_.add({distance, 0, bounds_.first() + some[k], pairs_.queries.length()});
        }
      }
    }
  }

  const PairTask& pairs_;
  const MotifTask& task_;
  const Control& control_;
  BestSoFar& best_;
  PairBounds bounds_;
};

class ChannelWorkers {
 public:
  ChannelWorkers(const PairTask& pairs, const Control& control, BestSoFar& best) {
    // Each allocates numbers for all pairs: with long lags a few of these fill the memory.
    constexpr std::int64_t kMostBytes = std::int64_t{4} << 30;
    const std::int64_t fit = kMostBytes / PairBounds::bytesFor(pairs);
    const int threads = static_cast<int>(std::clamp<std::int64_t>(fit, 1, threadsFor(control)));
    workers_.reserve(static_cast<std::size_t>(threads));
    for (int t = 0; t < threads; ++t) {
      workers_.push_back(std::make_unique<ChannelWorker>(pairs, control, best));
    }
  }

  int threads() const { return static_cast<int>(workers_.size()); }
  ChannelWorker& of(int thread) { return *workers_[thread]; }
  SearchCounts counts() const {
    SearchCounts counts;
    for (const auto& worker : workers_) counts.add(worker->counts);
    return counts;
  }

 private:
  std::vector<std::unique_ptr<ChannelWorker>> workers_;
};

constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();

}  // namespace

SearchCounts searchChannels(const MotifTask& task, const QueryRows& queries,
                            std::span<const RowLevel> levels, const Control& control,
                            BestSoFar& best) {
  const PairTask pairs(task, queries, levels);
  ChannelWorkers workers(pairs, control, best);
  const std::int64_t places = pairs.places();
  const std::int64_t size = pairs.placesTogether();
  constexpr std::int64_t kSamples = 32;
  constexpr std::int64_t kPlaces = 256;
  constexpr std::size_t kLikeliest = 4;
  Control quiet = control;
  quiet.progress = {};
  if (places > 16 * kSamples * kPlaces) {
    parallelFor(kSamples, workers.threads(), quiet, [&](std::int64_t index, int thread) {
      workers.of(thread).look((places - kPlaces) / kSamples * index, kPlaces, kLikeliest);
    });
  }
  parallelFor((places + size - 1) / size, workers.threads(), control,
              [&](std::int64_t tile, int thread) {
                const std::int64_t first = tile * size;
                workers.of(thread).look(first, std::min(size, places - first), kAll);
              });
  return workers.counts();
}

SearchCounts searchRuns(const MotifTask& task, const QueryRows& queries,
                        std::span<const RowLevel> levels, std::span<const PlaceRun> runs,
                        const Control& control, BestSoFar& best) {
  const PairTask pairs(task, queries, levels);
  ChannelWorkers workers(pairs, control, best);
  parallelFor(std::ssize(runs), workers.threads(), control, [&](std::int64_t index, int thread) {
    workers.of(thread).look(runs[index].first, runs[index].count, kAll);
  });
  return workers.counts();
}

}  // namespace espy::signal
