// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "lab/motif_sets.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "base/parallel.h"
#include "base/phrase.h"
#include "espy/error.h"
#include "signal/assign.h"

namespace espy::lab {
namespace {

/// The graph's edges: the nearest match of each two channels.
std::vector<PairMatch> edgesOf(std::span<const PairMatch> matches) {
  std::vector<PairMatch> edges(matches.begin(), matches.end());
  const auto key = [](const PairMatch& one) {
    return std::tuple(one.query, one.data, one.distance, one.start);
  };
  std::ranges::sort(edges, {}, key);
  const auto sameChannels = [](const PairMatch& a, const PairMatch& b) {
    return a.query == b.query && a.data == b.data;
  };
  edges.erase(std::unique(edges.begin(), edges.end(), sameChannels), edges.end());
  return edges;
}

/// f of 7.4.6 times the distance.
double weighted(const PairMatch& match, double elsewhere) {
  return match.distance * (match.query == match.data ? 1 : elsewhere);
}

MotifSet setOf(std::vector<PairMatch> matches, double elsewhere) {
  MotifSet set;
  std::vector<std::int64_t> starts;
  for (const PairMatch& match : matches) {
    set.distance += weighted(match, elsewhere);
    starts.push_back(match.start);
  }
  std::ranges::sort(starts);
  if (!starts.empty()) set.start = starts[(starts.size() - 1) / 2];
  set.matches = std::move(matches);
  return set;
}

/// Lists maximal sets by deciding edge after edge.
class SetLister {
 public:
  SetLister(std::vector<PairMatch> edges, double elsewhere)
      : edges_(std::move(edges)), elsewhere_(elsewhere) {}

  std::vector<MotifSet> all() {
    decide(0);
    return std::move(sets_);
  }

 private:
  bool isFree(const PairMatch& edge) const {
    return !queries_.contains(edge.query) && !datas_.contains(edge.data);
  }

  void decide(std::size_t next) {
    if (next == edges_.size()) {
      if (std::ranges::any_of(edges_, [&](const PairMatch& edge) { return isFree(edge); })) return;
      if (std::ssize(sets_) == kMostSets) {
        throw Error(ErrorCode::tooLarge,
                    phrase("these matches have more than {} maximal independent sets", kMostSets));
      }
      sets_.push_back(setOf(taken_, elsewhere_));
      return;
    }
    const PairMatch& edge = edges_[next];
    if (isFree(edge)) {
      queries_.insert(edge.query);
      datas_.insert(edge.data);
      taken_.push_back(edge);
      decide(next + 1);
      taken_.pop_back();
      queries_.erase(edge.query);
      datas_.erase(edge.data);
      if (!canBeBlocked(next)) return;
    }
    decide(next + 1);
  }

  /// Whether a later edge can take one of this edge's channels; otherwise a set without it is not
  /// maximal.
  bool canBeBlocked(std::size_t at) const {
    return std::any_of(edges_.begin() + static_cast<std::ptrdiff_t>(at) + 1, edges_.end(),
                       [&](const PairMatch& later) {
                         return isFree(later) &&
                                (later.query == edges_[at].query || later.data == edges_[at].data);
                       });
  }

  std::vector<PairMatch> edges_;
  double elsewhere_;
  std::vector<PairMatch> taken_;
  std::set<std::int64_t> queries_;
  std::set<std::int64_t> datas_;
  std::vector<MotifSet> sets_;
};

std::int64_t matchable(std::span<const PairMatch> matches) {
  std::set<std::int64_t> queries;
  for (const PairMatch& match : matches) queries.insert(match.query);
  return std::ssize(queries);
}

}  // namespace

bool MotifSet::operator<(const MotifSet& other) const {
  return std::tuple(-matched(), distance, start, at) <
         std::tuple(-other.matched(), other.distance, other.start, other.at);
}

std::vector<MotifSet> maximalSets(std::span<const PairMatch> matches, double elsewhere) {
  return SetLister(edgesOf(matches), elsewhere).all();
}

MotifSet bestSet(std::span<const PairMatch> matches, double elsewhere) {
  const std::vector<PairMatch> edges = edgesOf(matches);
  if (edges.empty()) return {};
  // Rows and columns are those that have edges.
  std::map<std::int64_t, std::int64_t> rows;
  std::map<std::int64_t, std::int64_t> columns;
  for (const PairMatch& edge : edges) {
    rows.emplace(edge.query, 0);
    columns.emplace(edge.data, 0);
  }
  std::int64_t count = 0;
  for (auto& [channel, index] : rows) index = count++;
  count = 0;
  for (auto& [channel, index] : columns) index = count++;
  const signal::PairGrid grid(std::ssize(rows), std::ssize(columns));
  std::vector<double> costs(grid.size(), signal::kNoPair);
  std::vector<const PairMatch*> matchAt(grid.size(), nullptr);
  for (const PairMatch& edge : edges) {
    const std::size_t at = grid.index(rows.at(edge.query), columns.at(edge.data));
    costs[at] = weighted(edge, elsewhere);
    matchAt[at] = &edge;
  }
  const signal::Assignment chosen = signal::assigned(costs, grid);
  std::vector<PairMatch> picked;
  for (std::int64_t row = 0; row < std::ssize(rows); ++row) {
    const std::int64_t column = chosen.columns[row];
    if (column != signal::kUnassigned) picked.push_back(*matchAt[grid.index(row, column)]);
  }
  return setOf(std::move(picked), elsewhere);
}

std::vector<MotifSet> setsOverTime(std::vector<PairMatch> matches, const SetRules& rules,
                                   SetSearch how, const Control& control) {
  if (matches.empty()) return {};
  std::ranges::sort(matches, {}, &PairMatch::start);
  const std::int64_t step = std::max<std::int64_t>(1, rules.length / 4);
  const std::int64_t times = matches.back().start / step + 1;
  std::vector<MotifSet> sets(static_cast<std::size_t>(times));
  parallelFor(times, threadsFor(control), control, [&](std::int64_t i, int /*thread*/) {
    const std::int64_t at = i * step;
    const auto from = std::ranges::upper_bound(matches, at - rules.window, {}, &PairMatch::start);
    const auto end = std::ranges::lower_bound(matches, at + rules.window, {}, &PairMatch::start);
    if (from >= end) return;
    const std::span<const PairMatch> here(from, end);
    if (matchable(here) < rules.least) return;
    MotifSet& set = sets[i];
    if (how == SetSearch::all) {
      std::vector<MotifSet> all = maximalSets(here, rules.elsewhere);
      set = std::move(*std::min_element(all.begin(), all.end()));
    } else {
      set = bestSet(here, rules.elsewhere);
    }
    set.at = at;
  });
  std::erase_if(sets, [&](const MotifSet& set) {
    return set.matches.empty() || set.matched() < rules.least;
  });
  return sets;
}

std::vector<MotifSet> ranked(std::vector<MotifSet> sets, std::int64_t apart) {
  std::sort(sets.begin(), sets.end());
  std::vector<MotifSet> kept;
  std::set<std::int64_t> starts;
  for (MotifSet& set : sets) {
    const auto near = starts.upper_bound(set.start - apart);
    if (near != starts.end() && *near < set.start + apart) continue;
    starts.insert(set.start);
    kept.push_back(std::move(set));
  }
  return kept;
}

}  // namespace espy::lab
