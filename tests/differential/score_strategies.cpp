// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "differential/score_strategies.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "find/select.h"
#include "score/average_passes.h"
#include "score/by_averages.h"
#include "score/choose_tile.h"
#include "score/dense_distances.h"
#include "score/tile_strategy.h"

namespace espy::test {

using score::TileStrategy;

namespace {

/// One strategy, with tiles so small that there are many; needle by needle, or those of one format
/// in one batch.
class StrategySearch {
 public:
  StrategySearch(const ScoreCase& one, TileStrategy strategy, Means means, bool together)
      : case_(one), strategy_(strategy), means_(means) {
    const ImageView& scene = one.scene.scene;
    for (std::uint32_t n = 0; n < one.scene.needles.size(); ++n) {
      score::ScoredNeedle needle =
          score::makeScoredNeedle(one.scene.needles[n], n, scene.format(), one.options.weighted,
                                  Method::zncc, {}, one.options.channelMeans);
      if (needle.size.width <= scene.width() && needle.size.height <= scene.height()) {
        needles_.push_back(std::move(needle));
      }
    }
    for (const score::ScoredNeedle& needle : needles_) {
      const auto like = std::find_if(groups_.begin(), groups_.end(), [&](const Group& group) {
        return together && group.front()->form == needle.form;
      });
      if (like != groups_.end()) {
        like->push_back(&needle);
      } else {
        groups_.push_back({&needle});
      }
    }
  }

  /// Is any batch shared by several needles?
  bool sharesBatches() const {
    return std::any_of(groups_.begin(), groups_.end(),
                       [](const Group& group) { return group.size() > 1; });
  }

  /// Can any needle be searched in passes?
  bool hasPasses() const {
    return std::any_of(needles_.begin(), needles_.end(), [&](const score::ScoredNeedle& needle) {
      return score::AveragePasses::can(needle, case_.options);
    });
  }

  ScoredPlaces find() {
    ScoredPlaces found;
    for (const Group& group : groups_) search(group, nullptr, found);
    sortAsTheReference(found.peaks);
    if (found.peaks.empty() && case_.options.wantBest) {
      score::BestPlace best;
      for (const Group& group : groups_) search(group, &best, found);
      found.best = best.place();
    }
    return found;
  }

  /// From the reference's result.
  std::string difference() {
    const std::string difference = differenceOf(case_.wanted, find());
    if (difference.empty()) return {};
    return fmt::format("strategy {}, means {}, together {}, {}: {}", static_cast<int>(strategy_),
                       static_cast<int>(means_), sharesBatches(), case_.name(), difference);
  }

 private:
  using Group = std::vector<const score::ScoredNeedle*>;

  /// The smallest side of an FFT that yields several positions.
  static std::int64_t tileSide(std::int64_t needle) {
    const auto sides = score::transformSides();
    return *std::find_if(sides.begin(), sides.end(),
                         [&](std::int64_t side) { return side >= needle + 6; });
  }

  /// Cuts a single needle into up to six pieces, in half of the cases; tiles are not larger than
  /// the scene, like those that the engine chooses.
  void cut(score::ScoreBatch& batch) const {
    const Size needle = batch.needles.front()->size;
    if (strategy_ != TileStrategy::byTransforms || batch.needles.size() > 1 ||
        needle.width % 2 == 0)
      return;
    const Size piece{(needle.width + 1) / 2, (needle.height + 2) / 3};
    batch.transform = {tileSide(piece.width), tileSide(piece.height)};
    batch.cut = {piece, needle.height % 2 == 0};
    const ImageView& scene = batch.scene;
    const Size tile{
        std::min(batch.transform.width - piece.width + needle.width, scene.width()),
        std::min(batch.transform.height - piece.height + needle.height, scene.height())};
    batch.grid = picture::TileGrid(scene.size(), needle, needle, tile);
  }

  void search(const Group& group, score::BestPlace* best, ScoredPlaces& found) const {
    const ImageView& scene = case_.scene.scene;
    const Size most = score::largest(group);
    const Size tile = strategy_ == TileStrategy::byTransforms
                          ? Size{tileSide(most.width), tileSide(most.height)}
                          : Size{most.width + 9, most.height + 6};
    score::ScoreBatch batch{
        scene,     group.front()->form,
        group,     case_.options,
        strategy_, picture::TileGrid(scene.size(), score::smallest(group), most, tile),
        control_,  best};
    cut(batch);
    if (means_ != Means::none && best == nullptr) {
      for (const score::ScoredNeedle* needle : group) {
        if (means_ == Means::passes && score::AveragePasses::can(*needle, case_.options)) {
          searchByPasses(*needle, tile, found);
        } else {
          searchByMeans(*needle, tile, found);
        }
      }
      return;
    }
    runAll(*score::makeWorker(batch), batch.tasks(), found);
  }

