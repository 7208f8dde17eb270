// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "index/occurrences.h"

#include <algorithm>
#include <numeric>

#include "base/parallel.h"
#include "index/needle_index_state.h"

namespace espy::index {
namespace {

constexpr std::int64_t kPerTask = 4096;

/// Converts occurrences of whole positions.
class MatchMaker {
 public:
  explicit MatchMaker(const NeedleIndex::State& state) : state_(state) {}

  /// Calls `take` until it returns false.
  template <class Take>
  void make(std::span<const Occurrence> occurrences, const Control& control, const Take& take) {
    for (std::size_t first = 0; first < occurrences.size();) {
      if (++positions_ % 1024 == 0) control.check();
      here_.clear();
      const FoundPicture at = occurrences[first].found;
      for (; first < occurrences.size() && occurrences[first].found.x == at.x &&
             occurrences[first].found.y == at.y;
           ++first) {
        prefetch(occurrences, first);
        list(occurrences[first]);
      }
      if (here_.size() > 1) std::ranges::sort(here_, {}, &Here::number);
      for (const Here& one : here_) {
        Match match;
        match.needle = one.number;
        match.x = at.x;
        match.y = at.y;
        match.width = one.picture->width;
        match.height = one.picture->height;
        if (!take(match)) return;
      }
    }
  }

 private:
  struct Here {
    std::uint32_t number;
    const PictureEntry* picture;
  };

  void list(const Occurrence& occurrence) {
    const auto& [segment, live] = state_.segments[occurrence.segment];
    for (const std::uint32_t entry : segment.owners(occurrence.found.picture)) {
      if (live[entry] == NeedleIndex::State::kRemoved) continue;
      here_.push_back({live[entry], &segment.pictures()[occurrence.found.picture]});
    }
  }

  /// Records of a large index are not in the caches: a picture's is fetched first, then its owners.
  void prefetch(std::span<const Occurrence> occurrences, std::size_t i) const {
    constexpr std::size_t kAhead = 8;
    if (i + 2 * kAhead < occurrences.size()) {
      const Occurrence& far = occurrences[i + 2 * kAhead];
      __builtin_prefetch(&state_.segments[far.segment].segment.pictures()[far.found.picture]);
    }
    if (i + kAhead < occurrences.size()) {
      const Occurrence& near = occurrences[i + kAhead];
      __builtin_prefetch(state_.segments[near.segment].segment.owners(near.found.picture).data());
    }
  }

  const NeedleIndex::State& state_;
  std::vector<Here> here_;
  std::uint64_t positions_ = 0;
};

}  // namespace

void sortByPosition(std::vector<Occurrence>& occurrences, SceneRows rows, int threads,
                    const Control& control) {
  const std::int64_t height = rows.end - rows.first;
  if (std::ssize(occurrences) < std::max(kPerTask, height)) {
    std::ranges::sort(occurrences);
    return;
  }
  std::vector<std::size_t> starts(static_cast<std::size_t>(height) + 1);
  const auto rowOf = [&](const Occurrence& one) {
    return static_cast<std::size_t>(one.found.y - rows.first);
  };
  for (const Occurrence& one : occurrences) ++starts[rowOf(one) + 1];
  std::partial_sum(starts.begin(), starts.end(), starts.begin());
  std::vector<Occurrence> sorted(occurrences.size());
  std::vector<std::size_t> next(starts.begin(), starts.end() - 1);
  for (const Occurrence& one : occurrences) sorted[next[rowOf(one)]++] = one;
  constexpr std::int64_t kRows = 32;
  parallelFor((height + kRows - 1) / kRows, threads, {0, control.stop, {}},
              [&](std::int64_t task, int) {
                for (std::int64_t y = task * kRows; y < std::min(height, (task + 1) * kRows); ++y) {
                  const auto row = static_cast<std::size_t>(y);
                  std::sort(sorted.data() + starts[row], sorted.data() + starts[row + 1]);
                }
              });
  occurrences.swap(sorted);
}

void forEachMatch(const NeedleIndex::State& state, std::span<const Occurrence> occurrences,
                  const Control& control, const std::function<bool(const Match&)>& take) {
  MatchMaker(state).make(occurrences, control, take);
}

void addMatches(const NeedleIndex::State& state, std::span<const Occurrence> occurrences,
                int threads, const Control& control, std::vector<Match>& matches) {
  const auto addTo = [](std::vector<Match>& list) {
    return [&list](const Match& match) {
      list.push_back(match);
      return true;
    };
  };
  const std::int64_t tasks = std::ssize(occurrences) / kPerTask;
  if (threads == 1 || tasks < 2) {
    MatchMaker(state).make(occurrences, control, addTo(matches));
    return;
  }
  // A position's occurrences are converted together.
  const auto begin = [&](std::int64_t task) {
    auto at = static_cast<std::size_t>(task * std::ssize(occurrences) / tasks);
    while (at > 0 && at < occurrences.size() &&
           occurrences[at].found.x == occurrences[at - 1].found.x &&
           occurrences[at].found.y == occurrences[at - 1].found.y) {
      ++at;
    }
    return at;
  };
  std::vector<std::vector<Match>> parts(static_cast<std::size_t>(tasks));
  parallelFor(tasks, threads, {0, control.stop, {}}, [&](std::int64_t task, int) {
    const std::size_t first = begin(task);
    std::vector<Match>& part = parts[static_cast<std::size_t>(task)];
    part.reserve(static_cast<std::size_t>(kPerTask));
    MatchMaker(state).make(occurrences.subspan(first, begin(task + 1) - first), {}, addTo(part));
  });
  std::size_t count = matches.size();
  for (const std::vector<Match>& part : parts) count += part.size();
  matches.reserve(count);
  for (std::vector<Match>& part : parts) {
    matches.insert(matches.end(), part.begin(), part.end());
    part = {};
  }
}

}  // namespace espy::index
