// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <memory>
#include <optional>

#include "base/parallel.h"
#include "signal/exact_sums.h"
#include "signal/motif_fast.h"
#include "signal/tile_bounds.h"
#include "signal/warp_lanes.h"

namespace espy::signal {
namespace {

using Clock = std::chrono::steady_clock;

/// Adds the lifetime of its scope.
class Stopwatch {
 public:
  explicit Stopwatch(double& seconds) : seconds_(seconds), start_(Clock::now()) {}
  ~Stopwatch() { seconds_ += std::chrono::duration<double>(Clock::now() - start_).count(); }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

 private:
  double& seconds_;
  Clock::time_point start_;
};

/// A channel of the data, and the query as compared with it.
struct DataChannel {
  std::int64_t index;
  FloatQuery query;
  Envelope envelope;
  double factor;  ///< from sum to cost

  DataChannel(const MotifTask& task, const QueryRows& queries, std::int64_t which)
      : index(which),
        query(task, queries.row(0, which)),
        envelope(query, task.options.method, bandOf(task)),
        factor(queries.scale() * (which == 0 ? 1 : task.options.elsewhere)) {}
};

struct Shared {
  const MotifTask& task;
  const QueryRows& queries;
  std::span<const RowLevel> levels;
  const Control& control;
  BestSoFar& best;

  std::int64_t length() const { return queries.length(); }
  double distance(double sum, const DataChannel& channel) const {
    const double cost = sum * queries.scale();
    const double counted = cost * (channel.index == 0 ? 1 : task.options.elsewhere);
    return rootOf(task.options.method, counted);
  }
  /// The root of a sum that can still matter; the sum for sad.
  double rootLimit(const DataChannel& channel) const {
    constexpr double kRounding = 1 + 1e-9;
    const double distance = best.limit();
    return task.options.method == MotifMethod::sad
               ? distance / channel.factor * kRounding
               : distance / std::sqrt(channel.factor) * kRounding;
  }
  double sumLimit(const DataChannel& channel) const {
    const double root = rootLimit(channel);
    return task.options.method == MotifMethod::sad ? root : root * root;
  }
};

/// One thread's search; windows are queued until a batch fills the lanes.
class WindowWorker {
 public:
  explicit WindowWorker(const Shared& shared)
      : shared_(shared), exactSums_(shared.task, shared.levels, shared.control) {}

  SearchCounts counts;

  /// How much each query sample contributes to pruning these positions.
  void weigh(const DataChannel& channel, std::int64_t first, std::int64_t count,
             std::vector<double>& weights) {
    tile_.prepare(shared_.task, channel.index, shared_.levels[channel.index], channel.query, first,
                  count, shared_.length());
    weighSamples(tile_, channel.envelope, weights);
  }

  /// Searches `count` positions; of a sample, only the `most` best.
  void search(const DataChannel& channel, std::int64_t first, std::int64_t count,
              std::optional<std::size_t> most) {
    if (shared_.best.isPast(first)) {
      counts.windows += count;
      return;
    }
    switchTo(channel);
    {
      const Stopwatch watch(counts.boundSeconds);
      tile_.prepare(shared_.task, channel.index, shared_.levels[channel.index], channel.query,
                    first, count, shared_.length());
    }
    // Where the level varies much within a tile, floats lack precision.
    constexpr std::int64_t kFewPlaces = 256;
    if (tile_.doubtful() > count / 16 && count > kFewPlaces) {
      search(channel, first, count / 2, most);
      search(channel, first + count / 2, count - count / 2, most);
      return;
    }
    counts.windows += count;
    bound(channel);
    if (most && survivors_.size() > *most) survivors_.resize(*most);
    for (const Survivor& survivor : survivors_) {
      if (shared_.best.isPast(tile_.first() + survivor.place)) continue;
      if (survivor.bound >
          tile_.guard(survivor.place, channel.query).limit(shared_.rootLimit(channel))) {
        continue;
      }
      if (channel.envelope.isExact()) {
        wait(tile_.first() + survivor.place);
      } else {
        warp(survivor.place);
      }
    }
    if (!tile_.allPlain()) checkOtherWindows(channel);
  }

  void finish() {
    runLanes();
    settleWaiting();
  }

 private:
  struct Survivor {
    std::int64_t place;
    float bound;
  };

  void switchTo(const DataChannel& channel) {
    if (channel_ == &channel) return;
    if (channel_ != nullptr) finish();
    channel_ = &channel;
  }

  /// Fills `survivors_`, best first.
  void bound(const DataChannel& channel) {
    const Stopwatch watch(counts.boundSeconds);
    limits_.resize(static_cast<std::size_t>(tile_.count() + Tile::kPad));
    sums_.resize(limits_.size());
    tile_.fillPlaceLimits(channel.query, shared_.rootLimit(channel), limits_.data());
    boundPlaces(tile_, channel.envelope, limits_.data(), shared_.control, sums_.data());
    survivors_.clear();
    for (std::int64_t place = 0; place < tile_.count(); ++place) {
      if (sums_[place] <= limits_[place]) survivors_.push_back({place, sums_[place]});
    }
    if (survivors_.empty()) return;
    if (!channel.envelope.isExact()) boundBack(channel);
    std::sort(survivors_.begin(), survivors_.end(), [](const Survivor& a, const Survivor& b) {
      return a.bound < b.bound || (a.bound == b.bound && a.place < b.place);
    });
  }

