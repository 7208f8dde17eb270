// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Chooses a strategy and reports it.
#include "signal/motif_fast.h"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "base/parallel.h"
#include "base/phrase.h"
#include "base/scratch.h"
#include "signal/exact_sums.h"
#include "signal/fast.h"
#include "signal/motif_path.h"
#include "signal/motif_score.h"

namespace espy::signal {
namespace {

/// One query channel without lag is searched window by window, other tasks by pairs of channels.
bool isByWindows(const MotifTask& task) {
  return task.query.size() == 1 && task.options.lag == 0 &&
         task.options.rule == ChannelRule::assigned;
}

Message shareOf(std::int64_t part, std::int64_t of) {
  if (of == 0) return "0 %";
  return fmt::format("{:.2g} %", 100 * static_cast<double>(part) / static_cast<double>(of));
}

Message strategyOf(const MotifTask& task, const SearchCounts& counts) {
  if (task.options.open) {
    return phrase("all paths through the whole data, column by column");
  }
  if (task.options.method != MotifMethod::dtw || bandOf(task) == 0) {
    return phrase(
        "float sums of {} windows with early abandoning; {} of them recomputed in double precision",
        counts.windows, shareOf(counts.settled, counts.windows));
  }
  return phrase(
      "bounds of {} windows; paths of {} of them in single precision, of {} in double precision",
      counts.windows, shareOf(counts.warped, counts.windows),
      shareOf(counts.settled, counts.windows));
}

/// Exact costs at all lags of a position, cached for one pair of channels.
class LagCosts {
 public:
  LagCosts(const MotifTask& task, const QueryRows& queries, std::span<const RowLevel> levels,
           std::int64_t start, const Control& control)
      : queries_(queries), exactSums_(task, levels, control) {
    const std::int64_t places = dataLength(task) - queries.length() + 1;
    first_ = std::max<std::int64_t>(0, start - task.options.lag);
    const std::int64_t end = std::min(places, start + task.options.lag + 1);
    for (std::int64_t at = first_; at < end; ++at) starts_.push_back(at);
    sums_.resize(starts_.size());
  }

  double cost(std::int64_t i, std::int64_t j, std::int64_t at) {
    if (i != query_ || j != data_) {
      exactSums_.compute(queries_.row(i, j), j, starts_, std::numeric_limits<double>::infinity(),
                         sums_);
      query_ = i;
      data_ = j;
    }
    return sums_[at - first_] * queries_.scale();
  }

