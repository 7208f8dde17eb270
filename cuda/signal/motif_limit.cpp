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
Suspects::Suspects(const MotifTask& task)
    : top_(task.options.top),
      exclude_(signal::exclusionOf(task)),
      limit_(task.options.maxDistance) {}

void Suspects::add(const std::vector<Suspect>& more) {
  for (const Suspect& suspect : more) {
    if (suspect.least <= limit_) suspects_.push_back(suspect);
  }
  if (top_ > 0) {
    nearest_.insert(nearest_.end(), more.begin(), more.end());
    lower();
  }
  drop();
}

/// A match excludes at most one of several positions that are more than two exclusion zones apart.
/// So the largest upper bound of `top_` such positions bounds the distance of the last match.
void Suspects::lower() {
  std::sort(nearest_.begin(), nearest_.end(),
            [](const Suspect& a, const Suspect& b) { return a.most < b.most; });
  std::vector<Suspect> apart;
  for (const Suspect& suspect : nearest_) {
    if (std::ssize(apart) == top_ || suspect.most > limit_) break;
    const bool near = std::any_of(apart.begin(), apart.end(), [&](const Suspect& other) {
      return std::abs(other.start - suspect.start) <= 2 * exclude_;
    });
    if (!near) apart.push_back(suspect);
  }
  nearest_ = std::move(apart);
  if (std::ssize(nearest_) == top_) limit_ = std::min(limit_, nearest_.back().most);
}

void Suspects::drop() {
  constexpr std::size_t kFew = 4096;
  if (suspects_.size() < 2 * dropped_ + kFew) return;
  std::erase_if(suspects_, [&](const Suspect& suspect) { return suspect.least > limit_; });
  dropped_ = suspects_.size();
}

std::vector<Suspect> Suspects::left() {
  std::erase_if(suspects_, [&](const Suspect& suspect) { return suspect.least > limit_; });
  const auto window = [](const Suspect& s) { return std::pair(s.start, s.length); };
  std::sort(suspects_.begin(), suspects_.end(),
            [&](const Suspect& a, const Suspect& b) { return window(a) < window(b); });
  const auto end =
      std::unique(suspects_.begin(), suspects_.end(),
                  [&](const Suspect& a, const Suspect& b) { return window(a) == window(b); });
  suspects_.erase(end, suspects_.end());
  std::sort(suspects_.begin(), suspects_.end(), [&](const Suspect& a, const Suspect& b) {
    return std::pair(a.least, window(a)) < std::pair(b.least, window(b));
  });
  return suspects_;
}

namespace {

/// Whether a window is constant, by its samples. Most differ at the second.
bool isConstant(const Samples& samples, const Suspect& window) {
  const double first = samples[window.start];
  if (signal::isGap(first)) return false;
  for (std::int64_t k = 1; k < window.length; ++k) {
    if (samples[window.start + k] != first) return false;
  }
  return true;
}

class Judge {
 public:
  Judge(const ChannelTask& of, std::int64_t length, double limit)
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
  void judge(std::span<Suspect> suspects, const Control& control) const {
    std::vector<std::int64_t> starts;
    std::vector<std::size_t> which;
    for (std::size_t i = 0; i < suspects.size(); ++i) {
      suspects[i].least = suspects[i].most = constant_;
      if (constantsAlike_ && isConstant(of_.task.data.front(), suspects[i])) continue;
      starts.push_back(suspects[i].start);
      which.push_back(i);
    }
    std::vector<double> sums(starts.size());
    signal::ExactSums(of_.task, of_.levels, control)
        .compute(rows_.row(0, 0), 0, starts, most_, sums);
    for (std::size_t i = 0; i < which.size(); ++i) {
      suspects[which[i]].least = suspects[which[i]].most = distance(sums[i]);
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

void judgeLength(const ChannelTask& of, std::span<Suspect> suspects, double limit,
                 const Control& control) {
  constexpr std::int64_t kTogether = 32;
  const Judge judge(of, suspects.front().length, limit);
  const std::int64_t count = std::ssize(suspects);
  parallelFor((count + kTogether - 1) / kTogether, threadsFor(control), {0, control.stop, {}},
              [&](std::int64_t part, int /*thread*/) {
                const std::int64_t first = part * kTogether;
                const std::int64_t some = std::min(kTogether, count - first);
                judge.judge(suspects.subspan(static_cast<std::size_t>(first),
                                             static_cast<std::size_t>(some)),
                            control);
              });
}

}  // namespace

std::vector<Suspect> judged(const ChannelTask& of, std::vector<Suspect> suspects, double limit,
                            const Control& control) {
  std::stable_sort(suspects.begin(), suspects.end(),
                   [](const Suspect& a, const Suspect& b) { return a.length < b.length; });
  for (std::size_t from = 0; from < suspects.size();) {
    std::size_t end = from;
    while (end < suspects.size() && suspects[end].length == suspects[from].length) ++end;
    judgeLength(of, std::span(suspects).subspan(from, end - from), limit, control);
    from = end;
  }
  return suspects;
}

std::vector<MotifMatch> settle(const ChannelTask& of, std::vector<Suspect> suspects, double limit,
                               const Control& control) {
  std::vector<signal::Candidate> candidates;
  for (const Suspect& suspect : judged(of, std::move(suspects), limit, control)) {
    if (!(suspect.least < kNever)) continue;
    signal::Candidate candidate;
    candidate.distance = suspect.least;
    candidate.start = suspect.start;
    candidate.length = suspect.length;
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
