// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "score/fast.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <iterator>
#include <map>
#include <tuple>
#include <utility>

#include "base/drain.h"
#include "base/parallel.h"
#include "base/phrase.h"
#include "espy/control.h"
#include "find/lying.h"
#include "find/match.h"
#include "find/peak_order.h"
#include "score/by_blocks.h"
#include "score/by_means.h"
#include "score/choose_tile.h"
#include "score/costs.h"
#include "score/dense_distances.h"
#include "score/distances_by_means.h"
#include "score/formula.h"
#include "score/memory.h"
#include "score/needle.h"
#include "score/way.h"
#include "score/wide.h"
#include "score/window_rows.h"

namespace espy::score {
namespace {

/// Needles whose spectra are kept at a time take so many bytes at most.
constexpr double kMostSpectra = 256 << 20;
/// And so many the tiles that are under way, unless one takes more.
constexpr double kMostTiles = 2.0 * (1 << 30);

using Needles = std::vector<const ScoredNeedle*>;

bool fits(const ScoredNeedle& needle, const ImageView& scene) {
  return needle.size.width <= scene.width() && needle.size.height <= scene.height();
}

/// One search: what all of its batches share.
class FastScore {
 public:
  FastScore(const ImageView& scene, std::span<const Needle> needles, const ScoreOptions& options,
            int threads, const Control& control, RunReport& report, const Strategies& allowed = {})
      : scene_(scene),
        options_(options),
        threads_(threads),
        control_(control),
        report_(report),
        allowed_(allowed) {
    report_.threads = threads;
    const StageTimer timer(report_.timeline, "prepare");
    needles_.resize(needles.size());
    for (const Needle& needle : needles) pixels_ += needle.picture.size().pixels();
    eachNeedle(needles.size(), [&](std::size_t n) {
      needles_[n] = makeScoredNeedle(needles[n], static_cast<std::uint32_t>(n), scene.format(),
                                     options, control);
    });
    // Together go needles of one form and of much the same size.
    std::map<std::tuple<int, Depth, int, int>, Needles> groups;
    for (const ScoredNeedle& needle : needles_) {
      if (!fits(needle, scene)) continue;
      if (!finders::fitsInto64(greatestDistance(options.method, needle.sums))) {
        wide_.push_back(&needle);
        continue;
      }
      groups[{needle.form.channels, needle.form.depth,
              std::bit_width(static_cast<std::uint64_t>(needle.size.width)),
              std::bit_width(static_cast<std::uint64_t>(needle.size.height))}]
          .push_back(&needle);
    }
    for (auto& [kind, group] : groups) groups_.push_back(std::move(group));
  }

  ScoredPlaces find() {
    ScoredPlaces found;
    for (const Needles& group : groups_) search(group, nullptr, nullptr);
    for (const ScoredNeedle* needle : wide_) {
      say(phrase("every sample of every window, in 128 bits"));
      finders::PeakList list;
      list.keepBest(options_.most, options_.after);
      for (const Peak& peak : findWide(scene_, *needle, options_, threads_, control_)) {
        list.add(peak);
      }
      peaks_.push_back(list.take());
      leftOut_ = leftOut_ || list.dropped();
      dropPeaks();
    }
    const StageTimer timer(report_.timeline, "order");
    makeRoom();
    if (!peaks_.empty()) found.peaks = finders::joined(std::move(peaks_), control_);
    found.leftOut = leftOut_;
    finders::orderPeaks(found.peaks, control_);
    if (found.peaks.empty() && options_.wantBest) {
      BestPlace best;
      for (const Needles& group : groups_) search(group, &best, nullptr);
      for (const ScoredNeedle* needle : wide_) {
        offerWide(scene_, *needle, options_, threads_, control_, best);
      }
      found.best = best.place();
    }
    report_.threads = threadsHad(threads_);
    return found;
  }

  ScoreMap map() {
    ScoreMap map;
    const ScoredNeedle& needle = needles_.front();
    map.size = {scene_.width() - needle.size.width + 1, scene_.height() - needle.size.height + 1};
    map.scores.resize(static_cast<std::size_t>(map.size.pixels()));
    if (wide_.empty()) {
      search(groups_.front(), nullptr, &map);
    } else {
      mapWide(scene_, needle, options_, threads_, control_, map);
    }
    return map;
  }