  /// The reverse bound: the query against the envelope of the window.
  void boundBack(const DataChannel& channel) {
    around_.prepare(tile_, bandOf(shared_.task));
    for (Survivor& survivor : survivors_) {
      shared_.control.check();
      const float limit = limits_[survivor.place];
      survivor.bound =
          std::max(survivor.bound, around_.bound(tile_, channel.query, survivor.place, limit));
    }
    std::erase_if(survivors_, [&](const Survivor& s) { return s.bound > limits_[s.place]; });
  }

  void checkOtherWindows(const DataChannel& channel) {
    const double flat = shared_.distance(channel.query.flat, channel);
    for (std::int64_t place = 0; place < tile_.count(); ++place) {
      const std::int64_t start = tile_.first() + place;
      if (shared_.best.isPast(start)) return;
      if (tile_.state(place) == WindowState::doubtful) wait(start);
      if (tile_.state(place) == WindowState::flat && flat <= shared_.best.limit()) {
        shared_.best.add({flat, 0, start, shared_.length()});
      }
    }
  }

  /// Queues a window for DTW in lanes.
  void warp(std::int64_t place) {
    if (skipFloats_ > 0) {
      --skipFloats_;
      return wait(tile_.first() + place);
    }
    rows_.resize(static_cast<std::size_t>(pitch() * Lanes::kLanes));
    tile_.copyWindow(place, rows_.data() + inLanes_ * pitch());
    starts_[inLanes_] = tile_.first() + place;
    guards_[inLanes_] = tile_.guard(place, channel_->query);
    if (++inLanes_ == Lanes::kLanes) runLanes();
  }

  void runLanes() {
    if (inLanes_ == 0) return;
    constexpr std::int64_t kFew = 2;  // faster one by one than in 32 lanes
    if (inLanes_ <= kFew) {
      const std::int64_t few = std::exchange(inLanes_, 0);
      for (std::int64_t l = 0; l < few; ++l) wait(starts_[l]);
      settleWaiting();
      return;
    }
    shared_.control.check();
    {
      const Stopwatch watch(counts.warpSeconds);
      const double rootLimit = shared_.rootLimit(*channel_);
      for (std::int64_t l = 0; l < Lanes::kLanes; ++l) {
        laneLimits_[l] = l < inLanes_ ? guards_[l].limit(rootLimit) : -1;
      }
      for (std::int64_t l = inLanes_; l < Lanes::kLanes; ++l) {
        std::fill_n(rows_.data() + l * pitch(), shared_.length(), 0.0F);
      }
      windows_.resize(static_cast<std::size_t>(shared_.length() * Lanes::kLanes));
      transposeToLanes(rows_.data(), pitch(), shared_.length(), windows_.data());
      work_.resize(static_cast<std::size_t>((shared_.length() + 2) * Lanes::kLanes));
      rests_.resize(static_cast<std::size_t>(Lanes::restCount(shared_.length()) * Lanes::kLanes));
      boundRests(channel_->envelope, windows_.data(), bandOf(shared_.task), rests_.data());
      Lanes{channel_->query.samples.data(),
            shared_.length(),
            bandOf(shared_.task),
            windows_.data(),
            laneLimits_,
            work_.data(),
            rests_.data(),
            &shared_.control}
          .run(laneSums_);
      shared_.control.check();
      counts.warped += inLanes_;
    }
    const std::int64_t count = std::exchange(inLanes_, 0);
    std::int64_t kept = 0;
    for (std::int64_t l = 0; l < count; ++l) {
      if (!(laneSums_[l] <= laneLimits_[l])) continue;
      wait(starts_[l]);
      ++kept;
    }
    adaptToFloats(kept);
    // A match found early prunes more.
    settleWaiting();
  }

  /// If all windows are nearly equal, floats prune nothing: settle the next ones at once, and more
  /// of them each time.
  void adaptToFloats(std::int64_t kept) {
    constexpr std::int64_t kMostWithout = 64 * Lanes::kLanes;
    const bool useless =
        kept == Lanes::kLanes && laneLimits_[0] < std::numeric_limits<float>::infinity();
    stretch_ = useless ? std::clamp(2 * stretch_, Lanes::kLanes, kMostWithout) : 0;
    skipFloats_ = stretch_;
  }

  void wait(std::int64_t start) {
    waiting_.push_back(start);
    if (waiting_.size() >= kSettledTogether) settleWaiting();
  }

