// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Scores from the samples of every window: sums of absolute differences, weights, and needles for
// which FFTs do not pay.
#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <utility>

#include "find/peak_finder.h"
#include "find/window_distance.h"
#include "picture/sums.h"
#include "score/batch.h"
#include "score/difference_tree.h"
#include "score/exact_distances.h"
#include "score/formula.h"
#include "score/needle.h"
#include "score/window_at.h"
#include "score/window_rows.h"

namespace espy::score {
namespace {

template <class Sample>
class DistanceWorker : public TileWorker {
 public:
  explicit DistanceWorker(const ScoreBatch& batch) : batch_(batch) {
    if (batch.options.method == Method::zncc) return;
    for (std::size_t n = 0; n < batch.needles.size(); ++n) {
      const bool hasTree = treeOf(n) != nullptr;
      loops_.push_back(
          hasTree ? nullptr
                  : std::make_unique<const Loops>(*batch.needles[n], batch.options.method));
    }
  }

  void run(std::int64_t task) override {
    const picture::TileArea whole = batch_.grid.area(task);
    plane_.load(batch_.scene, batch_.form, whole.x, whole.y, batch_.grid.tile());
    if (batch_.options.method == Method::zncc) sums_.load(plane_);
    for (std::size_t n = 0; n < batch_.needles.size(); ++n) {
      const ScoredNeedle& needle = *batch_.needles[n];
      if (!peaks.wants(needle.index)) continue;
      const Size places = batch_.placesOf(needle);
      const picture::TileArea area = whole.within(places);
      if (area.empty()) continue;
      peakFinder_.begin(batch_.grid.tile());
      const DifferenceTree* const tree = treeOf(n);
      if (tree != nullptr) compareBlocks(n, *tree, area, places);
      for (std::int64_t y = 0; tree == nullptr && y < area.endY(places); ++y) {
        for (std::int64_t x = 0; x < area.endX(places); x += DistanceRows::kPlaces) {
          const std::int64_t count = std::min(DistanceRows::kPlaces, area.endX(places) - x);
          batch_.control.check();  // a stretch of a large needle takes milliseconds
          if (batch_.options.method == Method::zncc) {
            correlate(needle, area, x, y, count);
          } else {
            compare(n, area, x, y, count);
          }
        }
      }
      if (batch_.best == nullptr && batch_.map == nullptr) {
        peakFinder_.finish(area, needle, peaks);
      }
    }
  }

 private:
  /// A needle, laid out for loops over neighbouring windows, single ones, and several.
  struct Loops {
    Loops(const ScoredNeedle& needle, Method method)
        : rows(needle, method), windows(needle), lanes(needle, method) {}

    DistanceRows rows;
    WindowRows windows;
    finders::WindowDistance<Sample> lanes;
  };

  const DifferenceTree* treeOf(std::size_t n) const {
    return batch_.options.method == Method::sad ? batch_.differenceTrees().of(n) : nullptr;
  }

  double least() const {
    if (batch_.map != nullptr) return -std::numeric_limits<double>::infinity();
    return batch_.best != nullptr ? batch_.best->score() : batch_.options.minScore;
  }

  void take(const ScoredNeedle& needle, const picture::TileArea& area, std::int64_t x,
            std::int64_t y, double score, std::uint64_t distance, double wanted) {
    if (!(score >= wanted)) return;
    const bool own = x >= area.ownX && x < area.ownEndX && y >= area.ownY && y < area.ownEndY;
    if (batch_.map != nullptr) {
      ScoreMap& map = *batch_.map;
      if (!own) return;
      map.scores[static_cast<std::size_t>((area.y + y) * map.size.width + area.x + x)] =
          static_cast<float>(score);
    } else if (batch_.best != nullptr) {
      if (own) batch_.best->offer(finders::peakAt(area, needle, x, y, score, distance));
    } else {
      peakFinder_.add(x, y, score, distance);
    }
  }

  /// Neighbouring windows, by distance.
  void compare(std::size_t n, const picture::TileArea& area, std::int64_t x, std::int64_t y,
               std::int64_t count) {
    const ScoredNeedle& needle = *batch_.needles[n];
    const double wanted = least();
    compared += count * needle.sums.samples;
    const Loops& loops = *loops_[n];
    if (loops.lanes.nanoseconds() < loops.rows.nanoseconds()) {
      compareInLanes(n, area, x, y, count, wanted);
      return;
    }
    if (count < kFew && !needle.weighted) {
      for (std::int64_t i = 0; i < count; ++i) {
        const std::uint64_t distance = distanceAt(n, x + i, y);
        const double score = scoreOfDistance(batch_.options.method, needle.sums, distance);
        take(needle, area, x + i, y, score, distance, wanted);
      }
      return;
    }
    const std::uint64_t most = mostDistanceFor(batch_.options.method, needle.sums, wanted);
    std::array<std::uint64_t, DistanceRows::kPlaces> distances;
    if (!loops.rows.at(plane_, x, y, count, most, distances.data())) return;
    for (std::int64_t i = 0; i < count; ++i) {
      const double score = scoreOfDistance(batch_.options.method, needle.sums, distances[i]);
      take(needle, area, x + i, y, score, distances[i], wanted);
    }
  }