 private:
  /// Calls prepare(n) for so many needles, on all threads where there is much to do: where there is
  /// little, threads that were woken for it are slow to begin the search.
  template <class Prepare>
  void eachNeedle(std::size_t count, const Prepare& prepare) const {
    constexpr std::int64_t kMuch = std::int64_t{1} << 21;
    parallelFor(static_cast<std::int64_t>(count), pixels_ < kMuch ? 1 : threads_,
                {control_.threads, control_.stop, {}},
                [&](std::int64_t n, int) { prepare(static_cast<std::size_t>(n)); });
  }

  std::size_t countPeaks() const {
    std::size_t count = 0;
    for (const std::vector<Peak>& part : peaks_) count += part.size();
    return count;
  }

  /// Lists of very many peaks want the room that tiles had.
  void makeRoom() const {
    if (countPeaks() > static_cast<std::size_t>(scene_.size().pixels() / 8)) releaseWorkMemory();
  }

  /// Leaves out what is not wanted, before more comes.
  void dropPeaks() {
    if (!options_.most || countPeaks() <= *options_.most) return;
    std::vector<Peak> all = finders::joined(std::move(peaks_), control_);
    const auto end = all.begin() + static_cast<std::ptrdiff_t>(*options_.most);
    std::nth_element(all.begin(), end, all.end(), finders::IsBetter());
    cutOff(all, *options_.most);
    leftOut_ = true;
    peaks_.clear();
    peaks_.push_back(std::move(all));
  }

  void search(const Needles& all, BestPlace* best, ScoreMap* map) {
    makeRoom();
    // Bounds by blocks know one mean only.
    const bool bounded = !all.front()->sums.eachMean();
    if (best != nullptr || map != nullptr || !bounded) return searchAll(all, best, map);
    const Needles group = searchByBlocks(all);
    if (group.empty()) return;
    // What block means can tell of is looked at first, needles with blocks of one size together.
    std::map<int, std::pair<Needles, std::vector<MeansBound>>> bySide;
    Needles others;
    const auto pixels = static_cast<double>(scene_.size().pixels());
    const double nanoseconds =
        planFor(group).nanoseconds / (pixels * static_cast<double>(group.size()));
    picture::SceneMeans sceneMeans(scene_, group.front()->form, threads_, control_);
    for (const ScoredNeedle* needle : group) {
      const DensePlan dense = densePlanFor(*needle);
      const double ofAll = dense.can() ? dense.nanoseconds / pixels : nanoseconds;
      if (allowed_.means && distancesPay(ofAll) && DistancesByMeans::can(*needle, options_)) {
        if (!searchDistances(sceneMeans, *needle, dense)) others.push_back(needle);
        continue;
      }
      std::optional<MeansBound> bound;
      if (allowed_.means && meansPay(ofAll, options_.method, group.size())) {
        bound = chooseMeansBound(*needle, options_.method, options_.minScore);
      }
      if (!bound) {
        others.push_back(needle);
        continue;
      }
      auto& [needles, bounds] = bySide[bound->side()];
      needles.push_back(needle);
      bounds.push_back(std::move(*bound));
    }
    for (auto& [side, asked] : bySide) {
      if (searchByMeans(asked.first, std::move(asked.second))) continue;
      others.insert(others.end(), asked.first.begin(), asked.first.end());
    }
    // Spectra of the scene are shared by many needles; distances are one needle's.
    std::erase_if(others, [&, alone = others.size() == 1](const ScoredNeedle* needle) {
      const DensePlan dense = densePlanFor(*needle);
      return dense.can() && (alone || dense.way != ScoreWay::byTransforms) &&
             searchDensely(sceneMeans, *needle, dense, {{0, placesOf(*needle).height}});
    });
    if (!others.empty()) searchAll(others, nullptr, nullptr);
  }

  ScorePlan planFor(const Needles& needles, bool map = false) const {
    return choosePlan(scene_.size(), needles, options_.method, map, threads_, allowed_);
  }
  DensePlan densePlanFor(const ScoredNeedle& needle) const {
    return allowed_.dense ? densePlan(scene_.size(), needle, options_, threads_) : DensePlan{};
  }

  Size placesOf(const ScoredNeedle& needle) const {
    return {scene_.width() - needle.size.width + 1, scene_.height() - needle.size.height + 1};
  }

