// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Sub-pixel positions of matches.
#include <algorithm>
#include <tuple>

#include "base/parallel.h"
#include "espy/engine/score.h"
#include "find/window_distance.h"
#include "score/formula.h"
#include "score/needle.h"
#include "score/window_at.h"

namespace espy {
namespace {

using picture::TilePlanes;
using score::ScoredNeedle;

/// Vertex of the parabola through three neighbours, as an offset from the middle one.
double topOf(double before, double middle, double after) {
  // Differences of nearly equal scores are exact; their quotient may be rounded to slightly more
  // than a half.
  const double bend = (before - middle) + (after - middle);
  if (middle < before || middle < after || bend >= 0) return 0;
  return std::clamp((before - after) / (2 * bend), -0.5, 0.5);
}

/// A position of a needle, and its score.
struct Scored {
  std::uint32_t x;
  std::uint32_t y;
  double score;

  bool operator<(const Scored& other) const { return std::tie(y, x) < std::tie(other.y, other.x); }
};

/// A sorted lookup table of scores.
class Scores {
 public:
  void add(std::uint32_t x, std::uint32_t y, double score) { places_.push_back({x, y, score}); }

  /// Sorts by y, then x, and removes duplicates.
  void sort(const Control& control) {
    std::uint64_t compared = 0;
    std::sort(places_.begin(), places_.end(), [&](const Scored& a, const Scored& b) {
      if (++compared % (1 << 14) == 0) control.check();
      return a < b;
    });
    const auto same = [](const Scored& a, const Scored& b) { return a.x == b.x && a.y == b.y; };
    places_.erase(std::unique(places_.begin(), places_.end(), same), places_.end());
    rows_.assign(places_.empty() ? 1 : places_.back().y + std::size_t{2}, 0);
    for (const Scored& place : places_) ++rows_[place.y + std::size_t{1}];
    for (std::size_t y = 1; y < rows_.size(); ++y) rows_[y] += rows_[y - 1];
  }

  const double* find(std::uint32_t x, std::uint32_t y) const {
    if (y + std::size_t{1} >= rows_.size()) return nullptr;
    const Scored* begin = places_.data() + rows_[y];
    const Scored* end = places_.data() + rows_[y + std::size_t{1}];
    const Scored* at = std::lower_bound(begin, end, Scored{x, y, 0});
    return at != end && at->x == x ? &at->score : nullptr;
  }

  std::vector<Scored>& places() { return places_; }

 private:
  std::vector<Scored> places_;
  std::vector<std::size_t> rows_;  ///< index of each row's first position
};

/// One needle's matches, and the scores around them.
class Refining {
 public:
  Refining(const ImageView& scene, const Needle& needle, const ScoreOptions& options,
           const Control& control)
      : scene_(scene),
        size_(needle.picture.size()),
        options_(options),
        control_(control),
        needle_(score::makeScoredNeedle(needle, 0, scene.format(), options, control)) {}

  void take(const Match& match) { known_.add(match.x, match.y, match.score); }

  /// Computes the missing scores of the matches' neighbours.
  template <class Matches>
  void compute(const Matches& matches, int threads) {
    known_.sort(control_);
    std::uint64_t asked = 0;
    for (const Match* match : matches) {
      if (++asked % 1024 == 0) control_.check();
      const auto want = [&](std::uint32_t x, std::uint32_t y) {
        if (known_.find(x, y) == nullptr) wanted_.add(x, y, 0);
      };
      if (hasColumns(*match)) {
        want(match->x - 1, match->y);
        want(match->x + 1, match->y);
      }
      if (hasRows(*match)) {
        want(match->x, match->y - 1);
        want(match->x, match->y + 1);
      }
    }
    wanted_.sort(control_);
    if (wanted_.places().empty()) return;
    if (needle_.form.depth == Depth::u16) {
      computeAs<std::uint16_t>(threads);
    } else {
      computeAs<std::uint8_t>(threads);
    }
  }

  SubPixel at(const Match& match) const {
    SubPixel at{static_cast<double>(match.x), static_cast<double>(match.y)};
    if (hasColumns(match)) {
      at.x += topOf(score(match.x - 1, match.y), match.score, score(match.x + 1, match.y));
    }
    if (hasRows(match)) {
      at.y += topOf(score(match.x, match.y - 1), match.score, score(match.x, match.y + 1));
    }
    return at;
  }

