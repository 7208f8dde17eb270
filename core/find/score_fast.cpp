// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "find/score_fast.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <tuple>

#include "base/parallel.h"
#include "find/score_batch.h"

namespace espy::find {
namespace {

/// Needles whose spectra are kept at a time take so many bytes at most.
constexpr std::int64_t kMostSpectra = std::int64_t{256} << 20;
/// And so many the tiles that are under way, unless one takes more.
constexpr std::int64_t kMostTiles = std::int64_t{2} << 30;

using Needles = std::vector<const ScoredNeedle*>;

bool fits(const ScoredNeedle& needle, const ImageView& scene) {
  return needle.size.width <= scene.width() && needle.size.height <= scene.height();
}

Size largest(const Needles& needles) {
  Size size;
  for (const ScoredNeedle* needle : needles) {
    size.width = std::max(size.width, needle->size.width);
    size.height = std::max(size.height, needle->size.height);
  }
  return size;
}

Size smallest(const Needles& needles) {
  Size size = needles.front()->size;
  for (const ScoredNeedle* needle : needles) {
    size.width = std::min(size.width, needle->size.width);
    size.height = std::min(size.height, needle->size.height);
  }
  return size;
}

/// Nanoseconds, as measured on one core, for choosing between the two ways.
double byTransformCost(Size scene, Size needle, Size tile, int channels) {
  const double step =
      static_cast<double>(std::max<std::int64_t>(tile.width - needle.width - 1, 1)) *
      static_cast<double>(std::max<std::int64_t>(tile.height - needle.height - 1, 1));
  const double places = static_cast<double>(scene.width - needle.width + 1) *
                        static_cast<double>(scene.height - needle.height + 1);
  const auto size = static_cast<double>(tile.pixels());
  const double tiles = std::max(1.0, std::ceil(places / step));
  return tiles * size * (0.08 * std::log2(size) * (1 + channels) + 4);
}
double byDistanceCost(Size scene, const ScoredNeedle& needle) {
  const double places = static_cast<double>(scene.width - needle.size.width + 1) *
                        static_cast<double>(scene.height - needle.size.height + 1);
  return places * (0.05 * static_cast<double>(needle.values.size()) +
                   3.0 * static_cast<double>(needle.size.height * needle.form.channels) + 20);
}

/// One search: what all of its batches share.
class FastScore {
 public:
  FastScore(const ImageView& scene, std::span<const Needle> needles, const ScoreOptions& options,
            int threads, const Control& control, RunReport& report)
      : scene_(scene), options_(options), threads_(threads), control_(control), report_(report) {
    report_.threads = threads;
    const StageTimer timer(report_.timeline, "prepare");
    for (std::uint32_t n = 0; n < needles.size(); ++n) {
      needles_.push_back(makeScoredNeedle(needles[n], n, scene.format(), options.weighted));
    }
    // Together go needles of one form and of much the same size.
    std::map<std::tuple<int, Depth, int, int>, Needles> groups;
    for (const ScoredNeedle& needle : needles_) {
      if (!fits(needle, scene)) continue;
      groups[{needle.form.channels, needle.form.depth,
              std::bit_width(static_cast<std::uint64_t>(needle.size.width)),
              std::bit_width(static_cast<std::uint64_t>(needle.size.height))}]
          .push_back(&needle);
    }
    for (auto& [kind, group] : groups) groups_.push_back(std::move(group));
  }

  ScoredPlaces find() {
    ScoredPlaces found;
    for (const Needles& group : groups_) {
      for (Match& peak : search(group, nullptr, nullptr)) found.peaks.push_back(peak);
    }
    const StageTimer timer(report_.timeline, "order");
    std::sort(found.peaks.begin(), found.peaks.end(), [](const Match& a, const Match& b) {
      return std::tie(a.needle, a.y, a.x) < std::tie(b.needle, b.y, b.x);
    });
    if (found.peaks.empty() && options_.wantBest) {
      BestPlace best;
      for (const Needles& group : groups_) search(group, &best, nullptr);
      found.best = best.place();
    }
    return found;
  }

  ScoreMap map() {
    ScoreMap map;
    const ScoredNeedle& needle = needles_.front();
    map.size = {scene_.width() - needle.size.width + 1, scene_.height() - needle.size.height + 1};
    map.scores.resize(static_cast<std::size_t>(map.size.pixels()));
    search(groups_.front(), nullptr, &map);
    return map;
  }