  /// All windows of a tile, with sums over blocks where these suffice.
  void compareBlocks(std::size_t n, const DifferenceTree& tree, const picture::TileArea& area,
                     Size places) {
    const ScoredNeedle& needle = *batch_.needles[n];
    const SceneRanges& ranges = *batch_.differenceTrees().ranges;
    for (std::int64_t y = 0; y < area.endY(places); y += DifferenceTree::kRows) {
      const std::int64_t rows = std::min(DifferenceTree::kRows, area.endY(places) - y);
      for (std::int64_t x = 0; x < area.endX(places); x += kStretch) {
        const std::int64_t count = std::min(kStretch, area.endX(places) - x);
        batch_.control.check();
        const double wanted = least();
        const std::uint64_t most = mostDistanceFor(batch_.options.method, needle.sums, wanted);
        if (!tree.at(plane_, ranges, {area.x + x, area.y + y, x, y, count, rows}, most,
                     batch_.control, blocks_)) {
          continue;
        }
        for (std::int64_t i = 0; i < rows * kStretch; ++i) {
          const std::uint64_t distance = blocks_.sums[static_cast<std::size_t>(i)];
          if (i % kStretch >= count || distance > most) continue;
          const double score = scoreOfDistance(batch_.options.method, needle.sums, distance);
          take(needle, area, x + i % kStretch, y + i / kStretch, score, distance, wanted);
        }
      }
    }
    compared += std::exchange(blocks_.compared, 0);
  }

  /// The same with `WindowDistance`, several windows at a time.
  void compareInLanes(std::size_t n, const picture::TileArea& area, std::int64_t x, std::int64_t y,
                      std::int64_t count, double wanted) {
    const ScoredNeedle& needle = *batch_.needles[n];
    const std::uint64_t most = mostDistanceFor(batch_.options.method, needle.sums, wanted);
    std::array<Place, DistanceRows::kPlaces> places;
    std::array<finders::Wide, DistanceRows::kPlaces> distances;
    for (std::int64_t i = 0; i < count; ++i) {
      places[static_cast<std::size_t>(i)] = {static_cast<std::uint32_t>(x + i),
                                             static_cast<std::uint32_t>(y)};
    }
    loops_[n]->lanes.at(plane_, {places.data(), static_cast<std::size_t>(count)}, most,
                        distances.data());
    for (std::int64_t i = 0; i < count; ++i) {
      const auto distance = static_cast<std::uint64_t>(distances[static_cast<std::size_t>(i)]);
      if (distance > most) continue;
      const double score = scoreOfDistance(batch_.options.method, needle.sums, distance);
      take(needle, area, x + i, y, score, distance, wanted);
    }
  }

  /// The distance of a single window.
  std::uint64_t distanceAt(std::size_t n, std::int64_t x, std::int64_t y) const {
    if (batch_.options.method == Method::sad) {
      return static_cast<std::uint64_t>(loops_[n]->lanes.at(plane_, x, y));
    }
    const WindowSums window = loops_[n]->windows.sums(plane_, x, y);
    return window.squares + batch_.needles[n]->sums.squares - 2 * window.products;
  }

  void correlate(const ScoredNeedle& needle, const picture::TileArea& area, std::int64_t x,
                 std::int64_t y, std::int64_t count) {
    if (needle.sums.eachMean()) {
      for (std::int64_t i = x; i < x + count; ++i) {
        take(needle, area, i, y, correlationAt(plane_, needle, i, y), 0, least());
      }
      return;
    }
    std::array<std::uint64_t, DistanceRows::kPlaces> sums;
    std::array<std::uint64_t, DistanceRows::kPlaces> squares;
    needleWindows(sums_, needle, x, y, count, sums.data(), squares.data());
    const double wanted = least();
    for (std::int64_t i = 0; i < count; ++i) {
      const WindowSums window{sums[i], squares[i], productsAt(plane_, needle, x + i, y)};
      take(needle, area, x + i, y, scoreOfWindow(needle.sums, window), 0, wanted);
    }
  }

  /// Fewer neighbouring windows than this are read one by one: a whole stretch would mostly be
  /// wasted.
  static constexpr std::int64_t kFew = 16;

  const ScoreBatch& batch_;
  std::vector<std::unique_ptr<const Loops>> loops_;  ///< by needle; null where it has a tree
  picture::TilePlanes<Sample> plane_;
  picture::TileSums<std::uint64_t> sums_;
  finders::PeakFinder peakFinder_;
  DifferenceTree::Distances blocks_;
};

}  // namespace

std::unique_ptr<TileWorker> makeDistanceWorker(const ScoreBatch& batch) {
  if (batch.form.depth == Depth::u16) return std::make_unique<DistanceWorker<std::uint16_t>>(batch);
  return std::make_unique<DistanceWorker<std::uint8_t>>(batch);
}

}  // namespace espy::score
