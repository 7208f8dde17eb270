// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Where matches lie between pixels.
#include <algorithm>
#include <tuple>

#include "base/parallel.h"
#include "espy/score.h"
#include "find/score_reference.h"
#include "find/window_distance.h"

namespace espy {
namespace {

using find::ScoredNeedle;
using find::TilePlanes;

/// Where a parabola through three neighbours has its top, as an offset from the middle one.
double topOf(double before, double middle, double after) {
  const double bend = before - 2 * middle + after;
  if (middle < before || middle < after || bend >= 0) return 0;
  return (before - after) / (2 * bend);
}

/// A place of one needle, and its score once it is known.
struct Scored {
  std::uint32_t x;
  std::uint32_t y;
  double score;
  bool known;

  bool operator<(const Scored& other) const { return std::tie(y, x) < std::tie(other.y, other.x); }
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
        needle_(find::makeScoredNeedle(needle, 0, scene.format(), options.weighted, options.method,
                                       control)) {}

  void take(const Match& match) {
    places_.push_back({match.x, match.y, match.score, true});
    const auto want = [&](std::uint32_t x, std::uint32_t y) {
      places_.push_back({x, y, 0, false});
    };
    if (hasColumns(match)) {
      want(match.x - 1, match.y);
      want(match.x + 1, match.y);
    }
    if (hasRows(match)) {
      want(match.x, match.y - 1);
      want(match.x, match.y + 1);
    }
  }

  void compute(int threads) {
    // Those that are known before the others, of which only one is left.
    std::uint64_t compared = 0;
    std::sort(places_.begin(), places_.end(), [&](const Scored& a, const Scored& b) {
      if (++compared % (1 << 14) == 0) control_.check();
      return std::tie(a.y, a.x, b.known) < std::tie(b.y, b.x, a.known);
    });
    const auto same = [](const Scored& a, const Scored& b) { return a.x == b.x && a.y == b.y; };
    places_.erase(std::unique(places_.begin(), places_.end(), same), places_.end());
    const auto unknown = std::count_if(places_.begin(), places_.end(),
                                       [](const Scored& place) { return !place.known; });
    if (unknown == 0) return;
    if (needle_.form.depth == Depth::u16) {
      computeAs<std::uint16_t>(threads, unknown);
    } else {
      computeAs<std::uint8_t>(threads, unknown);
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
    return std::lower_bound(places_.begin(), places_.end(), Scored{x, y, 0, true})->score;
  }

  template <class Sample>
  void computeAs(int threads, std::int64_t unknown) {
    // Few windows are taken out of the scene one by one; of many, all of the scene is.
    const bool many = unknown > scene_.size().pixels() / size_.pixels();
    TilePlanes<Sample> whole;
    if (many) whole.load(scene_, needle_.form, 0, 0, scene_.size());
    std::vector<TilePlanes<Sample>> windows(static_cast<std::size_t>(threads));
    const find::WindowDistance<Sample> distance(needle_, options_.method);
    constexpr std::int64_t kSamplesOfTask = 1 << 20;
    const auto count = static_cast<std::int64_t>(places_.size());
    const std::int64_t atOnce = std::max<std::int64_t>(
        1, kSamplesOfTask / static_cast<std::int64_t>(needle_.values.size()));
    parallelFor(
        (count + atOnce - 1) / atOnce, threads, control_, [&](std::int64_t task, int thread) {
          for (std::int64_t i = task * atOnce; i < std::min(count, (task + 1) * atOnce); ++i) {
            Scored& place = places_[static_cast<std::size_t>(i)];
            if (place.known) continue;
            TilePlanes<Sample>& window = windows[static_cast<std::size_t>(thread)];
            if (!many) window.load(scene_, needle_.form, place.x, place.y, size_);
            place.score =
                many ? scoreAt(whole, distance, place.x, place.y) : scoreAt(window, distance, 0, 0);
            place.known = true;
          }
        });
  }

  template <class Sample>
  double scoreAt(const TilePlanes<Sample>& tile, const find::WindowDistance<Sample>& distance,
                 std::int64_t x, std::int64_t y) const {
    if (options_.method == Method::zncc) {
      return find::scoreOfWindow(needle_.sums, find::windowAt(tile, needle_, x, y));
    }
    return find::scoreOfWideDistance(options_.method, needle_.sums, distance.at(tile, x, y));
  }

  const ImageView& scene_;
  Size size_;
  const ScoreOptions& options_;
  const Control& control_;
  ScoredNeedle needle_;
  std::vector<Scored> places_;  ///< by y, then x
};

}  // namespace

std::vector<SubPixel> refined(const ImageView& scene, std::span<const Needle> needles,
                              std::span<const Match> matches, const ScoreOptions& options,
                              const Control& control) {
  std::vector<SubPixel> all(matches.size());
  std::vector<std::vector<std::size_t>> own(needles.size());
  for (std::size_t i = 0; i < matches.size(); ++i) own[matches[i].needle].push_back(i);
  const Control quiet{control.threads, control.stop, {}};
  for (std::size_t n = 0; n < needles.size(); ++n) {
    if (own[n].empty()) continue;
    Refining refining(scene, needles[n], options, quiet);
    for (const std::size_t i : own[n]) refining.take(matches[i]);
    refining.compute(threadsFor(control));
    for (const std::size_t i : own[n]) {
      if (i % 1024 == 0) control.check();
      all[i] = refining.at(matches[i]);
    }
  }
  return all;
}

SubPixel refined(const ImageView& scene, std::span<const Needle> needles, const Match& match,
                 const ScoreOptions& options) {
  return refined(scene, needles, {&match, 1}, options, {1, {}, {}}).front();
}

}  // namespace espy