  /// Tells the peaks of a search that has gone through the scene.
  template <class Search>
  class PeakTeller : public TileWorker {
   public:
    explicit PeakTeller(const Search& search) : search_(search) {}
    void run(std::int64_t task) override { search_.tellPeaks(task, peaks); }

   private:
    const Search& search_;
  };

  template <class Search>
  void takeTold(const Search& search) {
    takePeaks(runTasks(search.tasks(), threads_,
                       [&] { return std::make_unique<PeakTeller<Search>>(search); }, {}));
  }

  /// By the distances of all places in these rows. False, and nothing found, where that will not
  /// do.
  bool searchDensely(picture::SceneMeans& scene, const ScoredNeedle& needle, const DensePlan& plan,
                     const std::vector<DenseDistances::Rows>& rows) {
    DenseDistances search(scene, needle, options_, plan, rows);
    const StageTimer timer(report_.timeline, "search");
    if (!search.search()) return false;
    say(describe(plan));
    takeTold(search);
    return true;
  }

  /// The same for a needle and its distances.
  bool searchDistances(picture::SceneMeans& scene, const ScoredNeedle& needle,
                       const DensePlan& dense) {
    const Needles alone{&needle};
    const double ofAll = dense.can() ? dense.nanoseconds : planFor(alone).nanoseconds;
    const auto places = static_cast<double>(placesOf(needle).pixels());
    DistancesByMeans search(scene, needle, options_, ofAll / places);
    {
      const StageTimer timer(report_.timeline, "search by means");
      if (!search.search()) return false;
      say(phrase("means of {} x {} blocks", search.side(), search.side()));
      takeTold(search);
    }
    const std::vector<picture::TileArea> left = search.left();
    if (left.empty()) return true;
    std::vector<DenseDistances::Rows> rows;
    rows.reserve(left.size());
    for (const picture::TileArea& area : left) rows.push_back({area.y, area.y + area.ownEndY});
    if (dense.can() && searchDensely(scene, needle, dense, rows)) return true;
    searchAll(alone, nullptr, nullptr, &left,
              [&](const Peak& peak) { return search.isLeft(peak.y); });
    return true;
  }

  std::vector<std::optional<BlockBound>> blockBoundsOf(const Needles& group) {
    const StageTimer timer(report_.timeline, "prepare");
    std::vector<std::optional<BlockBound>> bounds(group.size());
    eachNeedle(group.size(), [&](std::size_t n) {
      bounds[n] =
          chooseBlockBound(*group[n], options_.method, options_.minScore, scene_.size(), threads_);
    });
    return bounds;
  }

  /// Searches by sums of blocks, needles with blocks of one size together, where that is faster.
  /// Returns the needles for which it is not, or of which nothing is found out so.
  Needles searchByBlocks(const Needles& group) {
    if (!allowed_.blocks) return group;
    std::map<std::pair<int, bool>, std::pair<Needles, std::vector<BlockBound>>> bySide;
    Needles others;
    std::vector<std::optional<BlockBound>> chosen = blockBoundsOf(group);
    for (std::size_t n = 0; n < group.size(); ++n) {
      if (!chosen[n]) {
        others.push_back(group[n]);
        continue;
      }
      auto& [needles, bounds] = bySide[{chosen[n]->side, chosen[n]->direct}];
      needles.push_back(group[n]);
      bounds.push_back(std::move(*chosen[n]));
    }
    for (auto& [side, asked] : bySide) {
      auto& [needles, bounds] = asked;
      // As many together as their spectra have room in the largest tiles.
      const std::int64_t spectra =
          Correlator<float>::bytesFor({512, 512}, needles.front()->form.channels);
      const auto atOnce = static_cast<std::size_t>(kMostSpectra / static_cast<double>(spectra));
      for (std::size_t first = 0; first < needles.size(); first += atOnce) {
        const std::size_t last = std::min(needles.size(), first + atOnce);
        const Needles part(needles.begin() + static_cast<std::ptrdiff_t>(first),
                           needles.begin() + static_cast<std::ptrdiff_t>(last));
        std::vector<BlockBound> own(
            std::make_move_iterator(bounds.begin() + static_cast<std::ptrdiff_t>(first)),
            std::make_move_iterator(bounds.begin() + static_cast<std::ptrdiff_t>(last)));
        if (searchByBlocks(part, std::move(own))) continue;
        others.insert(others.end(), part.begin(), part.end());
      }
    }
    return others;
  }

