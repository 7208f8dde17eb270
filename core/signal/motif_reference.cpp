// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signal/motif_reference.h"

#include <algorithm>
#include <cmath>

#include "base/phrase.h"
#include "signal/assign.h"
#include "signal/motif_path.h"
#include "signal/motif_plan.h"

namespace espy::signal {
namespace {

using Row = std::vector<double>;

constexpr double kNone = std::numeric_limits<double>::infinity();

Row samplesOf(const Samples& samples) {
  Row row(static_cast<std::size_t>(samples.size()));
  samples.read(0, row);
  return row;
}

/// Mean and divisor of a row; divisor 0 if it counts as constant.
struct Level {
  double mean = 0;
  double deviation = 1;
};

/// Over all samples that are no gaps, in order.
Level levelOf(const Row& row) {
  double sum = 0;
  double count = 0;
  for (const double sample : row) {
    if (isGap(sample)) continue;
    sum += sample;
    count += 1;
  }
  Level level{count > 0 ? sum / count : 0, 0};
  double squares = 0;
  double largest = 0;
  for (const double sample : row) {
    if (isGap(sample)) continue;
    squares += (sample - level.mean) * (sample - level.mean);
    largest = std::max(largest, std::abs(sample));
  }
  if (count > 0) level.deviation = std::sqrt(squares / count);
  if (!(level.deviation > kFlat * largest)) level.deviation = 0;
  return level;
}

Row levelled(const Row& row, const Level& level) {
  Row made(row.size(), 0);
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (level.deviation > 0) made[i] = (row[i] - level.mean) / level.deviation;
  }
  return made;
}

/// A window or query, normalised; `channel` is the level of the data's whole channel.
Row normalised(const Row& row, MotifNormalise how, const Level& channel) {
  switch (how) {
    case MotifNormalise::none:
      return row;
    case MotifNormalise::mean:
      return levelled(row, {levelOf(row).mean, 1});
    case MotifNormalise::z:
      return levelled(row, levelOf(row));
    case MotifNormalise::global:
      return levelled(row, channel);
  }
  return row;
}

double squared(double number) {
  return number * number;
}

/// The least sum along a path within `band` of the diagonal.
template <class Cost>
double warped(std::int64_t length, std::int64_t band, const Cost& cost) {
  std::vector<Row> sums(static_cast<std::size_t>(length) + 1,
                        Row(static_cast<std::size_t>(length) + 1, kNone));
  sums[0][0] = 0;
  for (std::int64_t i = 1; i <= length; ++i) {
    for (std::int64_t j = std::max<std::int64_t>(1, i - band); j <= std::min(length, i + band);
         ++j) {
      const double before = std::min({sums[i - 1][j], sums[i][j - 1], sums[i - 1][j - 1]});
      sums[i][j] = cost(i - 1, j - 1) + before;
    }
  }
  return sums[length][length];
}

class Reference {
 public:
  Reference(const MotifTask& task, const Control& control) : task_(task), control_(control) {
    for (const Samples& samples : task.query) query_.push_back(samplesOf(samples));
    for (const Samples& samples : task.data) {
      data_.push_back(samplesOf(samples));
      levels_.push_back(levelOf(data_.back()));
    }
  }

  std::vector<MotifMatch> search() {
    std::vector<MotifMatch> matches;
    for (const Candidate& kept : selected(allCandidates(), task_)) {
      matches.push_back(matchAt(kept));
    }
    return matches;
  }

  Row profile() {
    Row distances;
    if (options().open) {
      distances.assign(data_.front().size(), kNone);
    } else if (const auto lengths = lengthsOf(task_); !lengths.empty()) {
      distances.assign(static_cast<std::size_t>(dataLength(task_) - lengths.front() + 1), kNone);
    }
    for (const Candidate& candidate : allCandidates()) {
      const std::int64_t last = candidate.start + candidate.length - 1;
      double& distance = distances[options().open ? last : candidate.start];
      distance = std::min(distance, candidate.distance);
    }
    return distances;
  }

