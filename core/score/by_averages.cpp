// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "score/by_averages.h"

#include <algorithm>
#include <array>
#include <tuple>

#include "find/peak_finder.h"
#include "find/window_distance.h"
#include "picture/sums.h"
#include "score/average_tile.h"
#include "score/candidates.h"
#include "score/costs.h"
#include "score/direct_rows.h"
#include "score/exact_distances.h"
#include "score/formula.h"
#include "score/needle.h"
#include "score/tile_strategy.h"
#include "score/window_rows.h"

namespace espy::score {
namespace {

/// Needles whose candidates in a tile are held at once; up to half a megabyte each.
constexpr std::size_t kHeld = 4;
/// Windows between two checks for cancellation.
constexpr std::uint64_t kCheckEvery = 16;

struct At {
  std::int32_t x;
  std::int32_t y;
};

/// A bound from smaller blocks, tested window by window.
struct FineBound {
  FineBound(AverageBound made, Method method) : bound(std::move(made)), windows(bound.blocks()) {
    if (method == Method::sad) differences.emplace(bound.blocks(), method);
  }
  FineBound(const FineBound&) = delete;
  FineBound& operator=(const FineBound&) = delete;

  AverageBound bound;
  WindowRows windows;                                                ///< of its blocks
  std::optional<finders::WindowDistance<std::uint8_t>> differences;  ///< sad: likewise
};

template <class Sample>
class MeansWorker : public TileWorker {
 public:
  explicit MeansWorker(AverageSearch& search) : search_(search) {
    for (const AverageBound& bound : search.bounds()) {
      if (search.options().method == Method::sad) {
        differences_.emplace_back(bound.blocks(), Method::sad);
      } else {
        products_.emplace_back(bound.blocks());
      }
    }
    fine_.resize(search.needles().size());
    for (std::size_t n = 0; n < search.needles().size(); ++n) {
      windows_.emplace_back(*search.needles()[n]);
      if (search.options().method == Method::sad) {
        exact_.push_back(
            std::make_unique<finders::WindowDistance<Sample>>(*search.needles()[n], Method::sad));
      }
      makeFine(n);
    }
  }

  void run(std::int64_t task) override {
    const std::size_t needles = search_.needles().size();
    if (search_.hasGivenUp()) {
      for (std::size_t n = 0; n < needles; ++n) search_.count(task, n, true);
      return;
    }
    const picture::TileArea whole = search_.grid().area(task);
    const AverageBound& any = search_.bounds().front();
    tile_.load(search_.scene(), search_.needles().front()->form, whole.x, whole.y,
               search_.grid().tile());
    means_.load(tile_, any.side(), any.unit());
    fineMeans_.clear();
    for (std::size_t first = 0; first < needles; first += kHeld) {
      const std::size_t end = std::min(needles, first + kHeld);
      if (!this->peaks.wants(search_.needles()[first]->index)) break;  // nor those after it
      for (std::vector<At>& candidates : candidates_) candidates.clear();
      for (int py = 0; py < any.side(); ++py) {
        search_.control().check();
        for (int px = 0; px < any.side(); ++px) searchPhase(whole, px, py, first, end);
      }
      for (std::size_t n = first; n < end; ++n) finish(whole, task, n);
    }
  }

 private:
  void makeFine(std::size_t n) {
    const int side = search_.bounds()[n].side() / 4;
    if (windows_[n].nanoseconds() < costs::kLongWindow || side < 2) return;
    const ScoreOptions& options = search_.options();
    AverageBound bound(*search_.needles()[n], options.method, options.minScore, side);
    if (bound.blocks().sums.samples > AverageBound::kMostBlocks) return;
    if (!bound.isUsable()) return;
    fine_[n] = std::make_unique<FineBound>(std::move(bound), search_.options().method);
  }

  Size placesOf(const picture::TileArea& area, std::size_t n) const {
    const Size places = picture::positionsIn(search_.scene().size(), search_.needles()[n]->size);
    const picture::TileArea within = area.within(places);
    if (within.empty()) return {};
    return {within.endX(places), within.endY(places)};
  }

  std::vector<At>& candidatesOf(std::size_t n) { return candidates_[n % kHeld]; }

