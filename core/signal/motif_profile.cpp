// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signal/motif_fast.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <vector>

#include "base/parallel.h"
#include "base/phrase.h"
#include "signal/assign.h"
#include "signal/exact_sums.h"
#include "signal/lane_loops.h"
#include "signal/motif_plan.h"
#include "signal/motif_score.h"
#include "signal/open_sweep.h"
#include "signal/rows.h"

namespace espy::signal {

/// Exact, scaled costs of consecutive windows; sums are computed sixteen in lanes. For one thread.
/// Throws `cancelled`.
class PlaceCosts {
 public:
  PlaceCosts(const MotifTask& task, std::span<const RowLevel> levels, const Control& control);

  /// Query channel `i` against the windows of data channel `j` from `first` on; infinite at gaps.
  void ofPair(const QueryRows& queries, std::int64_t i, std::int64_t j, std::int64_t first,
              std::span<double> costs);
  void together(const QueryRows& queries, std::int64_t first, std::span<double> costs);

 private:
  static constexpr std::int64_t kLanes = 16;
  struct Levels;

  std::span<const std::int64_t> startsFrom(std::int64_t first, std::int64_t count);
  /// Sums without a path, not scaled.
  void addUp(std::span<const double> query, std::int64_t channel, std::int64_t first,
             std::span<double> costs);
  /// The samples of these windows, gaps as zeros; costs of windows with a gap become infinite.
  void read(std::int64_t channel, std::int64_t first, std::int64_t length, std::span<double> costs);
  Levels levelsOf(const double* samples, std::int64_t length) const;
  void sumLanes(std::span<const double> query, const double* samples, double* sums);

  const MotifTask& task_;
  std::span<const RowLevel> levels_;
  const Control& control_;
  ExactSums exactSums_;
  bool warps_;
  std::vector<std::int64_t> starts_;
  std::vector<double> samples_;
};

namespace {

constexpr double kNowhere = std::numeric_limits<double>::infinity();
/// Samples between two checks of the stop token.
constexpr std::int64_t kSamplesAtOnce = 1 << 13;

}  // namespace

/// Mean and divisor of each of sixteen windows.
struct PlaceCosts::Levels {
  alignas(64) double means[kLanes];
  alignas(64) double divisors[kLanes];
};

PlaceCosts::PlaceCosts(const MotifTask& task, std::span<const RowLevel> levels,
                       const Control& control)
    : task_(task),
      levels_(levels),
      control_(control),
      exactSums_(task, levels, control),
      warps_(task.options.method == MotifMethod::dtw && bandOf(task) > 0) {
  static_assert(kLanes == kWideLanes);
}

void PlaceCosts::read(std::int64_t channel, std::int64_t first, std::int64_t length,
                      std::span<double> costs) {
  const std::int64_t places = std::ssize(costs);
  const std::int64_t size = places + length - 1;
  samples_.assign(static_cast<std::size_t>(size + kLanes), 0);
  const auto real = std::span(samples_).first(static_cast<std::size_t>(size));
  task_.data[static_cast<std::size_t>(channel)].read(first, real);
  std::int64_t filled = 0;
  for (std::int64_t k = 0; k < size; ++k) {
    if (!isGap(samples_[k])) continue;
    samples_[k] = 0;
    const std::int64_t end = std::min(k + 1, places);
    for (filled = std::max(filled, k - length + 1); filled < end; ++filled)
      costs[filled] = kNowhere;
  }
  if (normaliseOf(task_) == MotifNormalise::global) applyLevel(real, levels_[channel]);
}

PlaceCosts::Levels PlaceCosts::levelsOf(const double* samples, std::int64_t length) const {
  Levels levels{};
  alignas(64) double squares[kLanes] = {};
  alignas(64) double largest[kLanes] = {};
  for (std::int64_t k = 0; k < length; k += kSamplesAtOnce) {
    control_.check();
    addLanes({samples + k, 1, std::min(kSamplesAtOnce, length - k)}, levels.means);
  }
  for (double& mean : levels.means) mean /= static_cast<double>(length);
  std::fill(levels.divisors, levels.divisors + kLanes, 1.0);
  if (normaliseOf(task_) == MotifNormalise::mean) return levels;
  for (std::int64_t k = 0; k < length; k += kSamplesAtOnce) {
    control_.check();
    addSpread({samples + k, 1, std::min(kSamplesAtOnce, length - k)}, levels.means, squares,
              largest);
  }
  for (std::int64_t l = 0; l < kLanes; ++l) {
    levels.divisors[l] = std::sqrt(squares[l] / static_cast<double>(length));
    // Constant windows become zeros.
    if (!(levels.divisors[l] > kFlat * largest[l])) levels.divisors[l] = kNowhere;
  }
  return levels;
}

void PlaceCosts::sumLanes(std::span<const double> query, const double* samples, double* sums) {
  const std::int64_t length = std::ssize(query);
  const MotifNormalise how = normaliseOf(task_);
  const bool levelled = how == MotifNormalise::mean || how == MotifNormalise::z;
  const Levels levels = levelled ? levelsOf(samples, length) : Levels{};
  const bool sad = task_.options.method == MotifMethod::sad;
  std::fill(sums, sums + kLanes, 0.0);
  for (std::int64_t k = 0; k < length; k += kSamplesAtOnce) {
    control_.check();
    const std::int64_t count = std::min(kSamplesAtOnce, length - k);
    const LaneCosts costs{query.data() + k,
                          {samples + k, 1, count},
                          levelled ? levels.means : nullptr,
                          levelled ? levels.divisors : nullptr};
    sad ? addDifferences(costs, sums) : addSquares(costs, sums);
  }
}

void PlaceCosts::ofPair(const QueryRows& queries, std::int64_t i, std::int64_t j,
                        std::int64_t first, std::span<double> costs) {
  const std::span<const double> query = queries.row(i, j);
  if (warps_) {
    exactSums_.compute(query, j, startsFrom(first, std::ssize(costs)), kNowhere, costs);
  } else {
    addUp(query, j, first, costs);
  }
  for (double& cost : costs) cost *= queries.scale();
}

void PlaceCosts::addUp(std::span<const double> query, std::int64_t channel, std::int64_t first,
                       std::span<double> costs) {
  std::fill(costs.begin(), costs.end(), 0.0);
  read(channel, first, std::ssize(query), costs);
  alignas(64) double sums[kLanes];
  for (std::int64_t at = 0; at < std::ssize(costs); at += kLanes) {
    control_.check();
    sumLanes(query, samples_.data() + at, sums);
    const std::int64_t end = std::min(at + kLanes, std::ssize(costs));
    for (std::int64_t p = at; p < end; ++p) {
      if (costs[p] < kNowhere) costs[p] = sums[p - at];
    }
  }
}

void PlaceCosts::together(const QueryRows& queries, std::int64_t first, std::span<double> costs) {
  exactSums_.computeTogether(queries, startsFrom(first, std::ssize(costs)), kNowhere, costs);
  for (double& cost : costs) cost *= queries.scale();
}

std::span<const std::int64_t> PlaceCosts::startsFrom(std::int64_t first, std::int64_t count) {
  starts_.resize(static_cast<std::size_t>(count));
  std::iota(starts_.begin(), starts_.end(), first);
  return starts_;
}

namespace {

/// The profile of one length, merged into the profile of all lengths.
class LengthProfile {
 public:
  LengthProfile(const MotifTask& task, const QueryRows& queries, std::span<const RowLevel> levels,
                const Control& control, std::span<double> profile)
      : task_(task),
        queries_(queries),
        control_(control),
        threads_(threadsFor(control)),
        profile_(profile),
        places_(dataLength(task) - queries.length() + 1),
        grid_(std::ssize(task.query), std::ssize(task.data), task.options.reach) {
    for (int t = 0; t < threads_; ++t) {
      workers_.push_back(std::make_unique<PlaceCosts>(task, levels, control));
    }
    for (std::int64_t i = 0; i < grid_.rows(); ++i) {
      for (std::int64_t j = grid_.begin(i); j < grid_.end(i); ++j) pairs_.push_back({i, j});
    }
  }

