// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// The definition against an independent formulation: recursion over all warping paths, lags and
// assignments, on small tasks.
#include "espy/engine/motif.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

#include "espy/engine/all.h"
#include "signal/motif_plan.h"
#include "support/motifs.h"
#include "unit/signal/found_motifs.h"

namespace espy {
namespace {

using test::found;
using test::kGap;
using test::kNone;
using test::OwnedMotifTask;
using test::Random;
using Row = std::vector<double>;
using Rows = std::vector<Row>;

/// The minimum cost of all paths from one pair of samples to the last one.
double overAllPaths(const Rows& a, const Rows& b, std::int64_t band, std::size_t i, std::size_t j) {
  if (std::abs(std::ssize(a[0]) * 0 + static_cast<std::int64_t>(i) - static_cast<std::int64_t>(j)) >
      band) {
    return kNone;
  }
  double cost = 0;
  for (std::size_t c = 0; c < a.size(); ++c) cost += std::pow(a[c][i] - b[c][j], 2);
  const bool lastOfA = i + 1 == a[0].size();
  const bool lastOfB = j + 1 == b[0].size();
  if (lastOfA && lastOfB) return cost;
  double rest = kNone;
  if (!lastOfA) rest = std::min(rest, overAllPaths(a, b, band, i + 1, j));
  if (!lastOfB) rest = std::min(rest, overAllPaths(a, b, band, i, j + 1));
  if (!lastOfA && !lastOfB) rest = std::min(rest, overAllPaths(a, b, band, i + 1, j + 1));
  return cost + rest;
}

double costOf(const MotifTask& task, const Rows& query, const Rows& window) {
  if (task.options.method == MotifMethod::dtw) {
    return overAllPaths(query, window, signal::bandOf(task), 0, 0);
  }
  double cost = 0;
  for (std::size_t c = 0; c < query.size(); ++c) {
    for (std::size_t i = 0; i < query[c].size(); ++i) {
      const double apart = std::abs(query[c][i] - window[c][i]);
      cost += task.options.method == MotifMethod::sad ? apart : apart * apart;
    }
  }
  return cost;
}

Row allOf(const Samples& samples) {
  Row row;
  for (std::int64_t i = 0; i < samples.size(); ++i) row.push_back(samples[i]);
  return row;
}

bool hasGap(const Row& row) {
  return std::any_of(row.begin(), row.end(), [](double one) { return !(std::abs(one) <= 1e100); });
}

double meanOf(const Row& row) {
  double sum = 0;
  double count = 0;
  for (const double one : row) {
    if (hasGap({one})) continue;
    sum += one;
    ++count;
  }
  return count > 0 ? sum / count : 0;
}

/// The standard deviation; empty for a constant row.
double deviationOf(const Row& row) {
  const double mean = meanOf(row);
  Row squares;
  double largest = 0;
  for (const double one : row) {
    if (hasGap({one})) continue;
    squares.push_back(std::pow(one - mean, 2));
    largest = std::max(largest, std::abs(one));
  }
  const double deviation = std::sqrt(meanOf(squares));
  return deviation > 1e-10 * largest ? deviation : 0;
}

Row asCompared(const MotifTask& task, Row row, std::size_t channel) {
  const Row whole = allOf(task.data[channel]);
  double mean = 0;
  double by = 1;
  switch (*task.options.normalise) {
    case MotifNormalise::none:
      return row;
    case MotifNormalise::mean:
      mean = meanOf(row);
      break;
    case MotifNormalise::z:
      mean = meanOf(row);
      by = deviationOf(row);
      break;
    case MotifNormalise::global:
      mean = meanOf(whole);
      by = deviationOf(whole);
      break;
  }
  for (double& one : row) one = by > 0 ? (one - mean) / by : 0;
  return row;
}

/// The definition's result at one position.
struct OracleMatch {
  std::int64_t missing = 0;
  double distance = kNone;
  std::int64_t length = 0;
};

/// An independent implementation of the definition at one length.
class Oracle {
 public:
  Oracle(const MotifTask& task, std::int64_t length) : task_(task), length_(length) {
    for (const Samples& samples : task.query) {
      query_.push_back(signal::stretched(allOf(samples), length));
    }
  }

  OracleMatch at(std::int64_t start) const {
    switch (task_.options.rule) {
      case ChannelRule::together:
        return {0, rootOf(together(start))};
      case ChannelRule::mean:
        return {0, mean(start)};
      case ChannelRule::assigned:
        break;
    }
    std::set<std::size_t> taken;
    OracleMatch best = overAllAssignments(start, 0, taken);
    if (best.missing > task_.options.missing) return {best.missing, kNone};
    best.distance = rootOf(best.distance);
    return best;
  }