  bool searchByBlocks(const Needles& needles, std::vector<BlockBound> bounds) {
    const ScorePlan plan = planFor(needles);
    const BlockPlan own = BlockSearch::planFor(scene_.size(), needles, bounds, threads_);
    // The windows that are left to compare come on top: of each needle, while an FFT of the scene
    // is shared by all. What is correlated directly has all exact scores, however many reach the
    // minimum.
    const bool half = plan.way == ScoreWay::directly || needles.size() > 1;
    const double wanted = half ? plan.nanoseconds / 2 : plan.nanoseconds;
    if (own.tile.width == 0 || own.nanoseconds > wanted) return false;
    double places = 0;
    for (const ScoredNeedle* needle : needles) {
      places += static_cast<double>((scene_.width() - needle->size.width + 1) *
                                    (scene_.height() - needle->size.height + 1));
    }
    const int side = bounds.front().side;
    BlockSearch blocks(scene_, needles, std::move(bounds), options_.minScore,
                       plan.nanoseconds / places, own, control_);
    say(own.direct ? phrase("blocks of {} x {} correlated directly", side, side)
                   : phrase("blocks of {} x {} correlated by transforms of {} x {} tiles", side,
                            side, own.tile.width, own.tile.height));
    {
      const StageTimer timer(report_.timeline, "search by blocks");
      if (!blocks.run(threads_)) return false;
      finders::PeakList peaks;
      peaks.keepBest(options_.most, options_.after);
      blocks.takePeaks(threads_, peaks);
      peaks_.push_back(peaks.take());
      leftOut_ = leftOut_ || peaks.dropped();
      dropPeaks();
    }
    const std::vector<picture::TileArea> left = blocks.left();
    if (left.empty()) return true;
    searchAll(needles, nullptr, nullptr, &left, [&, order = orderOf(needles)](const Peak& peak) {
      return blocks.isLeft(order.at(peak.needle), peak.x, peak.y);
    });
    return true;
  }

  /// Of needles, by their index.
  static std::map<std::uint32_t, std::size_t> orderOf(const Needles& needles) {
    std::map<std::uint32_t, std::size_t> order;
    for (std::size_t n = 0; n < needles.size(); ++n) order[needles[n]->index] = n;
    return order;
  }

  /// Searches by block means first, and all places only of the tiles in which these leave too many.
  /// False, and nothing found, where that is nearly everywhere.
  bool searchByMeans(const Needles& needles, std::vector<MeansBound> bounds) {
    const ScorePlan plan = planFor(needles);
    double places = 0;
    for (const ScoredNeedle* needle : needles) {
      places += static_cast<double>((scene_.width() - needle->size.width + 1) *
                                    (scene_.height() - needle->size.height + 1));
    }
    const int side = bounds.front().side();
    MeansSearch means(scene_, needles, std::move(bounds), options_, plan.nanoseconds / places,
                      meansPlaces(scene_.size(), largest(needles), side, threads_), control_);
    say(phrase("means of {} x {} blocks", side, side));
    std::vector<std::unique_ptr<TileWorker>> workers;
    {
      const StageTimer timer(report_.timeline, "search by means");
      workers = runTasks(means.tasks(), threads_, [&] { return means.makeWorker(); }, {});
    }
    if (means.hasGivenUp()) return false;
    takePeaks(workers);
    const std::vector<picture::TileArea> left = means.left();
    if (left.empty()) return true;
    searchAll(needles, nullptr, nullptr, &left, [&, order = orderOf(needles)](const Peak& peak) {
      return means.isLeft(order.at(peak.needle), peak.x, peak.y);
    });
    return true;
  }

