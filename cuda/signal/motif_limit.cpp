// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "cuda/signal/motif_limit.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "base/parallel.h"
#include "cuda/signal/motif_kernels.h"
#include "signal/exact_sums.h"
#include "signal/motif_fast.h"
#include "signal/motif_plan.h"

namespace espy::cuda::motif {
CandidateWindows::CandidateWindows(const MotifTask& task)
    : top_(task.options.top),
      exclude_(signal::exclusionOf(task)),
      limit_(task.options.maxDistance) {}

void CandidateWindows::add(const std::vector<BoundedWindow>& more) {
  for (const BoundedWindow& window : more) {
    if (window.least <= limit_) windows_.push_back(window);
  }
  if (top_ > 0) {
    nearest_.insert(nearest_.end(), more.begin(), more.end());
    lower();
  }
  drop();
}

/// A match excludes at most one of several positions that are more than two exclusion zones apart.
/// So the largest upper bound of `top_` such positions bounds the distance of the last match.
void CandidateWindows::lower() {
  std::sort(nearest_.begin(), nearest_.end(),
            [](const BoundedWindow& a, const BoundedWindow& b) { return a.most < b.most; });
  std::vector<BoundedWindow> apart;
  for (const BoundedWindow& window : nearest_) {
    if (std::ssize(apart) == top_ || window.most > limit_) break;
    const bool near = std::any_of(apart.begin(), apart.end(), [&](const BoundedWindow& other) {
      return std::abs(other.start - window.start) <= 2 * exclude_;
    });
    if (!near) apart.push_back(window);
  }
  nearest_ = std::move(apart);
  if (std::ssize(nearest_) == top_) limit_ = std::min(limit_, nearest_.back().most);
}

void CandidateWindows::drop() {
  constexpr std::size_t kFew = 4096;
  if (windows_.size() < 2 * dropped_ + kFew) return;
  std::erase_if(windows_, [&](const BoundedWindow& window) { return window.least > limit_; });
  dropped_ = windows_.size();
}

std::vector<BoundedWindow> CandidateWindows::left() {
  std::erase_if(windows_, [&](const BoundedWindow& window) { return window.least > limit_; });
  const auto spanOf = [](const BoundedWindow& s) { return std::pair(s.start, s.length); };
  std::sort(windows_.begin(), windows_.end(),
            [&](const BoundedWindow& a, const BoundedWindow& b) { return spanOf(a) < spanOf(b); });
  const auto end = std::unique(
      windows_.begin(), windows_.end(),
      [&](const BoundedWindow& a, const BoundedWindow& b) { return spanOf(a) == spanOf(b); });
  windows_.erase(end, windows_.end());
  std::sort(windows_.begin(), windows_.end(), [&](const BoundedWindow& a, const BoundedWindow& b) {
    return std::pair(a.least, spanOf(a)) < std::pair(b.least, spanOf(b));
  });
  return windows_;
}

namespace {

/// Whether a window is constant, by its samples. Most differ at the second.
bool isConstant(const Samples& samples, const BoundedWindow& window) {
  const double first = samples[window.start];
  if (signal::isGap(first)) return false;
  for (std::int64_t k = 1; k < window.length; ++k) {
    if (samples[window.start + k] != first) return false;
  }
  return true;
}

class ExactDistances {
 public:
  ExactDistances(const ChannelTask& of, std::int64_t length, double limit)
      : of_(of), rows_(of.task, length, of.levels) {
    constexpr double kRounding = 1 + 1e-9;
    const MotifMethod method = of.task.options.method;
    const double cost = method == MotifMethod::sad ? limit : limit * limit;
    most_ = cost / rows_.scale() * kRounding;
    constantsAlike_ = signal::normaliseOf(of.task) == MotifNormalise::z && length <= kMostConstant;
    const std::vector<double> zeros(static_cast<std::size_t>(length), 0);
    constant_ = distance(signal::sumOf(method, rows_.row(0, 0), zeros));
  }

  /// In place.
  void compute(std::span<BoundedWindow> windows, const Control& control) const {
    std::vector<std::int64_t> starts;
    std::vector<std::size_t> which;
    for (std::size_t i = 0; i < windows.size(); ++i) {
      windows[i].least = windows[i].most = constant_;
      if (constantsAlike_ && isConstant(of_.task.data.front(), windows[i])) continue;
      starts.push_back(windows[i].start);
      which.push_back(i);
    }
    std::vector<double> sums(starts.size());
    signal::ExactSums(of_.task, of_.levels, control)
        .compute(rows_.row(0, 0), 0, starts, most_, sums);
    for (std::size_t i = 0; i < which.size(); ++i) {
      windows[which[i]].least = windows[which[i]].most = distance(sums[i]);
    }
  }

 private:
  double distance(double sum) const {
    return signal::rootOf(of_.task.options.method, sum * rows_.scale());
  }

  const ChannelTask& of_;
  signal::QueryRows rows_;
  double most_;          ///< larger sums need not be exact
  bool constantsAlike_;  ///< constant windows become zeros
  double constant_;      ///< the distance of zeros
};

void computeForLength(const ChannelTask& of, std::span<BoundedWindow> windows, double limit,
                      const Control& control) {
  constexpr std::int64_t kTogether = 32;
  const ExactDistances distances(of, windows.front().length, limit);
  const std::int64_t count = std::ssize(windows);
  parallelFor((count + kTogether - 1) / kTogether, threadsFor(control), {0, control.stop, {}},
              [&](std::int64_t part, int /*thread*/) {
                const std::int64_t first = part * kTogether;
                const std::int64_t some = std::min(kTogether, count - first);
                distances.compute(windows.subspan(static_cast<std::size_t>(first),
                                                  static_cast<std::size_t>(some)),
                                  control);
              });
}

}  // namespace

std::vector<BoundedWindow> withExactDistances(const ChannelTask& of,
                                              std::vector<BoundedWindow> windows, double limit,
                                              const Control& control) {
  std::stable_sort(
      windows.begin(), windows.end(),
      [](const BoundedWindow& a, const BoundedWindow& b) { return a.length < b.length; });
  for (std::size_t from = 0; from < windows.size();) {
    std::size_t end = from;
    while (end < windows.size() && windows[end].length == windows[from].length) ++end;
    computeForLength(of, std::span(windows).subspan(from, end - from), limit, control);
    from = end;
  }
  return windows;
}

std::vector<MotifMatch> matchesAmong(const ChannelTask& of, std::vector<BoundedWindow> windows,
                                     double limit, const Control& control) {
  std::vector<signal::Candidate> candidates;
  for (const BoundedWindow& window : withExactDistances(of, std::move(windows), limit, control)) {
    if (!(window.least < kNever)) continue;
    signal::Candidate candidate;
    candidate.distance = window.least;
    candidate.start = window.start;
    candidate.length = window.length;
    candidates.push_back(candidate);
  }
  std::vector<MotifMatch> matches;
  for (const signal::Candidate& kept : signal::selected(std::move(candidates), of.task)) {
    control.check();
    const signal::QueryRows rows(of.task, kept.length, of.levels);
    matches.push_back(signal::describedMatch(of.task, rows, of.levels, kept, control));
  }
  return matches;
}

}  // namespace espy::cuda::motif
