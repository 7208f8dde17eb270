// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "lab/motif_steps.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "base/parallel.h"

namespace espy::lab {
namespace {

std::int64_t shareOf(std::int64_t percent, std::int64_t of) {
  return std::max<std::int64_t>(1, (percent * of + 99) / 100);
}

/// One search, step after step.
class StepSearch {
 public:
  StepSearch(const Rows& query, const Rows& data, const StepRules& rules, const PairSearch& search,
             const Control& control, Timeline& timeline)
      : query_(query),
        data_(data),
        rules_(rules),
        search_(search),
        control_(control),
        timeline_(timeline),
        length_(std::ssize(query.front())),
        least_(shareOf(rules.leastPercent, std::ssize(query))) {}

  std::vector<MotifSet> all() {
    matches_ = search_(task(query_, scaledLengths(length_, rules_.scale)), control_, timeline_);
    for (const PairMatch& match : matches_) {
      Kept& kept = kept_[{match.query, match.data}];
      kept.count += 1;
      kept.worst = std::max(kept.worst, match.distance);
    }
    if (rules_.steps >= MotifSteps::segmentation) addSegments();
    if (rules_.steps >= MotifSteps::exhausting) exhaust();
    return ranked(sets(least_), std::max<std::int64_t>(1, length_ / 2));
  }

 private:
  /// The windows that a pair of channels keeps.
  struct Kept {
    std::int64_t count = 0;
    double worst = 0;
  };

  PairTask task(const Rows& query, std::vector<std::int64_t> lengths) const {
    return {query, data_, rules_.reach, rules_.best, std::move(lengths), {}};
  }

  std::vector<MotifSet> sets(std::int64_t least) {
    const StageTimer timer(timeline_, "sets");
    return setsOverTime(matches_,
                        {length_, shareOf(rules_.windowPercent, length_), rules_.elsewhere, least},
                        rules_.sets, control_);
  }

  /// Whether a further match of a pair is as near as those that it keeps.
  bool isNear(const PairMatch& match) const {
    const auto kept = kept_.find({match.query, match.data});
    return kept == kept_.end() || kept->second.count < rules_.best ||
           match.distance <= kept->second.worst;
  }

  /// Adds the further matches that `accepts`, and of which their pair has none nearby.
  template <class Accepts>
  void add(const std::vector<PairMatch>& more, const Accepts& accepts) {
    std::map<std::pair<std::int64_t, std::int64_t>, std::set<std::int64_t>> starts;
    for (const PairMatch& match : matches_) starts[{match.query, match.data}].insert(match.start);
    for (const PairMatch& match : more) {
      std::set<std::int64_t>& known = starts[{match.query, match.data}];
      const auto near = known.upper_bound(match.start - length_ / 2);
      if (near != known.end() && *near < match.start + length_ / 2) continue;
      if (!isNear(match) || !accepts(match)) continue;
      known.insert(match.start);
      matches_.push_back(match);
    }
  }

  /// 7.4.4: each part of the query is searched like a query; a window where one is near is a
  /// partial match, at the distance that the whole query would have if the rest were as near.
  void addSegments() {
    const std::int64_t part = length_ / rules_.segments;
    if (part < 2) return;
    for (std::int64_t s = 0; s < rules_.segments; ++s) {
      const std::int64_t from = s * part;
      const std::int64_t size = s + 1 == rules_.segments ? length_ - from : part;
      Rows rows;
      for (const auto& row : query_) {
        rows.emplace_back(row.begin() + from, row.begin() + from + size);
      }
      std::vector<PairMatch> found =
          search_(task(rows, scaledLengths(size, rules_.scale)), control_, timeline_);
      const double scale = std::sqrt(static_cast<double>(length_) / static_cast<double>(size));
      for (PairMatch& match : found) {
        match.start = std::max<std::int64_t>(0, match.start - from);
        match.distance *= scale;
      }
      add(found, [](const PairMatch& /*any*/) { return true; });
    }
  }

  /// 7.4.5: channels that sets miss are searched again, with a larger SF, and found where these
  /// sets are.
  void exhaust() {
    std::int64_t scale = rules_.scale;
    while (scale + kScaleStep <= kMostScale) {
      const std::vector<MotifSet> incomplete = sets(std::max<std::int64_t>(1, (least_ + 1) / 2));
      std::map<std::int64_t, std::set<std::int64_t>> missed;  // times by channel
      for (const MotifSet& set : incomplete) {
        std::set<std::int64_t> matched;
        for (const PairMatch& match : set.matches) matched.insert(match.query);
        for (std::int64_t i = 0; i < std::ssize(query_); ++i) {
          if (!matched.contains(i)) missed[i].insert(set.start);
        }
      }
      if (missed.empty()) return;
      PairTask again = task(query_, scaledLengths(length_, scale + kScaleStep, scale));
      for (const auto& [channel, times] : missed) again.channels.push_back(channel);
      scale += kScaleStep;
      if (again.lengths.empty()) continue;
      add(search_(again, control_, timeline_), [&](const PairMatch& match) {
        const std::set<std::int64_t>& times = missed.at(match.query);
        const auto near = times.upper_bound(match.start - length_);
        return near != times.end() && *near < match.start + length_;
      });
    }
  }

  const Rows& query_;
  const Rows& data_;
  const StepRules& rules_;
  const PairSearch& search_;
  const Control& control_;
  Timeline& timeline_;
  std::int64_t length_;
  std::int64_t least_;
  std::vector<PairMatch> matches_;
  std::map<std::pair<std::int64_t, std::int64_t>, Kept> kept_;
};

}  // namespace

std::vector<MotifSet> searchBySteps(const Rows& query, const Rows& data, const StepRules& rules,
                                    const PairSearch& search, const Control& control,
                                    Timeline& timeline) {
  return StepSearch(query, data, rules, search, control, timeline).all();
}

std::vector<MotifSet> searchByEuclid(const Rows& query, const Rows& data, std::int64_t best,
                                     const Control& control, Timeline& timeline) {
  const StageTimer timer(timeline, "search");
  const std::int64_t length = std::ssize(query.front());
  std::vector<MotifSet> windows(static_cast<std::size_t>(std::ssize(data.front()) - length + 1));
  parallelFor(std::ssize(windows), threadsFor(control), control,
              [&](std::int64_t start, int /*thread*/) {
                windows[start].start = start;
                for (std::size_t i = 0; i < query.size(); ++i) {
                  double sum = 0;
                  for (std::int64_t k = 0; k < length; ++k) {
                    const double apart = query[i][k] - data[i][start + k];
                    sum += apart * apart;
                  }
                  windows[start].distance += std::sqrt(sum);
                }
              });
  std::vector<MotifSet> kept = ranked(std::move(windows), std::max<std::int64_t>(1, length / 2));
  if (std::ssize(kept) > best) kept.resize(static_cast<std::size_t>(best));
  return kept;
}

}  // namespace espy::lab