  /// Searches all places, or those of some tiles only, of which not all peaks may be wanted.
  void searchAll(const Needles& group, BestPlace* best, ScoreMap* map,
                 const std::vector<picture::TileArea>* only = nullptr,
                 const finders::PeakList::Filter& wanted = {}) {
    const ScorePlan plan = planFor(group, map != nullptr);
    // Pieces of tiles are not shared by needles.
    if (plan.transform.isCut() && group.size() > 1) {
      for (const ScoredNeedle* needle : group) searchAll({needle}, best, map, only, wanted);
      return;
    }
    std::size_t atOnce = group.size();
    if (plan.way == ScoreWay::byTransforms) {
      // They may be there in double precision, too.
      const double most =
          std::min(kMostSpectra, mostTransformMemory(scene_.size(), transformForm(group)) / 6);
      const std::int64_t spectra =
          Correlator<float>::bytesFor(plan.transform.transform, group.front()->form.channels);
      atOnce = static_cast<std::size_t>(std::max(1.0, most / static_cast<double>(spectra)));
    }
    for (std::size_t first = 0; first < group.size(); first += atOnce) {
      const Needles part(
          group.begin() + static_cast<std::ptrdiff_t>(first),
          group.begin() + static_cast<std::ptrdiff_t>(std::min(group.size(), first + atOnce)));
      const Size most = largest(part);
      ScoreBatch batch{scene_,
                       part.front()->form,
                       part,
                       options_,
                       plan.way,
                       only != nullptr
                           ? picture::TileGrid(scene_.size(), most, plan.tile, *only)
                           : picture::TileGrid(scene_.size(), smallest(part), most, plan.tile),
                       control_,
                       best,
                       map};
      batch.transform = plan.transform.transform;
      batch.cut = plan.transform.cut;
      searchBatch(batch, plan, wanted);
    }
  }

  void searchBatch(ScoreBatch& batch, const ScorePlan& plan,
                   const finders::PeakList::Filter& wanted) {
    say(describe(plan));
    makeRoom();
    const StageTimer timer(report_.timeline,
                           batch.best != nullptr ? "search for the best" : "search");
    int threads = threads_;
    int exactThreads = threads_;
    if (plan.way == ScoreWay::byTransforms) {
      TransformForm form = transformForm(batch.needles);
      form.needles = static_cast<std::int64_t>(batch.needles.size());
      const TransformMemory memory =
          transformMemory(plan.transform, batch.grid.count(), smallest(batch.needles), form);
      const double most = std::min(kMostTiles, mostTransformMemory(scene_.size(), form));
      threads = std::clamp(memory.threads(most, form.holes), 1, threads_);
      // Then there is no room for what other needles needed.
      if (2 * (memory.thread + memory.spectra) > most) releaseWorkMemory();
      exactThreads = std::clamp(memory.threads(most, true), 1, threads_);
      if (exactThreads < threads) batch.exact = ExactProducts::later;
      if (memory.threads(most, true) == 0 && windowsAreFew(batch)) {
        batch.exact = ExactProducts::byWindows;
      }
    }
    std::vector<TileWorker::Later> later;
    {
      const auto workers = runTasks(
          batch.tasks(), threads, [&] { return makeWorker(batch); }, wanted);
      takePeaks(workers);
      for (const std::unique_ptr<TileWorker>& worker : workers) {
        if (!worker) continue;
        later.insert(later.end(), worker->later.begin(), worker->later.end());
        takeError(batch, *worker);
      }
    }
    if (!later.empty()) searchLater(batch, std::move(later), exactThreads, wanted);
  }

  /// What waited for exact products, with the memory that others have given back.
  void searchLater(ScoreBatch& batch, std::vector<TileWorker::Later> later, int threads,
                   const finders::PeakList::Filter& wanted) {
    using Later = TileWorker::Later;
    batch.exact = ExactProducts::byTransforms;
    // In gaps of other sizes little of it would find room.
    releaseWorkMemory();
    std::sort(later.begin(), later.end(), [](const Later& a, const Later& b) {
      return std::tie(a.task, a.needle, a.tile) < std::tie(b.task, b.needle, b.tile);
    });
    std::vector<std::span<const Later>> tasks;
    for (std::size_t first = 0, end = 0; first < later.size(); first = end) {
      while (end < later.size() && later[end].task == later[first].task) ++end;
      tasks.emplace_back(later.data() + first, end - first);
    }
    const auto workers = runTasks(
        static_cast<std::int64_t>(tasks.size()), threads, [&] { return makeWorker(batch); }, wanted,
        [&](TileWorker& worker, std::int64_t task) {
          worker.runLater(tasks[static_cast<std::size_t>(task)]);
        });
    takePeaks(workers);
    for (const std::unique_ptr<TileWorker>& worker : workers) {
      if (worker) takeError(batch, *worker);
    }
  }