 private:
  std::vector<Candidate> allCandidates() {
    if (options().open) return openCandidates();
    std::vector<Candidate> candidates;
    for (const std::int64_t length : lengthsOf(task_)) {
      prepare(length);
      for (std::int64_t start = 0; start + length <= dataLength(task_); ++start) {
        control_.check();
        const Scored scored = scoreAt(start);
        if (scored.distance < kNone) {
          candidates.push_back({scored.distance, shiftOf(scored), start, length});
        }
      }
    }
    return candidates;
  }

  struct Scored {
    double distance = kNone;
    std::vector<ChannelMatch> channels;
  };
  static std::int64_t shiftOf(const Scored& scored) {
    std::int64_t shift = 0;
    for (const ChannelMatch& channel : scored.channels) shift += std::abs(channel.lag);
    return shift;
  }
  /// A pair of channels at its best lag.
  struct Pair {
    double cost = kNone;  ///< lag penalty included
    double plain = kNone;
    std::int64_t lag = 0;
  };

  const MotifOptions& options() const { return task_.options; }
  std::int64_t rows() const { return std::ssize(query_); }
  std::int64_t columns() const { return std::ssize(data_); }
  PairGrid grid() const { return {rows(), columns(), options().reach}; }

  /// Resamples the query and computes every pair of channels at every position.
  void prepare(std::int64_t length) {
    length_ = length;
    scale_ = static_cast<double>(queryLength(task_)) / static_cast<double>(length);
    shaped_.assign(query_.size(), {});
    for (std::size_t i = 0; i < query_.size(); ++i) shaped_[i] = stretched(query_[i], length);
    profiles_.assign(grid().size(), {});
    if (options().rule == ChannelRule::together) return;
    for (std::int64_t i = 0; i < rows(); ++i) {
      for (std::int64_t j = grid().begin(i); j < grid().end(i); ++j) {
        Row& profile = profiles_[grid().index(i, j)];
        for (std::int64_t start = 0; start + length <= dataLength(task_); ++start) {
          control_.check();
          profile.push_back(costOf(i, j, start));
        }
      }
    }
  }

  Row queryRow(std::int64_t i, std::int64_t j) const {
    return normalised(shaped_[i], normaliseOf(task_), levels_[j]);
  }
  /// Empty if there is a gap.
  Row windowRow(std::int64_t j, std::int64_t start) const {
    const Row window(data_[j].begin() + start, data_[j].begin() + start + length_);
    if (std::any_of(window.begin(), window.end(), isGap)) return {};
    return normalised(window, normaliseOf(task_), levels_[j]);
  }

  double costOf(std::int64_t i, std::int64_t j, std::int64_t start) const {
    const Row window = windowRow(j, start);
    if (window.empty()) return kNone;
    const Row query = queryRow(i, j);
    double sum = 0;
    switch (options().method) {
      case MotifMethod::sad:
        for (std::size_t k = 0; k < query.size(); ++k) sum += std::abs(query[k] - window[k]);
        break;
      case MotifMethod::euclid:
        for (std::size_t k = 0; k < query.size(); ++k) sum += squared(query[k] - window[k]);
        break;
      case MotifMethod::dtw:
        sum = warped(length_, bandOf(task_),
                     [&](std::int64_t a, std::int64_t b) { return squared(query[a] - window[b]); });
        break;
    }
    return sum * scale_;
  }

  double costTogether(std::int64_t start) const {
    std::vector<Row> windows;
    std::vector<Row> queries;
    for (std::int64_t i = 0; i < rows(); ++i) {
      windows.push_back(windowRow(i, start));
      if (windows.back().empty()) return kNone;
      queries.push_back(queryRow(i, i));
    }
    const auto cost = [&](std::int64_t a, std::int64_t b) {
      double sum = 0;
      for (std::int64_t i = 0; i < rows(); ++i) {
        const double difference = queries[i][a] - windows[i][b];
        sum += options().method == MotifMethod::sad ? std::abs(difference) : squared(difference);
      }
      return sum;
    };
    if (options().method == MotifMethod::dtw) {
      return warped(length_, bandOf(task_), cost) * scale_;
    }
    double sum = 0;
    for (std::int64_t k = 0; k < length_; ++k) sum += cost(k, k);
    return sum * scale_;
  }

