// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signal/pair_bounds.h"

#include <algorithm>
#include <cmath>
#include <deque>

#include "signal/assign.h"

namespace espy::signal {
namespace {

constexpr float kNo = std::numeric_limits<float>::infinity();
using FloatLanes = WarpLanes<float>;

/// Rounds a double down to float; the smallest floats are flushed to 0.
float atMost(double number) {
  if (number < 1e-36) return 0;
  return number < 1e38 ? static_cast<float>(number) * (1 - 1e-6F) : 1e38F;
}
float atLeast(double number) {
  return number < 1e38 ? static_cast<float>(number) * (1 + 1e-6F) + 1e-37F : kNo;
}

}  // namespace

void PairBounds::Blocks::assign(const std::vector<float>& numbers) {
  least_.assign((numbers.size() + kSize - 1) / kSize, kNo);
  for (std::size_t t = 0; t < numbers.size(); ++t) {
    least_[t / kSize] = std::min(least_[t / kSize], numbers[t]);
  }
}

void PairBounds::Blocks::update(const std::vector<float>& numbers, std::int64_t index) {
  const std::int64_t begin = index / kSize * kSize;
  const std::int64_t end = std::min(begin + kSize, std::ssize(numbers));
  least_[index / kSize] = *std::min_element(numbers.begin() + begin, numbers.begin() + end);
}

PairTask::PairTask(const MotifTask& ofTask, const QueryRows& ofQueries,
                   std::span<const RowLevel> ofLevels)
    : task(ofTask), queries(ofQueries), levels(ofLevels), ofRow_(ofTask.query.size()) {
  const MotifNormalise how = normaliseOf(task);
  const bool byQuery = how == MotifNormalise::none || how == MotifNormalise::mean;
  const PairGrid grid(std::ssize(task.query), std::ssize(task.data), task.options.reach);
  for (std::int64_t i = 0; i < grid.rows(); ++i) {
    for (std::int64_t j = grid.begin(i); j < grid.end(i); ++j) {
      Pair pair{i, j, std::make_unique<FloatQuery>(task, queries.row(i, j)), nullptr, j};
      pair.envelope = std::make_unique<Envelope>(*pair.row, task.options.method, bandOf(task));
      if (byQuery) pair.tile = std::ssize(pairs_);
      tiles_ = std::max(tiles_, pair.tile + 1);
      ofRow_[i].push_back(std::ssize(pairs_));
      pairs_.push_back(std::move(pair));
    }
  }
}

std::int64_t PairTask::pairOf(std::int64_t query, std::int64_t data) const {
  for (const std::int64_t pair : ofRow_[query]) {
    if (pairs_[pair].data == data) return pair;
  }
  return -1;
}

std::int64_t PairTask::placesTogether() const {
  constexpr std::int64_t kMostStates = 1 << 22;
  const std::int64_t wanted = std::max(2 * queries.length(), 4 * task.options.lag);
  const std::int64_t many = kMostStates / std::ssize(pairs_);
  return std::clamp<std::int64_t>(std::min(wanted, many), 512, 1 << 14);
}

PairBounds::PairBounds(const PairTask& task, const Control& control)
    : task_(task),
      control_(control),
      exactSums_(task.task, task.levels, control),
      tiles_(static_cast<std::size_t>(task.tiles())),
      states_(task.pairs().size()) {}

std::int64_t PairBounds::bytesFor(const PairTask& task) {
  constexpr std::int64_t kOfPlace = sizeof(double) + 3 * sizeof(float) + 1;
  const std::int64_t places =
      std::min(task.places(), task.placesTogether() + 2 * task.task.options.lag);
  return places * std::ssize(task.pairs()) * kOfPlace;
}

PairBounds::Range PairBounds::rangeOf(std::int64_t place) const {
  const std::int64_t lag = task_.task.options.lag;
  const std::int64_t middle = first_ + place - from_;
  return {std::max<std::int64_t>(0, middle - lag), std::min(size_, middle + lag + 1), middle};
}

double PairBounds::penalty(const Range& range, std::int64_t index) const {
  return task_.task.options.lagPenalty * static_cast<double>(std::abs(index - range.middle));
}

/// The limit of the root of a pair's sum (for sad: of the sum).
double PairBounds::rootLimit(std::int64_t index, double distance) const {
  constexpr double kRounding = 1 + 1e-9;
  const MotifOptions& options = task_.task.options;
  const PairTask::Pair& pair = task_.pairs()[index];
  double cost = options.method == MotifMethod::sad ? distance : distance * distance;
  if (options.rule == ChannelRule::mean) {
    const double all = distance * static_cast<double>(task_.task.query.size());
    cost = options.method == MotifMethod::sad ? all : all * all;
  } else if (options.missing > 0) {
    cost = task_.queries.mostOf(pair.query, pair.data);
  }
  const double sum = cost / task_.queries.scale();
  return (options.method == MotifMethod::sad ? sum : std::sqrt(sum)) * kRounding;
}

/// An upper bound of a window's cost; unknown where it may exceed its channel's limit, so that
/// another lag is taken.
float PairBounds::upperBoundOf(std::int64_t index, double most) const {
  const PairTask::Pair& pair = task_.pairs()[index];
  if (task_.task.options.missing > 0 && most > task_.queries.mostOf(pair.query, pair.data)) {
    return kNo;
  }
  return atLeast(most);
}

void PairBounds::prepare(std::int64_t first, std::int64_t count, double distance,
                         SearchCounts& counts) {
  const std::int64_t lag = task_.task.options.lag;
  first_ = first;
  count_ = count;
  distance_ = distance;
  from_ = std::max<std::int64_t>(0, first - lag);
  size_ = std::min(task_.places(), first + count + lag) - from_;
  std::vector<bool> ready(tiles_.size(), false);
  for (std::size_t p = 0; p < states_.size(); ++p) {
    const PairTask::Pair& pair = task_.pairs()[p];
    if (!ready[pair.tile]) {
      tiles_[pair.tile].prepare(task_.task, pair.data, task_.levels[pair.data], *pair.row, from_,
                                size_, task_.queries.length());
      ready[pair.tile] = true;
    }
    control_.check();
    boundPair(static_cast<std::int64_t>(p));
    counts.windows += size_;
  }
}

void PairBounds::boundPair(std::int64_t index) {
  const PairTask::Pair& pair = task_.pairs()[index];
  const Tile& tile = tiles_[pair.tile];
  State& state = states_[index];
  limits_.resize(static_cast<std::size_t>(size_ + Tile::kPad));
  sums_.resize(limits_.size());
  tile.fillPlaceLimits(*pair.row, rootLimit(index, distance_), limits_.data());
  boundPlaces(tile, *pair.envelope, limits_.data(), control_, sums_.data());
  const auto size = static_cast<std::size_t>(size_);
  state.least.assign(size, kNo);
  state.most.assign(size, kNo);
  state.warped.assign(size, 0);
  state.exact.assign(size, std::numeric_limits<double>::quiet_NaN());
  const double scale = task_.queries.scale();
  for (std::int64_t t = 0; t < size_; ++t) {
    switch (tile.state(t)) {
      case WindowState::plain:
        if (!(sums_[t] <= limits_[t])) break;
        state.least[t] = atMost(tile.guard(t, *pair.row).leastSum(sums_[t]) * scale);
        if (pair.envelope->isExact()) {
          state.most[t] = upperBoundOf(index, tile.guard(t, *pair.row).mostSum(sums_[t]) * scale);
          state.warped[t] = 1;
        }
        break;
      case WindowState::flat:
        state.exact[t] = pair.row->flat * scale;
        state.least[t] = atMost(state.exact[t]);
        state.most[t] = upperBoundOf(index, state.exact[t]);
        state.warped[t] = 1;
        break;
      case WindowState::doubtful:
        state.least[t] = 0;
        state.warped[t] = 1;
        break;
      case WindowState::gap:
        break;
    }
  }
  state.leastBlocks.assign(state.least);
  state.mostBlocks.assign(state.most);
  slideMinimum(state);
}

/// Sliding minimum over the lags of each position.
void PairBounds::slideMinimum(State& state) const {
  state.around.resize(static_cast<std::size_t>(count_));
  std::deque<std::int64_t> rising;  // indexes with increasing values; the first is the minimum
  std::int64_t end = 0;
  for (std::int64_t place = 0; place < count_; ++place) {
    const Range range = rangeOf(place);
    for (; end < range.end; ++end) {
      while (!rising.empty() && state.least[rising.back()] >= state.least[end]) rising.pop_back();
      rising.push_back(end);
    }
    while (rising.front() < range.begin) rising.pop_front();
    state.around[place] = state.least[rising.front()];
  }
}

double PairBounds::least(std::int64_t pair, std::int64_t place) const {
  const State& state = states_[pair];
  const Range range = rangeOf(place);
  double least = kNever;
  state.leastBlocks.forEach(
      range.begin, range.end, [&](float block) { return block < least; },
      [&](std::int64_t t) {
        least = std::min(least, static_cast<double>(state.least[t]) + penalty(range, t));
      });
  return least;
}

/// The best upper bound over all lags.
double PairBounds::leastUpperBound(const State& state, const Range& range) const {
  double least = kNever;
  state.mostBlocks.forEach(
      range.begin, range.end, [&](float block) { return block < least; },
      [&](std::int64_t t) {
        least = std::min(least, static_cast<double>(state.most[t]) + penalty(range, t));
      });
  return least;
}

/// Fills `marked_` with the windows of a pair that need DTW.
void PairBounds::mark(std::int64_t pair, std::span<const std::int64_t> places, bool all) {
  State& state = states_[pair];
  marked_.clear();
  for (const std::int64_t place : places) {
    const Range range = rangeOf(place);
    const double most = leastUpperBound(state, range);
    std::int64_t likeliest = -1;
    double least = kNever;
    state.leastBlocks.forEach(
        range.begin, range.end, [&](float block) { return block < kNo && block <= most; },
        [&](std::int64_t t) {
          const double cost = static_cast<double>(state.least[t]) + penalty(range, t);
          if (cost == kNever || cost > most || state.warped[t] != 0) return;
          if (all) marked_.push_back(t);
          if (cost < least) {
            least = cost;
            likeliest = t;
          }
        });
    if (!all && likeliest >= 0) marked_.push_back(likeliest);
  }
  std::sort(marked_.begin(), marked_.end());
  marked_.erase(std::unique(marked_.begin(), marked_.end()), marked_.end());
}

void PairBounds::warp(std::span<const std::int64_t> places, bool all, SearchCounts& counts) {
  for (std::int64_t p = 0; p < std::ssize(states_); ++p) {
    if (task_.pairs()[p].envelope->isExact()) continue;
    mark(p, places, all);
    warpMarked(p, counts);
  }
}

void PairBounds::warpMarked(std::int64_t pair, SearchCounts& counts) {
  counts.warped += std::ssize(marked_);
  const std::span<const std::int64_t> marked = marked_;
  for (std::size_t from = 0; from < marked.size(); from += FloatLanes::kLanes) {
    warpBatch(pair, marked.subspan(
                        from, std::min<std::size_t>(FloatLanes::kLanes, marked.size() - from)));
  }
}

void PairBounds::warpBatch(std::int64_t index, std::span<const std::int64_t> marked) {
  const PairTask::Pair& pair = task_.pairs()[index];
  const Tile& tile = tiles_[pair.tile];
  State& state = states_[index];
  const std::int64_t length = task_.queries.length();
  const std::int64_t pitch = (length + 15) / 16 * 16 + 16;
  rows_.resize(static_cast<std::size_t>(pitch * FloatLanes::kLanes));
  windows_.resize(static_cast<std::size_t>(length * FloatLanes::kLanes));
  work_.resize(static_cast<std::size_t>((length + 2) * FloatLanes::kLanes));
  alignas(64) float limits[FloatLanes::kLanes];
  alignas(64) float sums[FloatLanes::kLanes];
  for (std::int64_t l = 0; l < FloatLanes::kLanes; ++l) {
    const std::int64_t t = marked[std::min(l, std::ssize(marked) - 1)];
    tile.copyWindow(t, rows_.data() + l * pitch);
    limits[l] =
        l < std::ssize(marked) ? tile.guard(t, *pair.row).limit(rootLimit(index, distance_)) : -1;
  }
  transposeToLanes(rows_.data(), pitch, length, windows_.data());
  FloatLanes{pair.row->samples.data(),
             length,
             bandOf(task_.task),
             windows_.data(),
             limits,
             work_.data(),
             nullptr,
             &control_}
      .run(sums);
  control_.check();
  for (std::int64_t l = 0; l < std::ssize(marked); ++l) {
    const std::int64_t t = marked[l];
    const FloatGuard guard = tile.guard(t, *pair.row);
    state.warped[t] = 1;
    if (!(sums[l] <= limits[l])) {
      state.least[t] = kNo;
    } else {
      state.least[t] =
          std::max(state.least[t], atMost(guard.leastSum(sums[l]) * task_.queries.scale()));
      state.most[t] = upperBoundOf(index, guard.mostSum(sums[l]) * task_.queries.scale());
      state.mostBlocks.update(state.most, t);
    }
    state.leastBlocks.update(state.least, t);
  }
}

void PairBounds::settle(std::span<const std::int64_t> places, SearchCounts& counts) {
  const double scale = task_.queries.scale();
  for (std::int64_t p = 0; p < std::ssize(states_); ++p) {
    State& state = states_[p];
    const PairTask::Pair& pair = task_.pairs()[p];
    marked_.clear();
    for (const std::int64_t place : places) {
      const Range range = rangeOf(place);
      const double most = leastUpperBound(state, range);
      state.leastBlocks.forEach(
          range.begin, range.end, [&](float block) { return block < kNo && block <= most; },
          [&](std::int64_t t) {
            const double cost = static_cast<double>(state.least[t]) + penalty(range, t);
            if (cost < kNever && cost <= most && std::isnan(state.exact[t])) marked_.push_back(t);
          });
    }
    std::sort(marked_.begin(), marked_.end());
    marked_.erase(std::unique(marked_.begin(), marked_.end()), marked_.end());
    std::vector<std::int64_t> starts(marked_);
    for (std::int64_t& start : starts) start += from_;
    settled_.resize(starts.size());
    exactSums_.compute(task_.queries.row(pair.query, pair.data), pair.data, starts, kNever,
                       settled_);
    for (std::size_t k = 0; k < marked_.size(); ++k) state.exact[marked_[k]] = settled_[k] * scale;
    counts.settled += std::ssize(marked_);
  }
}

double PairBounds::exact(std::int64_t query, std::int64_t data, std::int64_t at) const {
  const std::int64_t pair = task_.pairOf(query, data);
  const std::int64_t t = at - from_;
  if (pair < 0 || t < 0 || t >= size_) return kNever;
  const double exact = states_[pair].exact[t];
  return std::isnan(exact) ? kNever : exact;
}

void PairBounds::exactTogether(std::span<const std::int64_t> places, double distance,
                               std::span<double> costs, SearchCounts& counts) {
  const bool sad = task_.task.options.method == MotifMethod::sad;
  const double limit = (sad ? distance : distance * distance) / task_.queries.scale() * (1 + 1e-9);
  std::vector<std::int64_t> starts(places.begin(), places.end());
  for (std::int64_t& start : starts) start += first_;
  counts.settled += std::ssize(starts);
  exactSums_.computeTogether(task_.queries, starts, limit, costs);
  for (double& cost : costs.first(starts.size())) cost *= task_.queries.scale();
}

}  // namespace espy::signal
