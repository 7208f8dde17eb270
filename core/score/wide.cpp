// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "score/wide.h"

#include <functional>

#include "base/parallel.h"
#include "find/match.h"
#include "find/window_distance.h"
#include "score/formula.h"

namespace espy::score {
namespace {

class WideSearch {
 public:
  WideSearch(const ImageView& scene, const ScoredNeedle& needle, const ScoreOptions& options,
             int threads, const Control& control)
      : needle_(needle),
        options_(options),
        threads_(threads),
        control_(control),
        places_(picture::positionsIn(scene.size(), needle.size)),
        distance_(needle, options.method) {
    planes_.load(scene, needle.form, 0, 0, scene.size());
  }

  Size places() const { return places_; }

  /// Calls `body` with every position and its distance; a distance above `most()` may be partial.
  void all(const std::function<finders::Wide()>& most,
           const std::function<void(std::int64_t x, std::int64_t y, finders::Wide distance)>& body)
      const {
    parallelFor(places_.pixels(), threads_, control_, [&](std::int64_t place, int) {
      const std::int64_t x = place % places_.width;
      const std::int64_t y = place / places_.width;
      body(x, y, distance_.at(planes_, x, y, most()));
    });
  }

  /// Upper bound of the distance of every position with at least this score.
  finders::Wide mostFor(double score) const {
    const auto greatest = static_cast<double>(greatestDistance(options_.method, needle_.sums));
    const double most = (1 - score) * greatest * (1 + 1e-9) + 1e-9 * greatest + 1;
    return most < 1e30 ? static_cast<finders::Wide>(std::max(most, 0.0)) : finders::kFar;
  }

  Peak peak(std::int64_t x, std::int64_t y, finders::Wide distance) const {
    Peak peak;
    peak.needle = needle_.index;
    peak.x = static_cast<std::uint32_t>(x);
    peak.y = static_cast<std::uint32_t>(y);
    peak.score = score(distance);
    finders::setDistance(peak, distance);
    return peak;
  }

  double score(finders::Wide distance) const {
    return scoreOfWideDistance(options_.method, needle_.sums, distance);
  }

 private:
  const ScoredNeedle& needle_;
  const ScoreOptions& options_;
  int threads_;
  const Control& control_;
  Size places_;
  finders::WindowDistance<std::uint16_t> distance_;
  picture::TilePlanes<std::uint16_t> planes_;
};

}  // namespace

std::vector<Peak> findWide(const ImageView& scene, const ScoredNeedle& needle,
                           const ScoreOptions& options, int threads, const Control& control) {
  const WideSearch search(scene, needle, options, threads, control);
  const Size places = search.places();
  std::vector<finders::Wide> distances(static_cast<std::size_t>(places.pixels()));
  const finders::Wide most = search.mostFor(options.minScore);
  search.all([&] { return most; },
             [&](std::int64_t x, std::int64_t y, finders::Wide distance) {
               distances[static_cast<std::size_t>(y * places.width + x)] = distance;
             });
  const auto scoreAt = [&](std::int64_t x, std::int64_t y) {
    return search.score(distances[static_cast<std::size_t>(y * places.width + x)]);
  };
  const auto isPeak = [&](std::int64_t x, std::int64_t y, double score) {
    for (std::int64_t ny = std::max<std::int64_t>(y - 1, 0);
         ny <= std::min(y + 1, places.height - 1); ++ny) {
      for (std::int64_t nx = std::max<std::int64_t>(x - 1, 0);
           nx <= std::min(x + 1, places.width - 1); ++nx) {
        if (scoreAt(nx, ny) > score) return false;
      }
    }
    return true;
  };
  std::vector<Peak> peaks;
  for (std::int64_t y = 0; y < places.height; ++y) {
    control.check();
    for (std::int64_t x = 0; x < places.width; ++x) {
      const double score = scoreAt(x, y);
      if (!(score >= options.minScore) || !isPeak(x, y, score)) continue;
      peaks.push_back(search.peak(x, y, distances[static_cast<std::size_t>(y * places.width + x)]));
    }
  }
  return peaks;
}

void offerWide(const ImageView& scene, const ScoredNeedle& needle, const ScoreOptions& options,
               int threads, const Control& control, BestPlace& best) {
  const WideSearch search(scene, needle, options, threads, control);
  search.all([&] { return search.mostFor(best.score()); },
             [&](std::int64_t x, std::int64_t y, finders::Wide distance) {
               best.offer(search.peak(x, y, distance));
             });
}

void mapWide(const ImageView& scene, const ScoredNeedle& needle, const ScoreOptions& options,
             int threads, const Control& control, ScoreMap& map) {
  const WideSearch search(scene, needle, options, threads, control);
  map.error = 6e-8;  // a float's own rounding near 1
  search.all([] { return finders::kFar; },
             [&](std::int64_t x, std::int64_t y, finders::Wide distance) {
               map.scores[static_cast<std::size_t>(y * map.size.width + x)] =
                   static_cast<float>(search.score(distance));
             });
}

}  // namespace espy::score