  bool isTooMany(std::size_t n, Size places) {
    const auto left = static_cast<double>(candidatesOf(n).size());
    const auto all = static_cast<double>(places.pixels());
    // Adjacent windows are compared together, and mostly in part; the estimate assumes all samples.
    constexpr double kMostLeft = 0.75;
    if (search_.options().method == Method::sad && left > kMostLeft * all) return true;
    return left * windows_[n].nanoseconds() > search_.fallback() * all;
  }

  /// Tests the positions at a multiple of the block size from (px, py), for some needles.
  void searchPhase(const picture::TileArea& whole, int px, int py, std::size_t first,
                   std::size_t end) {
    const int side = search_.bounds().front().side();
    picture::TilePlanes<std::uint8_t> phase = means_.phase(px, py);
    Size summed;  // the grid of blocks whose sums are computed
    Size summedPlaces;
    for (std::size_t n = first; n < end; ++n) {
      const Size places = placesOf(whole, n);
      if (px >= places.width || py >= places.height || isTooMany(n, places)) continue;
      const AverageBound& bound = search_.bounds()[n];
      const Size asked{(places.width - px + side - 1) / side,
                       (places.height - py + side - 1) / side};
      const auto found = [&](std::int64_t i, std::int64_t row) {
        candidatesOf(n).push_back(
            {static_cast<std::int32_t>(px + i * side), static_cast<std::int32_t>(py + row * side)});
      };
      if (search_.options().method == Method::sad) {
        compare(phase, n, asked, found);
        continue;
      }
      const ScoredNeedle& blocks = bound.blocks();
      if (!blocks.solid || blocks.size != summed || asked != summedPlaces) {
        sumUp(phase, blocks, asked);
      }
      summed = blocks.solid ? blocks.size : Size{};
      summedPlaces = asked;
      correlate(phase, n, asked, found);
    }
  }

  /// Computes the sums of the block averages, and of their squares, over the tested windows.
  void sumUp(const picture::TilePlanes<std::uint8_t>& phase, const ScoredNeedle& blocks,
             Size asked) {
    flags_.resize(static_cast<std::size_t>(asked.width));
    if (blocks.solid) {
      gridSums_.load(phase, blocks.size, asked);
      return;
    }
    phaseSums_.load(phase);
    sums_.resize(static_cast<std::size_t>(asked.width));
    squares_.resize(sums_.size());
  }

  template <class Found>
  void correlate(const picture::TilePlanes<std::uint8_t>& phase, std::size_t n, Size asked,
                 const Found& found) {
    const DirectRows& rows = products_[n];
    const std::int64_t productPitch = DirectRows::pitchFor(asked.width);
    correlated_.resize(static_cast<std::size_t>(productPitch * asked.height));
    rows.correlate(phase, asked, correlated_.data());
    const ScoredNeedle& blocks = search_.bounds()[n].blocks();
    for (std::int64_t y = 0; y < asked.height; ++y) {
      if (!blocks.solid) {
        phaseSums_.windows(blocks.rectangles, 0, y, asked.width, sums_.data(), squares_.data());
      }
      const std::int64_t count = search_.bounds()[n].mark(
          rows.centre(), correlated_.data() + y * productPitch,
          blocks.solid ? gridSums_.sums(y) : sums_.data(),
          blocks.solid ? gridSums_.squares(y) : squares_.data(), asked.width, flags_.data());
      if (count == 0) continue;
      forEachFlagged(flags_.data(), asked.width, [&](std::int64_t i) { found(i, y); });
    }
  }

  template <class Found>
  void compare(const picture::TilePlanes<std::uint8_t>& phase, std::size_t n, Size asked,
               const Found& found) {
    const std::uint64_t most = search_.bounds()[n].mostDifferences();
    std::array<std::uint64_t, DistanceRows::kPlaces> distances;
    for (std::int64_t y = 0; y < asked.height; ++y) {
      for (std::int64_t x = 0; x < asked.width; x += DistanceRows::kPlaces) {
        const std::int64_t count = std::min(DistanceRows::kPlaces, asked.width - x);
        if (!differences_[n].at(phase, x, y, count, most, distances.data())) continue;
        for (std::int64_t i = 0; i < count; ++i) {
          if (distances[static_cast<std::size_t>(i)] <= most) found(x + i, y);
        }
      }
    }
  }