  /// The most that a query channel may cost without being missing: a share of its deviation from
  /// its own mean.
  double mostOf(std::int64_t i, std::int64_t j) const {
    const Row query = queryRow(i, j);
    const double mean = levelOf(query).mean;
    double sum = 0;
    for (const double sample : query) {
      sum +=
          options().method == MotifMethod::sad ? std::abs(sample - mean) : squared(sample - mean);
    }
    return options().missingShare * (sum * scale_);
  }

  double chargeOf(std::int64_t i) const {
    double least = kNone;
    for (std::int64_t j = 0; j < columns(); ++j) least = std::min(least, mostOf(i, j));
    return least;
  }

  Pair pairAt(std::int64_t i, std::int64_t j, std::int64_t start) const {
    Pair best;
    const Row& profile = profiles_[grid().index(i, j)];
    const double most = mostOf(i, j);
    for (std::int64_t off = 0; off <= options().lag; ++off) {
      for (const std::int64_t lag : {-off, off}) {
        const std::int64_t at = start + lag;
        if (at < 0 || at >= std::ssize(profile)) continue;
        if (options().missing > 0 && !(profile[at] <= most)) continue;
        const double cost = profile[at] + options().lagPenalty * static_cast<double>(off);
        if (cost < best.cost) best = {cost, profile[at], lag};
      }
    }
    return best;
  }

  Scored scoreAt(std::int64_t start) const {
    switch (options().rule) {
      case ChannelRule::assigned:
        return scoreAssigned(start);
      case ChannelRule::together:
        return scoreTogether(start);
      case ChannelRule::mean:
        return scoreMean(start);
    }
    return {};
  }

  Scored scoreAssigned(std::int64_t start) const {
    std::vector<Pair> pairs(grid().size());
    Row costs(grid().size(), kNone);
    for (std::int64_t i = 0; i < rows(); ++i) {
      for (std::int64_t j = grid().begin(i); j < grid().end(i); ++j) {
        Pair& pair = pairs[grid().index(i, j)] = pairAt(i, j, start);
        costs[grid().index(i, j)] = pair.cost * (i == j ? 1 : options().elsewhere);
      }
    }
    Row alone(static_cast<std::size_t>(rows()), 0);
    for (std::int64_t i = 0; i < rows() && options().missing > 0; ++i) alone[i] = chargeOf(i);
    const Assignment assignment = assigned(costs, grid(), alone);
    Scored scored;
    if (assignment.missing > options().missing) return scored;
    double sum = 0;
    for (std::int64_t i = 0; i < rows(); ++i) {
      const std::int64_t j = assignment.columns[i];
      if (j == kUnassigned) {
        sum += alone[i];
        continue;
      }
      const Pair& pair = pairs[grid().index(i, j)];
      sum += costs[grid().index(i, j)];
      scored.channels.push_back({i, j, pair.lag, rootOf(options().method, pair.plain)});
    }
    scored.distance = rootOf(options().method, sum);
    return scored;
  }

  Scored scoreTogether(std::int64_t start) const {
    return {rootOf(options().method, costTogether(start)), {}};
  }