  /// Would it take little to multiply each window with its needle?
  bool windowsAreFew(const ScoreBatch& batch) const {
    double nanoseconds = 0;
    for (const ScoredNeedle* needle : batch.needles) {
      nanoseconds +=
          WindowRows(*needle).nanoseconds() * static_cast<double>(batch.placesOf(*needle).pixels());
    }
    return nanoseconds / threads_ <
           costs::kFewWindows * static_cast<double>(scene_.size().pixels());
  }

  static void takeError(const ScoreBatch& batch, const TileWorker& worker) {
    if (batch.map == nullptr) return;
    // And a float's own rounding near 1.
    batch.map->error = std::max(batch.map->error, worker.mapError + 6e-8);
  }

  /// Lets a worker a thread do the tasks.
  template <class Make>
  std::vector<std::unique_ptr<TileWorker>> runTasks(
      std::int64_t tasks, int mostThreads, const Make& make,
      const finders::PeakList::Filter& wanted,
      const std::function<void(TileWorker&, std::int64_t)>& run =
          [](TileWorker& worker, std::int64_t task) { worker.run(task); }) {
    const auto threads = static_cast<int>(std::min<std::int64_t>(mostThreads, tasks));
    std::vector<std::unique_ptr<TileWorker>> workers(static_cast<std::size_t>(threads));
    parallelFor(tasks, threads, control_, [&](std::int64_t task, int thread) {
      std::unique_ptr<TileWorker>& worker = workers[static_cast<std::size_t>(thread)];
      if (!worker) {
        worker = make();
        worker->peaks.keepBest(options_.most, options_.after);
        worker->peaks.keepOnly(wanted);
      }
      run(*worker, task);
    });
    return workers;
  }

  void takePeaks(const std::vector<std::unique_ptr<TileWorker>>& workers) {
    for (const std::unique_ptr<TileWorker>& worker : workers) {
      if (!worker) continue;
      peaks_.push_back(worker->peaks.take());
      leftOut_ = leftOut_ || worker->peaks.dropped();
    }
    dropPeaks();
  }

  void say(const Message& what) { alsoSay(report_.strategy, what); }

  const ImageView& scene_;
  const ScoreOptions& options_;
  int threads_;
  const Control& control_;
  RunReport& report_;
  const Strategies allowed_;
  std::int64_t pixels_ = 0;  ///< of all needles
  std::vector<ScoredNeedle> needles_;
  std::vector<Needles> groups_;
  std::vector<std::vector<Peak>> peaks_;  ///< of each worker
  bool leftOut_ = false;                  ///< worse ones than these
  Needles wide_;                          ///< those whose distances may need more than 64 bits
};

}  // namespace

ScoredPlaces scoreFast(const ImageView& scene, std::span<const Needle> needles,
                       const ScoreOptions& options, int threads, const Control& control,
                       RunReport& report) {
  return scoreFast(scene, needles, options, threads, control, report, {});
}

ScoredPlaces scoreFast(const ImageView& scene, std::span<const Needle> needles,
                       const ScoreOptions& options, int threads, const Control& control,
                       RunReport& report, const Strategies& allowed) {
  if (!finders::stands(scene))
    return FastScore(scene, needles, options, threads, control, report, allowed).find();
  const finders::Lying lying(scene, needles, control);
  ScoreOptions asked = options;
  if (asked.after) finders::turn(*asked.after);
  const ImageView view = lying.scene();
  ScoredPlaces found =
      FastScore(view, lying.needles(), asked, threads, control, report, allowed).find();
  for (Peak& peak : found.peaks) finders::turn(peak);
  if (found.best) finders::turn(*found.best);
  return found;
}

ScoreMap mapFast(const ImageView& scene, const Needle& needle, const ScoreOptions& options,
                 int threads, const Control& control, RunReport& report) {
  if (!finders::stands(scene)) {
    return FastScore(scene, {&needle, 1}, options, threads, control, report).map();
  }
  const finders::Lying lying(scene, {&needle, 1}, control);
  const ImageView view = lying.scene();
  ScoreMap map = FastScore(view, lying.needles(), options, threads, control, report).map();
  std::swap(map.size.width, map.size.height);
  return map;
}

}  // namespace espy::score