 private:
  double rootOf(double sum) const {
    return task_.options.method == MotifMethod::sad ? sum : std::sqrt(sum);
  }
  double scale() const {
    return static_cast<double>(task_.query[0].size()) / static_cast<double>(length_);
  }
  Row window(std::size_t channel, std::int64_t start) const {
    const Row all = allOf(task_.data[channel]);
    if (start < 0 || start + length_ > std::ssize(all)) return {};
    Row row(all.begin() + start, all.begin() + start + length_);
    return hasGap(row) ? Row{} : asCompared(task_, row, channel);
  }
  double pairAt(std::size_t i, std::size_t j, std::int64_t start) const {
    const Row samples = window(j, start);
    if (samples.empty()) return kNone;
    return costOf(task_, {asCompared(task_, query_[i], j)}, {samples}) * scale();
  }
  double together(std::int64_t start) const {
    Rows queries;
    Rows windows;
    for (std::size_t i = 0; i < query_.size(); ++i) {
      queries.push_back(asCompared(task_, query_[i], i));
      windows.push_back(window(i, start));
      if (windows.back().empty()) return kNone;
    }
    return costOf(task_, queries, windows) * scale();
  }
  double mean(std::int64_t start) const {
    Row distances;
    for (std::size_t i = 0; i < query_.size(); ++i)
      distances.push_back(rootOf(pairAt(i, i, start)));
    std::sort(distances.begin(), distances.end());
    distances.resize(distances.size() - static_cast<std::size_t>(task_.options.missing));
    double sum = 0;
    for (const double one : distances) sum += one;
    return sum / static_cast<double>(distances.size());
  }
  /// The minimum over all lags of the channel's windows; empty for a missing channel.
  double lagged(std::size_t i, std::size_t j, std::int64_t start) const {
    const double most = task_.options.missing == 0 ? kNone : mostOf(i, j);
    double least = kNone;
    for (std::int64_t lag = -task_.options.lag; lag <= task_.options.lag; ++lag) {
      const double cost = pairAt(i, j, start + lag);
      if (!(cost <= most)) continue;
      const double all = cost + task_.options.lagPenalty * static_cast<double>(std::abs(lag));
      least = std::min(least, all);
    }
    return least;
  }
  double mostOf(std::size_t i, std::size_t j) const {
    const Row query = asCompared(task_, query_[i], j);
    double own = 0;
    for (const double one : query) {
      const double apart = std::abs(one - meanOf(query));
      own += task_.options.method == MotifMethod::sad ? apart : apart * apart;
    }
    return task_.options.missingShare * own * scale();
  }
  OracleMatch overAllAssignments(std::int64_t start, std::size_t i,
                                 std::set<std::size_t>& taken) const {
    if (i == query_.size()) return {0, 0};
    OracleMatch best = overAllAssignments(start, i + 1, taken);
    ++best.missing;
    double charge = kNone;
    for (std::size_t j = 0; j < task_.data.size(); ++j) charge = std::min(charge, mostOf(i, j));
    best.distance += charge;
    for (std::size_t j = 0; j < task_.data.size(); ++j) {
      const std::int64_t off =
          std::abs(static_cast<std::int64_t>(i) - static_cast<std::int64_t>(j));
      if (off >= task_.options.reach || taken.contains(j)) continue;
      const double cost = lagged(i, j, start) * (off == 0 ? 1 : task_.options.elsewhere);
      if (cost == kNone) continue;
      taken.insert(j);
      OracleMatch candidate = overAllAssignments(start, i + 1, taken);
      taken.erase(j);
      candidate.distance += cost;
      if (std::pair(candidate.missing, candidate.distance) <
          std::pair(best.missing, best.distance)) {
        best = candidate;
      }
    }
    return best;
  }