 private:
  bool hasColumns(const Match& match) const {
    return match.x > 0 && match.x + size_.width < scene_.width();
  }
  bool hasRows(const Match& match) const {
    return match.y > 0 && match.y + size_.height < scene_.height();
  }

  double score(std::uint32_t x, std::uint32_t y) const {
    const double* known = known_.find(x, y);
    return known != nullptr ? *known : *wanted_.find(x, y);
  }

  template <class Sample>
  void computeAs(int threads) {
    std::vector<Scored>& places = wanted_.places();
    const auto count = static_cast<std::int64_t>(places.size());
    // Few windows are loaded one by one; for many, the whole scene is.
    const bool many = count > scene_.size().pixels() / size_.pixels();
    TilePlanes<Sample> whole;
    if (many) whole.load(scene_, needle_.form, 0, 0, scene_.size());
    std::vector<TilePlanes<Sample>> windows(static_cast<std::size_t>(threads));
    const finders::WindowDistance<Sample> distance(needle_, options_.method);
    constexpr std::int64_t kSamplesOfTask = 1 << 20;
    const std::int64_t atOnce = std::max<std::int64_t>(
        1, kSamplesOfTask / static_cast<std::int64_t>(needle_.values.size()));
    parallelFor(
        (count + atOnce - 1) / atOnce, threads, control_, [&](std::int64_t task, int thread) {
          TilePlanes<Sample>& window = windows[static_cast<std::size_t>(thread)];
          const std::int64_t end = std::min(count, (task + 1) * atOnce);
          if (many && options_.method != Method::zncc) {
            compare({places.data() + task * atOnce, static_cast<std::size_t>(end - task * atOnce)},
                    whole, distance);
            return;
          }
          for (std::int64_t i = task * atOnce; i < end; ++i) {
            Scored& place = places[static_cast<std::size_t>(i)];
            if (!many) window.load(scene_, needle_.form, place.x, place.y, size_);
            place.score =
                many ? scoreAt(whole, distance, place.x, place.y) : scoreAt(window, distance, 0, 0);
          }
        });
  }

  template <class Sample>
  void compare(std::span<Scored> some, const TilePlanes<Sample>& whole,
               const finders::WindowDistance<Sample>& distance) const {
    std::vector<Place> places;
    places.reserve(some.size());
    for (const Scored& one : some) places.emplace_back(one.x, one.y);
    std::vector<finders::Wide> distances(some.size());
    distance.at(whole, places, finders::kFar, distances.data());
    for (std::size_t i = 0; i < some.size(); ++i) {
      some[i].score = score::scoreOfWideDistance(options_.method, needle_.sums, distances[i]);
    }
  }

  template <class Sample>
  double scoreAt(const TilePlanes<Sample>& tile, const finders::WindowDistance<Sample>& distance,
                 std::int64_t x, std::int64_t y) const {
    if (options_.method == Method::zncc) {
      return score::correlationAt(tile, needle_, x, y);
    }
    return score::scoreOfWideDistance(options_.method, needle_.sums, distance.at(tile, x, y));
  }

  const ImageView& scene_;
  Size size_;
  const ScoreOptions& options_;
  const Control& control_;
  ScoredNeedle needle_;
  Scores known_;   ///< of the matches
  Scores wanted_;  ///< of their neighbours
};

}  // namespace

std::vector<SubPixel> refined(const ImageView& scene, std::span<const Needle> needles,
                              std::span<const Match> matches, const ScoreOptions& options,
                              const Control& control) {
  std::vector<SubPixel> all(matches.size());
  const Control quiet{control.threads, control.stop, {}};
  std::vector<std::vector<const Match*>> byNeedle(needles.size());
  for (const Match& match : matches) byNeedle[match.needle].push_back(&match);
  for (std::size_t n = 0; n < needles.size(); ++n) {
    const std::vector<const Match*>& own = byNeedle[n];
    if (own.empty()) continue;
    Refining refining(scene, needles[n], options, quiet);
    for (const Match* match : own) refining.take(*match);
    refining.compute(own, threadsFor(control));
    for (const Match* match : own) {
      const auto i = static_cast<std::size_t>(match - matches.data());
      if (i % 1024 == 0) control.check();
      all[i] = refining.at(*match);
    }
  }
  return all;
}

SubPixel refined(const ImageView& scene, std::span<const Needle> needles, const Match& match,
                 const ScoreOptions& options) {
  return refined(scene, needles, {&match, 1}, options, {1, {}, {}}).front();
}

}  // namespace espy
