// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "index/occurrences.h"

#include <algorithm>
#include <numeric>

#include "base/parallel.h"
#include "index/needle_index_state.h"

namespace espy::index {
namespace {

/// Fewer are faster on one thread.
constexpr std::int64_t kPerTask = 8192;

/// Converts occurrences of whole positions.
class MatchMaker {
 public:
  explicit MatchMaker(const NeedleIndex::State& state) : state_(state) {}

  /// Calls `take(number, picture, position)` for each match until it returns false.
  template <class Take>
  void make(std::span<const Occurrence> occurrences, const Control& control, const Take& take) {
    const auto samePosition = [&](std::size_t a, std::size_t b) {
      return b < occurrences.size() && occurrences[a].found.x == occurrences[b].found.x &&
             occurrences[a].found.y == occurrences[b].found.y;
    };
    for (std::size_t first = 0; first < occurrences.size();) {
      if (++positions_ % 1024 == 0) control.check();
      const Occurrence& one = occurrences[first];
      const NeedleIndex::State::OpenSegment& open = state_.segments[one.segment];
      prefetch(occurrences, first);
      const NeedleIndex::State::PictureFacts& facts = open.facts[one.found.picture];
      if (facts.number < NeedleIndex::State::kSeveral && facts.width > 0 &&
          !samePosition(first, first + 1)) {
        if (!take(facts.number, facts, one.found)) return;
        ++first;
        continue;
      }
      here_.clear();
      std::size_t end = first;
      do list(occurrences[end++]);
      while (samePosition(first, end));
      std::ranges::sort(here_, {}, &Here::number);
      for (const Here& each : here_) {
        if (!take(each.number, *each.picture, one.found)) return;
      }
      first = end;
    }
  }

 private:
  struct Here {
    std::uint32_t number;
    const PictureEntry* picture;
  };

  void list(const Occurrence& occurrence) {
    const NeedleIndex::State::OpenSegment& open = state_.segments[occurrence.segment];
    const std::uint32_t picture = occurrence.found.picture;
    const PictureEntry* const entry = &open.segment.pictures()[picture];
    const std::uint32_t number = open.facts[picture].number;
    if (number < NeedleIndex::State::kSeveral) here_.push_back({number, entry});
    if (number != NeedleIndex::State::kSeveral) return;
    for (const std::uint32_t owner : open.segment.owners(picture)) {
      const std::uint32_t live = open.numbers[owner];
      if (live != NeedleIndex::State::kRemoved) here_.push_back({live, entry});
    }
  }

  /// The facts of a large index are not in the caches.
  void prefetch(std::span<const Occurrence> occurrences, std::size_t i) const {
    constexpr std::size_t kAhead = 24;
    if (i + kAhead >= occurrences.size()) return;
    const Occurrence& later = occurrences[i + kAhead];
    __builtin_prefetch(&state_.segments[later.segment].facts[later.found.picture]);
  }

  const NeedleIndex::State& state_;
  std::vector<Here> here_;
  std::uint64_t positions_ = 0;
};

/// `picture` has width and height.
template <class Picture>
void set(Match& match, std::uint32_t number, const Picture& picture, const FoundPicture& position) {
  match.needle = number;
  match.x = position.x;
  match.y = position.y;
  match.width = picture.width;
  match.height = picture.height;
}

}  // namespace

void sortByPosition(std::vector<Occurrence>& occurrences, SceneRows rows, int threads,
                    const Control& control) {
  const std::int64_t height = rows.end - rows.first;
  if (std::ranges::is_sorted(occurrences)) return;
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
  MatchMaker(state).make(
      occurrences, control,
      [&](std::uint32_t number, const auto& picture, const FoundPicture& position) {
        Match match;
        set(match, number, picture, position);
        return take(match);
      });
}

void addMatches(const NeedleIndex::State& state, std::span<const Occurrence> occurrences,
                int threads, const Control& control, std::vector<Match>& matches) {
  const auto addTo = [](std::vector<Match>& list) {
    return [&list](std::uint32_t number, const auto& picture, const FoundPicture& position) {
      set(list.emplace_back(), number, picture, position);
      return true;
    };
  };
  const std::int64_t tasks = std::ssize(occurrences) / kPerTask;
  if (threads == 1 || tasks < 2) {
    matches.reserve(matches.size() + occurrences.size());
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