 private:
  const QueryRows& queries_;
  ExactSums exactSums_;
  std::int64_t first_ = 0;
  std::int64_t query_ = -1;
  std::int64_t data_ = -1;
  std::vector<std::int64_t> starts_;
  std::vector<double> sums_;
};

/// Splits the elapsed time in proportion to all threads' times.
void reportStages(Timeline& timeline, const SearchCounts& counts, double milliseconds) {
  const double all = counts.boundSeconds + counts.warpSeconds + counts.settleSeconds;
  if (!(all > 0)) {
    timeline.add("search", milliseconds);
    return;
  }
  timeline.add("bounds", milliseconds * counts.boundSeconds / all);
  timeline.add("paths", milliseconds * counts.warpSeconds / all);
  timeline.add("settle", milliseconds * counts.settleSeconds / all);
}

}  // namespace

void SearchCounts::add(const SearchCounts& other) {
  windows += other.windows;
  warped += other.warped;
  settled += other.settled;
  boundSeconds += other.boundSeconds;
  warpSeconds += other.warpSeconds;
  settleSeconds += other.settleSeconds;
}

MotifMatch describedMatch(const MotifTask& task, const QueryRows& queries,
                          std::span<const RowLevel> levels, const Candidate& candidate,
                          const Control& control) {
  MotifMatch match;
  match.start = candidate.start;
  match.length = candidate.length;
  match.distance = candidate.distance;
  match.stretch = static_cast<double>(candidate.length) / static_cast<double>(queryLength(task));
  if (task.options.rule == ChannelRule::together) {
    fillChannelParts(task, levels, control, match);
    return match;
  }
  if (isByWindows(task) && task.data.size() == 1) {
    match.channels = {{0, 0, 0, candidate.distance}};
    return match;
  }
  LagCosts lags(task, queries, levels, candidate.start, control);
  match.channels = scoreOf(task, queries, candidate.start, [&](auto... where) {
                     return lags.cost(where...);
                   }).channels;
  return match;
}

std::vector<MotifMatch> matchesOf(const MotifTask& task, std::span<const RowLevel> levels,
                                  const BestSoFar& best, const Control& control) {
  std::vector<MotifMatch> matches;
  std::map<std::int64_t, QueryRows> byLength;
  for (const Candidate& candidate : best.selected()) {
    control.check();
    const std::int64_t length = task.options.open ? queryLength(task) : candidate.length;
    const QueryRows& queries = byLength.try_emplace(length, task, length, levels).first->second;
    matches.push_back(describedMatch(task, queries, levels, candidate, control));
  }
  return matches;
}

std::vector<MotifMatch> findMotifFast(const MotifTask& task, const Control& control,
                                      RunReport& report) {
  BestSoFar best(task);
  std::vector<RowLevel> levels;
  {
    const StageTimer timer(report.timeline, "prepare");
    levels = channelLevels(task, control);
  }
  const bool wholes = searchWholes(task, control, report, best);
  std::vector<std::int64_t> lengths = lengthsOf(task);
  if (wholes) lengths.clear();
  if (task.options.open) lengths = {queryLength(task)};
  SearchCounts counts;
  Timeline passed;
  for (std::size_t l = 0; l < lengths.size(); ++l) {
    const StageTimer timer(passed, "search");
    const QueryRows queries(task, lengths[l], levels);
    Control part = control;
    if (control.progress) {
      part.progress = [&, l](double done) {
        control.progress((static_cast<double>(l) + done) / static_cast<double>(lengths.size()));
      };
    }
    if (task.options.open) {
      searchOpen(task, queries, levels, part, best);
    } else if (isByWindows(task)) {
      counts.add(searchWindows(task, queries, levels, part, best));
    } else {
      counts.add(searchChannels(task, queries, levels, part, best));
    }
  }
  if (!wholes) {
    reportStages(report.timeline, counts, passed.totalMilliseconds());
    report.strategy = strategyOf(task, counts);
  }
  const StageTimer timer(report.timeline, "channels");
  return matchesOf(task, levels, best, control);
}

namespace {

constexpr std::int64_t kAtOnce = 1 << 14;
constexpr double kLargestWhole = 1 << 30;

/// Whether samples times `unit` are integers; if so, appends these.
bool addWholes(const Samples& samples, double unit, const Control& control,
               ScratchVector<std::int32_t>& to) {
  std::vector<double> part;
  for (std::int64_t from = 0; from < samples.size(); from += kAtOnce) {
    control.check();
    part.resize(static_cast<std::size_t>(std::min(kAtOnce, samples.size() - from)));
    samples.read(from, part);
    for (const double sample : part) {
      const double scaled = sample * unit;
      if (!(std::abs(scaled) <= kLargestWhole) || scaled != std::floor(scaled)) return false;
      to.push_back(static_cast<std::int32_t>(scaled));
    }
  }
  return true;
}

/// The power of two that makes the query's samples integers: sound is in units of 2^-15.
double unitOf(const Samples& query, const Control& control) {
  for (const int bits : {0, 7, 15, 23}) {
    const double unit = std::ldexp(1.0, bits);
    ScratchVector<std::int32_t> unheard;
    if (addWholes(query, unit, control, unheard)) return unit;
  }
  return 0;
}

bool fits(const SignalTask<std::int32_t>& task) {
  const auto [least, most] = std::minmax_element(task.data.begin(), task.data.end());
  const auto [low, high] = std::minmax_element(task.queries.begin(), task.queries.end());
  const double apart = std::max(*most, *high) - static_cast<double>(std::min(*least, *low));
  return apart * static_cast<double>(task.length) <= std::numeric_limits<std::int32_t>::max();
}

}  // namespace

/// Integer samples, as most recorders make them, have exact sums: the byte search decides.
bool searchWholes(const MotifTask& task, const Control& control, RunReport& report,
                  BestSoFar& best) {
  constexpr std::int64_t kMostSamples = 1 << 28;
  const MotifOptions& options = task.options;
  if (options.method != MotifMethod::sad || normaliseOf(task) != MotifNormalise::none ||
      options.top != 1 || task.query.size() != 1 || task.data.size() != 1 || options.lag > 0 ||
      options.stretch.least != 1 || options.stretch.most != 1 || dataLength(task) > kMostSamples ||
      queryLength(task) > dataLength(task)) {
    return false;
  }
  ScratchVector<std::int32_t> query;
  ScratchVector<std::int32_t> data;
  double unit = 0;
  {
    const StageTimer timer(report.timeline, "prepare");
    unit = unitOf(task.query.front(), control);
    if (unit == 0 || !addWholes(task.query.front(), unit, control, query)) return false;
    data.reserve(static_cast<std::size_t>(dataLength(task)));
    if (!addWholes(task.data.front(), unit, control, data)) return false;
    if (!fits({data, query, queryLength(task)})) return false;
  }
  const SignalTask<std::int32_t> wholes{data, query, queryLength(task)};
  const SignalMatch<std::int32_t> match = searchFast(wholes, {}, control, report).front();
  const double distance = static_cast<double>(match.distance) / unit;
  if (distance <= options.maxDistance) {
    best.add({distance, 0, match.start, queryLength(task)});
  }
  return true;
}

}  // namespace espy::signal
