// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signal/motif_profile.h"

#include <algorithm>
#include <memory>

#include "base/parallel.h"
#include "base/phrase.h"
#include "signal/assign.h"
#include "signal/motif_plan.h"
#include "signal/motif_score.h"
#include "signal/open_sweep.h"
#include "signal/place_costs.h"

namespace espy::signal {
namespace {

constexpr double kNowhere = std::numeric_limits<double>::infinity();

/// The profile of one length of the query, taken into that of all.
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
      // Assigning the channels takes little beside what it is made from.
      work(first, count, tellsUpTo(part, 0, 0.9));
      assign(first, count, tellsUpTo(part, 0.9, 1));
    }
  }

 private:
  struct Pair {
    std::int64_t query;
    std::int64_t data;
  };

  /// Places whose pairs' costs take some memory and no more.
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

  /// Calls `work(from, count, worker)` for parts of so many windows.
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

  /// Every pair's costs at these places and where lags may go from there.
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
  std::int64_t from_ = 0;                  ///< the place of the first of `costs_`
  std::vector<WorkVector<double>> costs_;  ///< of each pair of the grid
};

Control partOf(const Control& control, std::size_t index, std::size_t count) {
  Control part = control;
  if (control.progress) {
    part.progress = [&control, index, count](double done) {
      control.progress((static_cast<double>(index) + done) / static_cast<double>(count));
    };
  }
  return part;
}

/// At each sample the distance of the best path that ends there.
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
    report.strategy = phrase("all paths through the whole data, a column after the other");
    profileEnds(task, QueryRows(task, queryLength(task), levels), levels, control, profile);
    return profile;
  }
  report.strategy = phrase("every window settled in double");
  const std::vector<std::int64_t> lengths = lengthsOf(task);
  for (std::size_t l = 0; l < lengths.size(); ++l) {
    const Control part = partOf(control, l, lengths.size());
    const QueryRows queries(task, lengths[l], levels);
    LengthProfile(task, queries, levels, part, profile).run();
  }
  return profile;
}

}  // namespace espy::signal