  static void runAll(score::TileWorker& worker, std::int64_t tasks, ScoredPlaces& found) {
    for (std::int64_t task = 0; task < tasks; ++task) worker.run(task);
    found.peaks.insert(found.peaks.end(), worker.peaks.begin(), worker.peaks.end());
  }

  /// In small tiles, some of which are left to the strategy, as the engine does it.
  void searchByMeans(const score::ScoredNeedle& needle, Size tile, ScoredPlaces& found) const {
    const ImageView& scene = case_.scene.scene;
    const score::AverageBound bound(needle, case_.options.method, case_.options.minScore, 2);
    std::optional<score::AverageSearch> means;
    std::vector<picture::TileArea> left;
    if (bound.isUsable() && !needle.weighted) {
      const double fallback =
          static_cast<double>(needle.size.width % 3);  // nothing is left, or some, or most
      means.emplace(scene, std::vector{&needle}, std::vector{bound}, case_.options,
                    fallback == 0 ? 1e9 : 4 * fallback, Size{11, 7}, control_);
      ScoredPlaces some;
      runAll(*means->makeWorker(), means->tasks(), some);
      if (means->hasGivenUp()) {
        means.reset();
      } else {
        found.peaks.insert(found.peaks.end(), some.peaks.begin(), some.peaks.end());
        left = means->left();
        if (left.empty()) return;
      }
    }
    searchRest(
        needle, tile, means ? &left : nullptr,
        [&](const Peak& peak) { return means->isLeft(0, peak.x, peak.y); }, found);
  }

  /// First by block averages, in strips of a few rows; the strategy searches the rows that these
  /// leave.
  void searchByPasses(const score::ScoredNeedle& needle, Size tile, ScoredPlaces& found) const {
    const ImageView& scene = case_.scene.scene;
    picture::SceneAverages sceneMeans(scene, needle.form,
                                      1 + static_cast<int>(needle.size.height % 3), control_);
    // As above; `least` is the minimal cost.
    const auto least = static_cast<double>(needle.size.width % 3);
    score::AveragePasses search(sceneMeans, needle, case_.options,
                                least == 0 ? 1e9 : 4 * least * least, 5);
    std::vector<picture::TileArea> left;
    const bool searched = search.search();
    finders::PeakList peaks;
    if (searched) {
      left = search.left();
      for (std::int64_t task = 0; task < search.tasks(); ++task) search.appendPeaks(task, peaks);
      found.peaks.insert(found.peaks.end(), peaks.begin(), peaks.end());
      if (left.empty()) return;
    }
    searchRest(
        needle, tile, searched ? &left : nullptr,
        [&](const Peak& peak) { return search.isLeft(peak.y); }, found);
  }

  /// Searches what a first pass has left, or everything without one, by the strategy.
  void searchRest(const score::ScoredNeedle& needle, Size tile,
                  const std::vector<picture::TileArea>* left,
                  const finders::PeakList::Filter& isLeft, ScoredPlaces& found) const {
    const ImageView& scene = case_.scene.scene;
    const Size size = needle.size;
    const score::ScoreBatch batch{
        scene,
        needle.form,
        {&needle},
        case_.options,
        strategy_,
        left != nullptr
            ? picture::TileGrid(scene.size(), size, tile, picture::mergedPositions(*left))
            : picture::TileGrid(scene.size(), size, size, tile),
        control_};
    const auto worker = score::makeWorker(batch);
    if (left != nullptr) worker->peaks.keepOnly(isLeft);
    runAll(*worker, batch.tasks(), found);
  }