  Scored scoreMean(std::int64_t start) const {
    std::vector<ChannelMatch> channels;
    for (std::int64_t i = 0; i < rows(); ++i) {
      const double cost = profiles_[grid().index(i, i)][start];
      channels.push_back({i, i, 0, rootOf(options().method, cost)});
    }
    std::sort(channels.begin(), channels.end(), [](const ChannelMatch& a, const ChannelMatch& b) {
      return a.distance < b.distance || (a.distance == b.distance && a.query < b.query);
    });
    channels.resize(static_cast<std::size_t>(rows() - options().missing));
    double sum = 0;
    for (const ChannelMatch& channel : channels) sum += channel.distance;
    std::sort(channels.begin(), channels.end(),
              [](const ChannelMatch& a, const ChannelMatch& b) { return a.query < b.query; });
    return {sum / static_cast<double>(channels.size()), channels};
  }

  /// Every end of a path with its best path: SPRING's table, column by column. Ties prefer the
  /// later start.
  std::vector<Candidate> openCandidates() {
    struct Cell {
      double sum = kNone;
      std::int64_t start = -1;
      bool operator<(const Cell& other) const {
        return sum < other.sum || (sum == other.sum && start > other.start);
      }
    };
    prepare(queryLength(task_));
    std::vector<Row> queries;
    std::vector<Row> data;
    for (std::int64_t i = 0; i < rows(); ++i) {
      queries.push_back(queryRow(i, i));
      data.push_back(normalised(data_[i], normaliseOf(task_), levels_[i]));
    }
    std::vector<Candidate> candidates;
    std::vector<Cell> before(static_cast<std::size_t>(length_));
    for (std::int64_t end = 0; end < dataLength(task_); ++end) {
      control_.check();
      std::vector<Cell> column(before.size());
      const bool gap =
          std::any_of(data_.begin(), data_.end(), [&](const Row& row) { return isGap(row[end]); });
      const auto costAt = [&](std::int64_t k) {
        double sum = 0;
        for (std::int64_t i = 0; i < rows(); ++i) sum += squared(queries[i][k] - data[i][end]);
        return sum;
      };
      for (std::int64_t k = 0; k < length_ && !gap; ++k) {
        Cell cell = k == 0 ? Cell{0, end} : std::min({column[k - 1], before[k], before[k - 1]});
        if (k == 0) cell = std::min(cell, before[0]);
        column[k] = {costAt(k) + cell.sum, cell.start};
      }
      if (column.back().sum < kNone) {
        const std::int64_t start = column.back().start;
        candidates.push_back(
            {rootOf(options().method, column.back().sum), 0, start, end - start + 1});
      }
      before = std::move(column);
    }
    return candidates;
  }

  MotifMatch matchAt(const Candidate& kept) {
    MotifMatch match;
    match.start = kept.start;
    match.length = kept.length;
    match.distance = kept.distance;
    match.stretch = static_cast<double>(kept.length) / static_cast<double>(queryLength(task_));
    if (options().rule == ChannelRule::together) {
      fillChannelParts(task_, channelLevels(task_, control_), control_, match);
    } else {
      if (kept.length != length_) prepare(kept.length);
      match.channels = scoreAt(kept.start).channels;
    }
    return match;
  }

  const MotifTask& task_;
  const Control& control_;
  std::vector<Row> query_;
  std::vector<Row> data_;
  std::vector<Level> levels_;
  std::int64_t length_ = 0;
  double scale_ = 1;
  std::vector<Row> shaped_;    ///< the query, resampled
  std::vector<Row> profiles_;  ///< per pair of channels, by position
};

}  // namespace

std::vector<MotifMatch> findMotifByReference(const MotifTask& task, const Control& control,
                                             RunReport& report) {
  report.engine = "reference";
  report.threads = 1;
  report.strategy = phrase("every window of every channel, one after another");
  const StageTimer timer(report.timeline, "search");
  return Reference(task, control).search();
}

std::vector<double> profileMotifByReference(const MotifTask& task, const Control& control,
                                            RunReport& report) {
  report.engine = "reference";
  report.threads = 1;
  report.strategy = phrase("every window of every channel, one after another");
  const StageTimer timer(report.timeline, "profile");
  return Reference(task, control).profile();
}

}  // namespace espy::signal