  /// Reduces many candidates with large windows by the averages of smaller blocks, which cost a
  /// fraction of the samples.
  void thin(std::size_t n, Size places) {
    const std::unique_ptr<FineBound>& fine = fine_[n];
    if (!fine) return;
    if (static_cast<double>(candidatesOf(n).size()) * windows_[n].nanoseconds() <
        costs::kFineMeans * static_cast<double>(places.pixels())) {
      return;
    }
    const int side = fine->bound.side();
    if (fineMeans_.side() != side) fineMeans_.load(tile_, side, fine->bound.unit());
    std::uint64_t asked = 0;
    std::erase_if(candidatesOf(n), [&](const At& at) {
      if (++asked % kCheckEvery == 0) search_.control().check();
      const picture::TilePlanes<std::uint8_t> phase = fineMeans_.phase(at.x % side, at.y % side);
      const std::int64_t x = at.x / side;
      const std::int64_t y = at.y / side;
      if (search_.options().method == Method::sad) {
        return fine->differences->at(phase, x, y) > fine->bound.mostDifferences();
      }
      return !fine->bound.mayReach(fine->windows.sums(phase, x, y));
    });
  }

  /// Computes exact distances of the candidates of a tile, unless there are too many.
  void finish(const picture::TileArea& whole, std::int64_t task, std::size_t n) {
    const ScoredNeedle& needle = *search_.needles()[n];
    const Size places = placesOf(whole, n);
    if (!isTooMany(n, places)) thin(n, places);
    const bool tooMany = isTooMany(n, places);
    search_.count(task, n, tooMany);
    if (tooMany || candidatesOf(n).empty()) return;
    peakFinder_.begin(search_.grid().tile());
    if (search_.options().method == Method::sad) {
      compareAll(n);
      peakFinder_.finish(whole, needle, peaks);
      return;
    }
    std::uint64_t computed = 0;
    for (const At& at : candidatesOf(n)) {
      // Up to the cost of searching the tile by another strategy: tenths of a second.
      if (++computed % kCheckEvery == 0) search_.control().check();
      std::uint64_t distance = 0;
      const double score = scoreAt(n, at.x, at.y, distance);
      if (score >= search_.options().minScore) peakFinder_.add(at.x, at.y, score, distance);
    }
    peakFinder_.finish(whole, needle, peaks);
  }

  /// Neighbouring candidates together: their samples are then cached.
  void compareAll(std::size_t n) {
    const ScoredNeedle& needle = *search_.needles()[n];
    const double least = search_.options().minScore;
    const std::uint64_t most = mostDistanceFor(Method::sad, needle.sums, least);
    std::vector<At>& all = candidatesOf(n);
    std::sort(all.begin(), all.end(),
              [](const At& a, const At& b) { return std::tie(a.y, a.x) < std::tie(b.y, b.x); });
    std::vector<Place> places;
    std::array<finders::Wide, kCheckEvery> distances;
    for (std::size_t first = 0; first < all.size(); first += kCheckEvery) {
      search_.control().check();
      places.clear();
      const std::size_t last = std::min(all.size(), first + kCheckEvery);
      for (std::size_t i = first; i < last; ++i) {
        places.emplace_back(static_cast<std::uint32_t>(all[i].x),
                            static_cast<std::uint32_t>(all[i].y));
      }
      exact_[n]->at(tile_, places, most, distances.data());
      for (std::size_t i = first; i < last; ++i) {
        const auto distance = static_cast<std::uint64_t>(distances[i - first]);
        const double score = scoreOfDistance(Method::sad, needle.sums, distance);
        if (score >= least) peakFinder_.add(all[i].x, all[i].y, score, distance);
      }
    }
  }

  double scoreAt(std::size_t n, std::int64_t x, std::int64_t y, std::uint64_t& distance) const {
    const ScoredNeedle& needle = *search_.needles()[n];
    const Method method = search_.options().method;
    const WindowSums window = windows_[n].sums(tile_, x, y);
    distance = window.squares + needle.sums.squares - 2 * window.products;
    return scoreOfDistance(method, needle.sums, distance);
  }

