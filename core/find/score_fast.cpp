// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "find/score_fast.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>
#include <tuple>

#include "base/parallel.h"
#include "find/score_by_means.h"
#include "find/score_way.h"

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
    if (best != nullptr || map != nullptr) return searchAll(group, best, map, nullptr);
    // What block means can tell of is looked at first, needles with blocks of one size together.
    std::map<int, std::pair<Needles, std::vector<MeansBound>>> bySide;
    Needles others;
    const bool pays = meansPay(
        choosePlan(scene_.size(), group, options_.method, false, threads_).nanoseconds /
            (static_cast<double>(scene_.size().pixels()) * static_cast<double>(group.size())),
        options_.method, group.size());
    for (const ScoredNeedle* needle : group) {
      std::optional<MeansBound> bound;
      if (pays) bound = chooseMeansBound(*needle, options_.method, options_.minScore);
      if (!bound) {
        others.push_back(needle);
        continue;
      }
      auto& [needles, bounds] = bySide[bound->side()];
      needles.push_back(needle);
      bounds.push_back(std::move(*bound));
    }
    std::vector<Match> peaks;
    for (auto& [side, asked] : bySide) {
      searchByMeans(std::move(asked.first), std::move(asked.second), others, peaks);
    }
    if (!others.empty()) append(peaks, searchAll(others, nullptr, nullptr, nullptr));
    return peaks;
  }

  /// Searches by block means first, and all places only of the tiles in which these leave too many;
  /// needles of which they leave all but all are added to `others`.
  void searchByMeans(Needles needles, std::vector<MeansBound> bounds, Needles& others,
                     std::vector<Match>& peaks) {
    const ScorePlan plan = choosePlan(scene_.size(), needles, options_.method, false, threads_);
    double places = 0;
    for (const ScoredNeedle* needle : needles) {
      places += static_cast<double>((scene_.width() - needle->size.width + 1) *
                                    (scene_.height() - needle->size.height + 1));
    }
    const int side = bounds.front().side();
    MeansSearch means(scene_, needles, std::move(bounds), options_, plan.nanoseconds / places,
                      meansPlaces(scene_.size(), largest(needles), side, threads_), control_);
    say(fmt::format("means of {0} x {0} blocks", side));
    {
      const StageTimer timer(report_.timeline, "search by means");
      append(peaks, runTasks(
                        means.tasks(), threads_, [&] { return means.makeWorker(); }, nullptr));
    }
    if (means.hasGivenUp()) {
      std::erase_if(peaks, [&](const Match& peak) {
        return std::any_of(needles.begin(), needles.end(), [&](const ScoredNeedle* needle) {
          return needle->index == peak.needle;
        });
      });
      others.insert(others.end(), needles.begin(), needles.end());
      return;
    }
    const std::vector<TileArea> left = means.left();
    if (left.empty()) return;
    std::map<std::uint32_t, std::size_t> order;  // of needles, by their index
    for (std::size_t n = 0; n < needles.size(); ++n) order[needles[n]->index] = n;
    for (const Match& peak : searchAll(needles, nullptr, nullptr, &left)) {
      if (means.isLeft(order[peak.needle], peak.x, peak.y)) peaks.push_back(peak);
    }
  }

  /// Searches all places, or those of some tiles only.
  std::vector<Match> searchAll(const Needles& group, BestPlace* best, ScoreMap* map,
                               const std::vector<TileArea>* only) {
    const ScorePlan plan =
        choosePlan(scene_.size(), group, options_.method, map != nullptr, threads_);
    const std::int64_t spectra =
        Correlator<float>::bytesFor(plan.tile, group.front()->form.channels);
    const std::size_t atOnce =
        plan.way == ScoreWay::byTransforms
            ? static_cast<std::size_t>(std::max<std::int64_t>(1, kMostSpectra / spectra))
            : group.size();
    std::vector<Match> peaks;
    for (std::size_t first = 0; first < group.size(); first += atOnce) {
      const Needles part(
          group.begin() + static_cast<std::ptrdiff_t>(first),
          group.begin() + static_cast<std::ptrdiff_t>(std::min(group.size(), first + atOnce)));
      append(peaks, searchBatch(part, plan, best, map, only));
    }
    return peaks;
  }

  std::vector<Match> searchBatch(const Needles& needles, const ScorePlan& plan, BestPlace* best,
                                 ScoreMap* map, const std::vector<TileArea>* only) {
    const Size most = largest(needles);
    const ScoreBatch batch{scene_,
                           needles.front()->form,
                           needles,
                           options_,
                           plan.way,
                           only != nullptr
                               ? TileGrid(scene_.size(), most, plan.tile, *only)
                               : TileGrid(scene_.size(), smallest(needles), most, plan.tile),
                           control_,
                           best,
                           map};
    say(describe(plan));
    const StageTimer timer(report_.timeline, best != nullptr ? "search for the best" : "search");
    // A thread has the spectra of its tiles, what it transforms, and the same in double precision.
    const std::int64_t perThread =
        plan.way == ScoreWay::byTransforms
            ? 3 * Correlator<float>::bytesFor(plan.tile, batch.form.channels + 2)
            : 1;
    const auto threads = static_cast<int>(
        std::min(std::int64_t{threads_}, std::max<std::int64_t>(1, kMostTiles / perThread)));
    return runTasks(
        batch.tasks(), threads, [&] { return makeWorker(batch); }, map);
  }

  /// Lets a worker a thread do the tasks; gives the peaks that they found.
  template <class Make>
  std::vector<Match> runTasks(std::int64_t tasks, int mostThreads, const Make& make,
                              ScoreMap* map) {
    const auto threads = static_cast<int>(std::min<std::int64_t>(mostThreads, tasks));
    std::vector<std::unique_ptr<TileWorker>> workers(static_cast<std::size_t>(threads));
    parallelFor(tasks, threads, control_, [&](std::int64_t task, int thread) {
      std::unique_ptr<TileWorker>& worker = workers[static_cast<std::size_t>(thread)];
      if (!worker) worker = make();
      worker->run(task);
    });
    std::vector<Match> peaks;
    for (const std::unique_ptr<TileWorker>& worker : workers) {
      if (!worker) continue;
      append(peaks, worker->peaks);
      // And a float's own rounding near 1.
      if (map != nullptr) map->error = std::max(map->error, worker->mapError + 6e-8);
    }
    return peaks;
  }

  static void append(std::vector<Match>& peaks, const std::vector<Match>& more) {
    peaks.insert(peaks.end(), more.begin(), more.end());
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