 private:
  std::vector<Match> search(const Needles& group, BestPlace* best, ScoreMap* map) {
    const Size most = largest(group);
    const int channels = group.front()->form.channels;
    const Size tile =
        chooseTile(scene_.size(), most, channels, static_cast<std::int64_t>(group.size()));
    const bool weighted = std::any_of(group.begin(), group.end(),
                                      [](const ScoredNeedle* needle) { return needle->weighted; });
    const bool byTransform = options_.method != Method::sad && !weighted && tile.width > 0 &&
                             byTransformCost(scene_.size(), most, tile, channels) <
                                 byDistanceCost(scene_.size(), *group.front());
    const std::size_t atOnce =
        byTransform ? static_cast<std::size_t>(std::max<std::int64_t>(
                          1, kMostSpectra / Correlator<float>::bytesFor(tile, channels)))
                    : group.size();
    std::vector<Match> peaks;
    for (std::size_t first = 0; first < group.size(); first += atOnce) {
      const Needles part(
          group.begin() + static_cast<std::ptrdiff_t>(first),
          group.begin() + static_cast<std::ptrdiff_t>(std::min(group.size(), first + atOnce)));
      const std::vector<Match> found = searchBatch(part, byTransform, tile, best, map);
      peaks.insert(peaks.end(), found.begin(), found.end());
    }
    return peaks;
  }

  std::vector<Match> searchBatch(const Needles& needles, bool byTransform, Size transformTile,
                                 BestPlace* best, ScoreMap* map) {
    const Size most = largest(needles);
    // Without transforms a tile is so many places and what their windows see.
    const Size tile = byTransform ? transformTile : Size{most.width + 255, most.height + 31};
    ScoreBatch batch{scene_,      needles.front()->form,
                     needles,     options_,
                     byTransform, TileGrid(scene_.size(), smallest(needles), most, tile),
                     control_,    best,
                     map};
    for (const ScoredNeedle* needle : needles) {
      // One by one, windows are worth bounds only where they are compared and do not weigh.
      const bool bounded = byTransform || (options_.method != Method::zncc && !needle->weighted);
      batch.bounds.push_back(bounded ? boundsFor(*needle, options_.method, options_.minScore,
                                                 byTransform ? needles.size() : 1)
                                     : std::vector<BlockBound>{});
    }
    say(byTransform
            ? fmt::format("correlated by transforms of {} x {} tiles", tile.width, tile.height)
            : "every sample of every window that may reach the minimum");
    const StageTimer timer(report_.timeline, best != nullptr ? "search for the best" : "search");
    const std::int64_t tasks = byTransform ? (batch.grid.count() + 1) / 2 : batch.grid.count();
    // A thread has the spectra of its tiles, what it transforms, and the same in double precision.
    const std::int64_t perThread =
        byTransform ? 3 * Correlator<float>::bytesFor(tile, batch.form.channels + 2) : 1;
    const int threads =
        static_cast<int>(std::min({static_cast<std::int64_t>(threads_), tasks,
                                   std::max<std::int64_t>(1, kMostTiles / perThread)}));
    std::vector<std::unique_ptr<TileWorker>> workers(static_cast<std::size_t>(threads));
    parallelFor(tasks, threads, control_, [&](std::int64_t task, int thread) {
      std::unique_ptr<TileWorker>& worker = workers[static_cast<std::size_t>(thread)];
      if (!worker) worker = byTransform ? makeTransformWorker(batch) : makeDistanceWorker(batch);
      worker->run(task);
    });
    std::vector<Match> peaks;
    for (const std::unique_ptr<TileWorker>& worker : workers) {
      if (!worker) continue;
      peaks.insert(peaks.end(), worker->peaks.begin(), worker->peaks.end());
      // And a float's own rounding near 1.
      if (map != nullptr) map->error = std::max(map->error, worker->mapError + 6e-8);
    }
    return peaks;
  }

  void say(const std::string& what) {
    if (report_.strategy.find(what) != std::string::npos) return;
    report_.strategy += (report_.strategy.empty() ? "" : "; ") + what;
  }

  const ImageView& scene_;
  const ScoreOptions& options_;
  int threads_;
  const Control& control_;
  RunReport& report_;
  std::vector<ScoredNeedle> needles_;
  std::vector<Needles> groups_;
};

}  // namespace

ScoredPlaces scoreFast(const ImageView& scene, std::span<const Needle> needles,
                       const ScoreOptions& options, int threads, const Control& control,
                       RunReport& report) {
  return FastScore(scene, needles, options, threads, control, report).find();
}

ScoreMap mapFast(const ImageView& scene, const Needle& needle, const ScoreOptions& options,
                 int threads, const Control& control, RunReport& report) {
  return FastScore(scene, {&needle, 1}, options, threads, control, report).map();
}

}  // namespace espy::find