  AverageSearch& search_;
  std::vector<DirectRows> products_;       ///< ssd: by needle
  std::vector<DistanceRows> differences_;  ///< sad
  std::vector<WindowRows> windows_;
  std::vector<std::unique_ptr<finders::WindowDistance<Sample>>> exact_;  ///< sad
  std::vector<std::unique_ptr<FineBound>> fine_;  ///< by needle; null where none would pay
  AverageTile fineMeans_;
  picture::TilePlanes<Sample> tile_;
  AverageTile means_;
  GridSums gridSums_;                           ///< where no block is ignored
  picture::TileSums<std::uint32_t> phaseSums_;  ///< where a block is ignored
  ScratchVector<std::uint32_t> sums_;
  ScratchVector<std::uint32_t> squares_;
  ScratchVector<std::int32_t> correlated_;
  ScratchVector<std::uint8_t> flags_;
  std::array<std::vector<At>, kHeld> candidates_;  ///< of some needles
  finders::PeakFinder peakFinder_;
};

}  // namespace

AverageSearch::AverageSearch(const ImageView& scene, std::vector<const ScoredNeedle*> needles,
                             std::vector<AverageBound> bounds, const ScoreOptions& options,
                             double fallback, Size places, const Control& control)
    : scene_(scene),
      needles_(std::move(needles)),
      bounds_(std::move(bounds)),
      options_(options),
      fallback_(fallback),
      grid_(scene.size(), smallest(needles_), largest(needles_),
            {std::min(scene.width(), places.width + largest(needles_).width + 1),
             std::min(scene.height(), places.height + largest(needles_).height + 1)}),
      places_(picture::positionsIn(scene.size(), smallest(needles_))),
      control_(control),
      left_(static_cast<std::size_t>(grid_.count()) * needles_.size(), 0) {}

std::unique_ptr<TileWorker> AverageSearch::makeWorker() {
  if (needles_.front()->form.depth == Depth::u16) {
    return std::make_unique<MeansWorker<std::uint16_t>>(*this);
  }
  return std::make_unique<MeansWorker<std::uint8_t>>(*this);
}

void AverageSearch::count(std::int64_t tile, std::size_t needle, bool fails) {
  left_[static_cast<std::size_t>(tile) * needles_.size() + needle] = fails ? 1 : 0;
  ++tried_;
  failed_ += fails ? 1 : 0;
}

std::vector<picture::TileArea> AverageSearch::left() const {
  std::vector<picture::TileArea> areas;
  for (std::int64_t tile = 0; tile < grid_.count(); ++tile) {
    const auto first = left_.begin() + tile * static_cast<std::ptrdiff_t>(needles_.size());
    const auto last = first + static_cast<std::ptrdiff_t>(needles_.size());
    if (std::find(first, last, 1) != last) areas.push_back(grid_.area(tile));
  }
  return areas;
}

bool AverageSearch::isLeft(std::size_t needle, std::int64_t x, std::int64_t y) const {
  // A tile's own positions begin where those of the previous one end.
  const Size step{grid_.area(0).ownEndX, grid_.area(0).ownEndY};
  const std::int64_t columns = (places_.width + step.width - 1) / step.width;
  const std::int64_t tile = y / step.height * columns + x / step.width;
  return left_[static_cast<std::size_t>(tile) * needles_.size() + needle] != 0;
}

Size meansPlaces(Size scene, Size needle, int side, int threads) {
  // Positions of one phase that are tested together.
  constexpr std::int64_t kTogether = 64;
  constexpr std::int64_t kLeastTasks = 4;
  const Size all = picture::positionsIn(scene, needle);
  const std::int64_t width = std::min(all.width, std::max<std::int64_t>(kTogether * side, 256));
  const std::int64_t columns = (all.width + width - 1) / width;
  const std::int64_t rows = std::max<std::int64_t>(1, kLeastTasks * threads / columns);
  const std::int64_t height =
      std::clamp<std::int64_t>(all.height / rows, 64, std::max<std::int64_t>(128, needle.height));
  return {width, height};
}

}  // namespace espy::score