  void run() {
    if (task_.options.rule == ChannelRule::together) return runTogether();
    const std::int64_t span = placesTogether();
    for (std::int64_t first = 0; first < places_; first += span) {
      const std::int64_t count = std::min(span, places_ - first);
      const auto part = [&](double done) {
        return (static_cast<double>(first) + done * static_cast<double>(count)) /
               static_cast<double>(places_);
      };
      // Assignment is cheap compared with the costs it needs.
      work(first, count, tellsUpTo(part, 0, 0.9));
      assign(first, count, tellsUpTo(part, 0.9, 1));
    }
  }

 private:
  struct Pair {
    std::int64_t query;
    std::int64_t data;
  };

  /// Positions per batch, limited by memory.
  std::int64_t placesTogether() const {
    constexpr std::int64_t kNumbers = 1 << 22;
    constexpr std::int64_t kLeast = 1 << 12;
    return std::max(kLeast, kNumbers / std::ssize(pairs_) - 2 * task_.options.lag);
  }

  template <class Part>
  Control tellsUpTo(const Part& part, double from, double to) const {
    Control control = control_;
    if (control_.progress) {
      control.progress = [=, this](double done) {
        control_.progress(part(from + (to - from) * done));
      };
    }
    return control;
  }

  /// Calls `work(from, count, worker)` for ranges of windows.
  template <class Work>
  void inParts(std::int64_t size, std::int64_t times, const Control& control,
               const Work& work) const {
    constexpr std::int64_t kFew = 64;
    constexpr std::int64_t kMany = 4096;
    const std::int64_t part = std::clamp(size * times / (8 * threads_) / kFew * kFew, kFew, kMany);
    const std::int64_t parts = (size + part - 1) / part;
    parallelFor(parts * times, threads_, control, [&](std::int64_t index, int thread) {
      const std::int64_t from = index % parts * part;
      work(index / parts, from, std::min(part, size - from), *workers_[thread]);
    });
  }