  const ScoreCase& case_;
  TileStrategy strategy_;
  Means means_;
  Control control_;
  std::vector<score::ScoredNeedle> needles_;
  std::vector<Group> groups_;
};

}  // namespace

bool supportsCase(TileStrategy strategy, const ScoreCase& one) {
  return std::all_of(one.scene.needles.begin(), one.scene.needles.end(), [&](const Needle& needle) {
    const score::ScoredNeedle made =
        score::makeScoredNeedle(needle, 0, one.scene.scene.format(), one.options.weighted);
    const score::ScoredNeedle* only = &made;
    return score::tileFor(strategy, {4096, 4096}, {&only, 1}, one.options.method).width > 0;
  });
}

std::string differenceOfStrategy(const ScoreCase& one, TileStrategy strategy, Means means,
                                 bool together) {
  return StrategySearch(one, strategy, means, together).difference();
}

std::string differenceOfStrategies(const ScoreCase& one) {
  for (const TileStrategy strategy :
       {TileStrategy::bySamples, TileStrategy::byTransforms, TileStrategy::directly}) {
    if (!supportsCase(strategy, one)) continue;
    for (const Means means : {Means::none, Means::tiles, Means::passes}) {
      for (const bool together : {false, true}) {
        // Passes are tested with single needles, averages with tiles.
        StrategySearch search(one, strategy, means, together);
        if (together && !search.sharesBatches()) continue;
        if (means != Means::none && one.options.method == Method::zncc) continue;
        if (means == Means::passes && !search.hasPasses()) continue;
        std::string difference = search.difference();
        if (!difference.empty()) return difference;
      }
    }
  }
  return {};
}

std::string differenceOfDense(const ScoreCase& one, const score::ScoredNeedle& needle,
                              TileStrategy strategy) {
  const ImageView& scene = one.scene.scene;
  score::DensePlan plan = score::densePlan(scene.size(), needle, one.options, 1);
  if (!plan.can()) return {};
  if (one.options.method == Method::ssd) {
    if (strategy == TileStrategy::directly && !score::DirectRows::fits(needle)) return {};
    plan.strategy = strategy;
    plan.tile = {needle.size.width + 9, needle.size.height + 6};
    if (strategy == TileStrategy::byTransforms) {
      plan.tile = {16, 16};
      while (plan.tile.width < needle.size.width + 6) plan.tile.width *= 2;
      while (plan.tile.height < needle.size.height + 6) plan.tile.height *= 2;
    }
  }
  plan.nanoseconds = 1e12;  // no limit on candidates
  const std::int64_t height = scene.height() - needle.size.height + 1;
  const std::vector<std::vector<score::DenseDistances::Rows>> kinds{
      {{0, height}}, {{height / 3, height / 3 + 1}, {height / 2 + 1, height}}};
  for (const auto& rows : kinds) {
    if (rows.back().first >= rows.back().last || rows.front().last > rows.back().first + height) {
      continue;
    }
    if (rows.size() > 1 && rows[0].last > rows[1].first) continue;
    for (const bool selects : {false, true}) {
      plan.selects = selects;
      ScoreOptions options = one.options;
      SelectOptions select;
      if (selects) options.overlap = select.overlap = 0.3;
      const Control control;
      picture::SceneAverages means(scene, needle.form, 1 + static_cast<int>(needle.size.height % 3),
                                   control);
      score::DenseDistances search(means, needle, options, plan, rows);
      if (!search.search()) return "nothing was searched";
      finders::PeakList peaks;
      if (selects && search.canCollect()) {
        for (std::int64_t tile = 0; tile < search.tiles(); ++tile) search.collect(tile);
        for (const Peak& peak : search.selectCollected()) peaks.add(peak);
      } else {
        for (std::int64_t task = 0; task < search.tasks(); ++task) search.appendPeaks(task, peaks);
      }
      std::vector<Peak> wanted;
      for (const Peak& peak : one.wanted.peaks) {
        const bool included = std::any_of(rows.begin(), rows.end(), [&](const auto& some) {
          return peak.y >= some.first && peak.y < some.last;
        });
        if (peak.needle == needle.index && included) wanted.push_back(peak);
      }
      const auto selected = [&](std::vector<Peak>&& all) {
        return finders::selectPeaks(std::move(all), one.scene.needles, select, control);
      };
      const std::vector<Match> right = selected(std::move(wanted));
      const std::vector<Match> found = selected(peaks.take());
      if (found != right) {
        const auto [a, b] = std::ranges::mismatch(found, right);
        return fmt::format(
            "strategy {}, {} ranges of rows, selects {}: {} matches, wanted {}; first other: {} in "
            "place of {}",
            static_cast<int>(strategy), rows.size(), selects, found.size(), right.size(),
            a != found.end() ? say(*a) : "none", b != right.end() ? say(*b) : "none");
      }
    }
  }
  return {};
}

}  // namespace espy::test