  void settleWaiting() {
    if (waiting_.empty()) return;
    shared_.control.check();
    const Stopwatch watch(counts.settleSeconds);
    std::erase_if(waiting_, [&](std::int64_t start) { return shared_.best.isPast(start); });
    exact_.resize(waiting_.size());
    exactSums_.compute(channel_->query.exact, channel_->index, waiting_,
                       shared_.sumLimit(*channel_), exact_);
    counts.settled += std::ssize(waiting_);
    for (std::size_t i = 0; i < waiting_.size(); ++i) {
      const double distance = shared_.distance(exact_[i], *channel_);
      if (distance < std::numeric_limits<double>::infinity()) {
        shared_.best.add({distance, 0, waiting_[i], shared_.length()});
      }
    }
    waiting_.clear();
  }

  /// Row pitch in floats; no multiple of a page, to avoid cache conflicts.
  std::int64_t pitch() const { return (shared_.length() + 15) / 16 * 16 + 16; }

  using Lanes = WarpLanes<float>;
  static constexpr std::size_t kSettledTogether = WarpLanes<double>::kLanes;

  const Shared& shared_;
  const DataChannel* channel_ = nullptr;
  ExactSums exactSums_;
  Tile tile_;
  WindowEnvelope around_;
  std::vector<float> limits_;
  std::vector<float> sums_;
  std::vector<Survivor> survivors_;
  ScratchVector<float> rows_;
  ScratchVector<float> windows_;
  ScratchVector<float> work_;
  ScratchVector<float> rests_;
  std::int64_t inLanes_ = 0;
  std::int64_t skipFloats_ = 0;  ///< windows that skip the float stage
  std::int64_t stretch_ = 0;
  std::int64_t starts_[Lanes::kLanes];
  FloatGuard guards_[Lanes::kLanes];
  alignas(64) float laneLimits_[Lanes::kLanes];
  alignas(64) float laneSums_[Lanes::kLanes];
  std::vector<std::int64_t> waiting_;
  std::vector<double> exact_;
};

/// In a fixed order, so that sums do not depend on threads.
std::vector<double> addedUp(const std::vector<std::vector<double>>& rows) {
  std::vector<double> sums = rows.front();
  for (std::size_t r = 1; r < rows.size(); ++r) {
    std::transform(sums.begin(), sums.end(), rows[r].begin(), sums.begin(), std::plus<>());
  }
  return sums;
}

struct Tiling {
  std::int64_t places;
  std::int64_t size;

  std::int64_t count() const { return (places + size - 1) / size; }
  std::int64_t first(std::int64_t tile) const { return tile * size; }
  std::int64_t sizeOf(std::int64_t tile) const { return std::min(size, places - first(tile)); }
};

}  // namespace

SearchCounts searchWindows(const MotifTask& task, const QueryRows& queries,
                           std::span<const RowLevel> levels, const Control& control,
                           BestSoFar& best) {
  const Shared shared{task, queries, levels, control, best};
  std::vector<std::unique_ptr<DataChannel>> channels;
  for (std::int64_t j = 0; j < std::min(std::ssize(task.data), task.options.reach); ++j) {
    channels.push_back(std::make_unique<DataChannel>(task, queries, j));
  }
  const int threads = threadsFor(control);
  std::vector<std::unique_ptr<WindowWorker>> workers;
  workers.reserve(static_cast<std::size_t>(threads));
  for (int t = 0; t < threads; ++t) workers.push_back(std::make_unique<WindowWorker>(shared));
  const std::int64_t length = queries.length();
  const Tiling tiling{dataLength(task) - length + 1,
                      std::clamp<std::int64_t>(2 * length, 4096, 1 << 18)};
  Control quiet = control;
  quiet.progress = {};
  // Samples the data first and settles the best windows, so that pruning starts with a good limit.
  constexpr std::int64_t kSamples = 64;
  constexpr std::int64_t kPlaces = 1024;
  constexpr std::size_t kLikeliest = 4;
  const std::int64_t many = std::ssize(channels);
  if (tiling.places > 16 * kSamples * kPlaces) {
    for (const auto& channel : channels) {
      std::vector<std::vector<double>> weights(kSamples);
      parallelFor(kSamples, threads, quiet, [&](std::int64_t sample, int thread) {
        workers[thread]->weigh(*channel, (tiling.places - kPlaces) / kSamples * sample, kPlaces,
                               weights[sample]);
      });
      channel->envelope.order(addedUp(weights));
    }
    parallelFor(kSamples * many, threads, quiet, [&](std::int64_t index, int thread) {
      const std::int64_t first = (tiling.places - kPlaces) / kSamples * (index / many);
      workers[thread]->search(*channels[index % many], first, kPlaces, kLikeliest);
    });
    parallelFor(threads, threads, quiet,
                [&](std::int64_t index, int) { workers[index]->finish(); });
  }
  parallelFor(tiling.count() * many, threads, control, [&](std::int64_t index, int thread) {
    const std::int64_t tile = index % tiling.count();
    workers[thread]->search(*channels[index / tiling.count()], tiling.first(tile),
                            tiling.sizeOf(tile), std::nullopt);
  });
  parallelFor(threads, threads, quiet, [&](std::int64_t index, int) { workers[index]->finish(); });
  SearchCounts counts;
  for (const auto& worker : workers) counts.add(worker->counts);
  return counts;
}

}  // namespace espy::signal