  void runTogether() {
    inParts(places_, 1, control_,
            [&](std::int64_t, std::int64_t from, std::int64_t count, PlaceCosts& worker) {
              std::vector<double> costs(static_cast<std::size_t>(count));
              worker.together(queries_, from, costs);
              for (std::int64_t p = 0; p < count; ++p) {
                take(from + p, rootOf(task_.options.method, costs[p]));
              }
            });
  }

  /// Costs of all pairs at these positions and at all positions within the lag.
  void work(std::int64_t first, std::int64_t count, const Control& control) {
    from_ = std::max<std::int64_t>(0, first - task_.options.lag);
    const std::int64_t end = std::min(places_, first + count + task_.options.lag);
    costs_.resize(grid_.size());
    for (const auto& [i, j] : pairs_) {
      costs_[grid_.index(i, j)].resize(static_cast<std::size_t>(end - from_));
    }
    inParts(end - from_, std::ssize(pairs_), control,
            [&](std::int64_t pair, std::int64_t from, std::int64_t size, PlaceCosts& worker) {
              const auto& [i, j] = pairs_[pair];
              const std::span<double> costs(costs_[grid_.index(i, j)]);
              worker.ofPair(
                  queries_, i, j, from_ + from,
                  costs.subspan(static_cast<std::size_t>(from), static_cast<std::size_t>(size)));
            });
  }

  void assign(std::int64_t first, std::int64_t count, const Control& control) {
    const bool alone =
        std::ssize(task_.query) == 1 && std::ssize(task_.data) == 1 && task_.options.lag == 0;
    const PairCost cost = [&](std::int64_t i, std::int64_t j, std::int64_t place) {
      return costs_[grid_.index(i, j)][place - from_];
    };
    inParts(count, 1, control, [&](std::int64_t, std::int64_t from, std::int64_t size, auto&) {
      for (std::int64_t p = first + from; p < first + from + size; ++p) {
        take(p, alone ? rootOf(task_.options.method, costs_.front()[p - from_])
                      : scoreOf(task_, queries_, p, cost).distance);
      }
    });
  }

  void take(std::int64_t place, double distance) {
    if (distance < profile_[place]) profile_[place] = distance;
  }

  const MotifTask& task_;
  const QueryRows& queries_;
  const Control& control_;
  int threads_;
  std::span<double> profile_;
  std::int64_t places_;
  std::vector<std::unique_ptr<PlaceCosts>> workers_;
  PairGrid grid_;
  std::vector<Pair> pairs_;
  std::int64_t from_ = 0;                     ///< position of the first of `costs_`
  std::vector<ScratchVector<double>> costs_;  ///< per pair of the grid
};

/// Per sample, the distance of the best path that ends there.
void profileEnds(const MotifTask& task, const QueryRows& queries, std::span<const RowLevel> levels,
                 const Control& control, std::span<double> profile) {
  const OpenSource source(task, levels);
  OpenSweep sweep(source, queries, threadsFor(control));
  const std::int64_t size = source.size();
  for (std::int64_t done = 0; done < size;) {
    sweep.go(std::min(sweep.columnsTogether(), size - done), control);
    for (const double sum : sweep.ends()) profile[done++] = rootOf(task.options.method, sum);
    if (control.progress) {
      control.progress(static_cast<double>(done) / static_cast<double>(size));
    }
    control.check();
  }
}

}  // namespace

std::int64_t profileSize(const MotifTask& task) {
  if (task.options.open) return dataLength(task);
  const std::vector<std::int64_t> lengths = lengthsOf(task);
  return lengths.empty() ? 0 : dataLength(task) - lengths.front() + 1;
}

std::vector<double> profileMotifFast(const MotifTask& task, const Control& control,
                                     RunReport& report) {
  std::vector<RowLevel> levels;
  {
    const StageTimer timer(report.timeline, "prepare");
    levels = channelLevels(task, control);
  }
  const StageTimer timer(report.timeline, "profile");
  std::vector<double> profile(static_cast<std::size_t>(profileSize(task)), kNowhere);
  if (task.options.open) {
    report.strategy = phrase("all paths through the whole data, column by column");
    profileEnds(task, QueryRows(task, queryLength(task), levels), levels, control, profile);
    return profile;
  }
  report.strategy = phrase("every window in double precision");
  const std::vector<std::int64_t> lengths = lengthsOf(task);
  for (std::size_t l = 0; l < lengths.size(); ++l) {
    const Control part = control.forPart(l, lengths.size());
    const QueryRows queries(task, lengths[l], levels);
    LengthProfile(task, queries, levels, part, profile).run();
  }
  return profile;
}

}  // namespace espy::signal
