// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Which way the fast search goes, and what it says of it.
#include "signal/motif_fast.h"

#include <fmt/format.h>

#include <map>

#include "base/parallel.h"
#include "base/phrase.h"
#include "signal/motif_path.h"
#include "signal/motif_score.h"
#include "signal/settle.h"

namespace espy::signal {
namespace {

/// One query channel that lies still is compared window by window; else channels are held against
/// each other.
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
    return phrase("all paths through the whole data, a column after the other");
  }
  if (task.options.method != MotifMethod::dtw || bandOf(task) == 0) {
    return phrase("float sums of {} windows, given up early; {} of them settled in double",
                  counts.windows, shareOf(counts.settled, counts.windows));
  }
  return phrase("bounds of {} windows; paths through {} of them in float, through {} in double",
                counts.windows, shareOf(counts.warped, counts.windows),
                shareOf(counts.settled, counts.windows));
}

/// The exact costs of one pair of channels after the other, at all lags of a place at once.
class LagCosts {
 public:
  LagCosts(const MotifTask& task, const QueryRows& queries, std::span<const RowLevel> levels,
           std::int64_t start, const Control& control)
      : queries_(queries), settler_(task, levels, control) {
    const std::int64_t places = dataLength(task) - queries.length() + 1;
    first_ = std::max<std::int64_t>(0, start - task.options.lag);
    const std::int64_t end = std::min(places, start + task.options.lag + 1);
    for (std::int64_t at = first_; at < end; ++at) starts_.push_back(at);
    sums_.resize(starts_.size());
  }

  double cost(std::int64_t i, std::int64_t j, std::int64_t at) {
    if (i != query_ || j != data_) {
      settler_.settle(queries_.row(i, j), j, starts_, std::numeric_limits<double>::infinity(),
                      sums_);
      query_ = i;
      data_ = j;
    }
    return sums_[at - first_] * queries_.scale();
  }

 private:
  const QueryRows& queries_;
  Settler settler_;
  std::int64_t first_ = 0;
  std::int64_t query_ = -1;
  std::int64_t data_ = -1;
  std::vector<std::int64_t> starts_;
  std::vector<double> sums_;
};

/// All threads' times as parts of what passed meanwhile.
void tellStages(Timeline& timeline, const SearchCounts& counts, double milliseconds) {
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
    tellParts(task, levels, control, match);
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
    tellStages(report.timeline, counts, passed.totalMilliseconds());
    report.strategy = strategyOf(task, counts);
  }
  const StageTimer timer(report.timeline, "channels");
  return matchesOf(task, levels, best, control);
}

}  // namespace espy::signal