  const MotifTask& task_;
  std::int64_t length_;
  Rows query_;
};

/// Compares the distances at all positions with the definition.
void holdAgainstTheOracle(const OwnedMotifTask& owned) {
  OwnedMotifTask all = owned;
  all.options.top = 0;
  all.options.exclude = 0;
  all.options.maxDistance = std::numeric_limits<double>::max();
  const MotifTask task = settled(all.view());
  std::map<std::int64_t, MotifMatch> places;
  for (const MotifMatch& match : found(task)) places[match.start] = match;
  std::map<std::int64_t, OracleMatch> wanted;
  for (const std::int64_t length : signal::lengthsOf(task)) {
    const Oracle oracle(task, length);
    for (std::int64_t start = 0; start + length <= signal::dataLength(task); ++start) {
      OracleMatch candidate = oracle.at(start);
      candidate.length = length;
      if (candidate.distance == kNone) continue;
      const auto [place, isNew] = wanted.emplace(start, candidate);
      OracleMatch& best = place->second;
      if (candidate.distance < best.distance) best = candidate;
    }
  }
  ASSERT_EQ(places.size(), wanted.size());
  for (const auto& [start, expected] : wanted) {
    ASSERT_TRUE(places.contains(start));
    const MotifMatch& match = places[start];
    ASSERT_NEAR(match.distance, expected.distance, 1e-7 * (1 + expected.distance)) << match;
    if (task.options.rule == ChannelRule::assigned && match.length == expected.length) {
      ASSERT_EQ(std::ssize(match.channels) + expected.missing, std::ssize(task.query)) << match;
    }
  }
}

/// Tasks for which the order of summation hardly matters.
OwnedMotifTask tameTask(Random& random) {
  for (;;) {
    OwnedMotifTask task = test::drawMotifTask(random, {14, 6, 3});
    if (task.options.open) continue;
    bool tame = true;
    for (const Rows* rows : {&task.query, &task.data}) {
      for (const Row& row : *rows) {
        for (const double one : row)
          tame = tame && !(std::abs(one) > 1e5 && std::abs(one) <= 1e100);
      }
    }
    if (tame) return task;
  }
}

TEST(Motif, DistancesEqualAllPathsLagsAndAssignments) {
  Random random(5);
  for (int trial = 0; trial < 600; ++trial) {
    ASSERT_NO_FATAL_FAILURE(holdAgainstTheOracle(tameTask(random))) << "task " << trial;
  }
}

TEST(Motif, OpenEndsBeatWindowsOfEveryLength) {
  Random random(6);
  for (int trial = 0; trial < 60; ++trial) {
    const std::int64_t channels = 1 + random.below(2);
    const std::int64_t length = 1 + random.below(4);
    OwnedMotifTask task;
    for (std::int64_t i = 0; i < channels; ++i) {
      task.query.push_back(drawCourse(random, test::Course::walk, length));
      task.data.push_back(drawCourse(random, test::Course::walk, 9));
      if (random.oneIn(4)) task.data.back()[random.below(9)] = kGap;
    }
    task.options.open = true;
    task.options.normalise = random.oneIn(2) ? MotifNormalise::none : MotifNormalise::global;
    const MotifTask view = settled(task.view());
    const std::vector<MotifMatch> matches = found(view);
    double least = kNone;
    Rows query;
    Rows data;
    for (std::size_t i = 0; i < view.query.size(); ++i) {
      query.push_back(asCompared(view, allOf(view.query[i]), i));
      data.push_back(asCompared(view, allOf(view.data[i]), i));
    }
    const auto gapAt = [&](std::int64_t at) {
      return std::any_of(task.data.begin(), task.data.end(),
                         [&](const Row& row) { return hasGap({row[at]}); });
    };
    for (std::int64_t start = 0; start < 9; ++start) {
      for (std::int64_t end = start; end < 9 && !gapAt(end); ++end) {
        Rows window;
        for (const Row& row : data) window.emplace_back(row.begin() + start, row.begin() + end + 1);
        least = std::min(least, std::sqrt(overAllPaths(query, window, 100, 0, 0)));
      }
    }
    ASSERT_EQ(matches.empty(), least == kNone);
    if (matches.empty()) continue;
    ASSERT_NEAR(matches[0].distance, least, 1e-9 * (1 + least));
  }
}

/// The cost of a match's path in one channel, or in all that share it.
double alongThePath(const MotifTask& task, const MotifMatch& match, const ChannelMatch& channel,
                    const WarpingPath& path) {
  const std::int64_t length = task.options.open ? signal::queryLength(task) : match.length;
  const auto level = static_cast<std::size_t>(channel.data);
  const Row query =
      asCompared(task, signal::stretched(allOf(task.query[channel.query]), length), level);
  const Row all = allOf(task.data[level]);
  const std::int64_t start = match.start + channel.lag;
  const Row window =
      asCompared(task, Row(all.begin() + start, all.begin() + start + match.length), level);
  double cost = 0;
  for (const auto& [i, j] : path) {
    const double apart = std::abs(query[i] - window[j - start]);
    cost += task.options.method == MotifMethod::sad ? apart : apart * apart;
  }
  if (task.options.open) return cost;
  return cost * static_cast<double>(signal::queryLength(task)) / static_cast<double>(match.length);
}

void expectSteps(const MotifTask& task, const MotifMatch& match, std::int64_t lag,
                 const WarpingPath& path) {
  const std::int64_t rows = task.options.open ? signal::queryLength(task) : match.length;
  ASSERT_FALSE(path.empty());
  EXPECT_EQ(path.front(), std::pair(std::int64_t{0}, match.start + lag));
  EXPECT_EQ(path.back(), std::pair(rows - 1, match.start + lag + match.length - 1));
  for (std::size_t k = 1; k < path.size(); ++k) {
    const auto across = path[k].first - path[k - 1].first;
    const auto along = path[k].second - path[k - 1].second;
    ASSERT_TRUE(across >= 0 && across <= 1 && along >= 0 && along <= 1 && across + along > 0);
  }
}

TEST(Motif, APathCostsItsMatchsDistance) {
  Random random(7);
  std::int64_t looked = 0;
  for (int trial = 0; trial < 300; ++trial) {
    const OwnedMotifTask owned = trial % 5 == 0 ? [&] {
      OwnedMotifTask task = tameTask(random);
      while (task.query.size() != task.data.size()) task = tameTask(random);
      task.options = {};
      task.options.open = true;
      return task;
    }()
                                                : tameTask(random);
    const MotifTask task = settled(owned.view());
    const bool roots = task.options.method != MotifMethod::sad;
    for (const MotifMatch& match : found(task)) {
      double sum = 0;
      for (std::size_t c = 0; c < match.channels.size(); ++c) {
        const ChannelMatch& channel = match.channels[c];
        const WarpingPath path = warpingPath(task, match, c);
        expectSteps(task, match, channel.lag, path);
        const double cost = alongThePath(task, match, channel, path);
        const double distance = roots ? std::sqrt(cost) : cost;
        ASSERT_NEAR(channel.distance, distance, 1e-7 * (1 + distance)) << match;
        sum += cost;
        ++looked;
      }
      if (task.options.rule != ChannelRule::together) continue;
      ASSERT_NEAR(match.distance, roots ? std::sqrt(sum) : sum, 1e-7 * (1 + match.distance));
    }
  }
  EXPECT_GT(looked, 300);
}
/// A random walk, and a time-warped piece of it with noise as query.
OwnedMotifTask longTask(Random& random, std::int64_t length) {
  OwnedMotifTask task;
  for (std::size_t c = 0; c < 2; ++c) {
    task.data.push_back(test::drawCourse(random, test::Course::walk, 3 * length));
    task.query.emplace_back();
  }
  for (double at = 30; std::ssize(task.query[0]) < length;
       at += 0.6 + 0.1 * static_cast<double>(random.below(9))) {
    for (std::size_t c = 0; c < 2; ++c) {
      const double off = 0.01 * static_cast<double>(random.below(9));
      task.query[c].push_back(task.data[c][static_cast<std::size_t>(at)] + off);
    }
  }
  return task;
}

TEST(Motif, PathsOfLongMotifsAreKeptStripByStrip) {
  Random random(17);
  for (int trial = 0; trial < 6; ++trial) {
    OwnedMotifTask owned = longTask(random, 300 + random.below(500));
    owned.options.open = trial % 2 == 0;
    owned.options.rule = ChannelRule::together;
    if (trial % 2 != 0) owned.options.bandShare = 1;
    const MotifTask task = settled(owned.view());
    const MotifMatch match = findMotif(allEngines(), "sequential", task).matches.at(0);
    double sum = 0;
    for (std::size_t c = 0; c < 2; ++c) {
      const WarpingPath path = warpingPath(task, match, c);
      expectSteps(task, match, 0, path);
      sum += alongThePath(task, match, match.channels[c], path);
    }
    EXPECT_NEAR(match.distance, std::sqrt(sum), 1e-7 * (1 + match.distance));
    // A match whose distance is too small.
    MotifMatch wrong = match;
    wrong.distance = 0;
    EXPECT_EQ(warpingPath(task, wrong, 0), warpingPath(task, match, 0));
  }
}

TEST(Motif, PathsStopOnRequest) {
  Random random(18);
  OwnedMotifTask owned = longTask(random, 300);
  owned.options.open = true;
  const MotifTask task = settled(owned.view());
  const MotifMatch match = findMotif(allEngines(), "sequential", task).matches.at(0);
  std::stop_source stop;
  stop.request_stop();
  Control control;
  control.stop = stop.get_token();
  EXPECT_THROW(warpingPath(task, match, 0, control), Error);
}

}  // namespace
}  // namespace espy
