// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "score/dense_distances.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <utility>

#include "base/parallel.h"
#include "find/peak_finder.h"
#include "score/candidates.h"
#include "score/costs.h"
#include "score/formula.h"
#include "score/tile_loops.h"

namespace espy::score {
namespace {

constexpr std::uint32_t kNeverBeats = TileSeams::kNone;
constexpr std::int64_t kMostOff = 8 << 20;
/// Candidate positions per task of `appendPeaks`.
constexpr std::size_t kCandidatesPerTask = 1024;
/// Halo of a tile, both sides together.
constexpr std::int64_t kRim = 2;

/// Length of the output along one side of a tile that computes `computed` positions; 0: none.
std::int64_t outputLength(std::int64_t computed, std::int64_t places) {
  return places <= computed ? places : std::max<std::int64_t>(0, computed - kRim);
}

}  // namespace

/// One thread's scratch buffers.
struct DenseDistances::Scratch {
  /// Allocates `most` for these positions and clears its one-pixel halo.
  void begin(const picture::Rectangle& places) {
    first = places;
    pitch = (places.width + 2 + 15) / 16 * 16;
    most.resize(static_cast<std::size_t>(pitch * (places.height + 2)));
    std::fill_n(most.data(), pitch, kNeverBeats);
    std::fill_n(most.data() + (places.height + 1) * pitch, pitch, kNeverBeats);
    for (std::int64_t y = places.y; y < places.y + places.height; ++y) {
      std::uint32_t* const begin = at(places.x, y) - 1;
      *begin = kNeverBeats;
      std::fill(begin + 1 + places.width, begin + pitch, kNeverBeats);
    }
  }
  /// The element of a position of the scene, or of a neighbour.
  std::uint32_t* at(std::int64_t x, std::int64_t y) {
    return most.data() + (y - first.y + 1) * pitch + 1 + x - first.x;
  }

  ScratchVector<std::uint32_t> columns;
  ScratchVector<std::uint32_t> before;
  picture::TilePlanes<std::uint8_t> planes[2];
  Correlator<float>::Buffers buffers;
  ScratchVector<std::int32_t> products;
  ScratchVector<std::uint8_t> flags;
  /// Upper bounds of distances, with a one-pixel halo of `kNeverBeats`.
  ScratchVector<std::uint32_t> most;
  picture::Rectangle first;
  std::int64_t pitch = 0;
};

/// RAII: takes a scratch buffer from the pool and returns it.
class DenseDistances::Borrowed {
 public:
  explicit Borrowed(const DenseDistances& from) : from_(from) {
    const std::lock_guard lock(from.scratchMutex_);
    if (from.scratch_.empty()) {
      scratch_ = std::make_unique<Scratch>();
    } else {
      scratch_ = std::move(from.scratch_.back());
      from.scratch_.pop_back();
    }
  }
  ~Borrowed() {
    const std::lock_guard lock(from_.scratchMutex_);
    from_.scratch_.push_back(std::move(scratch_));
  }
  Borrowed(const Borrowed&) = delete;
  Borrowed& operator=(const Borrowed&) = delete;

  Scratch& operator*() const { return *scratch_; }

 private:
  const DenseDistances& from_;
  std::unique_ptr<Scratch> scratch_;
};

DenseDistances::DenseDistances(picture::SceneAverages& scene, const ScoredNeedle& needle,
                               const ScoreOptions& options, const DensePlan& plan,
                               const std::vector<Rows>& wanted)
    : scene_(scene),
      needle_(needle),
      options_(options),
      plan_(plan),
      places_(picture::positionsIn(scene.size(), needle.size)),
      all_(wanted.size() == 1 && wanted.front().last - wanted.front().first == places_.height),
      most_(mostDistanceFor(options.method, needle.sums, options.minScore)),
      windows_(needle, options.method) {
  if (plan.strategy == TileStrategy::byTransforms) {
    cutDisjoint(wanted);
  } else {
    for (const Rows& rows : wanted) cutTiles(rows);
  }
  const ScoredNeedle* const alone[] = {&needle};
  if (plan.strategy == TileStrategy::byTransforms) {
    correlator_ = std::make_unique<Correlator<float>>(plan.tile, alone, scene.control());
    centre_ = correlator_->centre(0);
  } else if (plan.strategy == TileStrategy::bySamples) {
    differences_ = std::make_unique<DifferenceRows>(needle);
  } else {
    direct_ = std::make_unique<DirectRows>(needle);
    centre_ = direct_->centre();
  }
  if (canCollect()) collected_.resize(tiles_.size());
}

DenseDistances::~DenseDistances() = default;

/// Cuts the rows into tiles that do not overlap, since larger FFTs may be much slower.
void DenseDistances::cutDisjoint(const std::vector<Rows>& wanted) {
  const Size step = picture::positionsIn(plan_.tile, needle_.size);
  outputRows_.assign(static_cast<std::size_t>(places_.height), 0);
  std::vector<Rows> computed;
  for (const Rows& rows : wanted) {
    std::fill(outputRows_.begin() + rows.first, outputRows_.begin() + rows.last, 1);
    // Local maxima depend on the neighbouring rows.
    const Rows withHalo{std::max<std::int64_t>(rows.first - 1, 0),
                        std::min(rows.last + 1, places_.height)};
    if (!computed.empty() && withHalo.first <= computed.back().last) {
      computed.back().last = withHalo.last;
    } else {
      computed.push_back(withHalo);
    }
  }
  std::vector<std::int64_t> columns;
  std::vector<std::int64_t> seamRows;
  for (std::int64_t x = step.width; x < places_.width; x += step.width) columns.push_back(x);
  for (const Rows& rows : computed) {
    for (std::int64_t y = rows.first; y < rows.last; y += step.height) {
      if (y > rows.first) seamRows.push_back(y);
      const std::int64_t endY = std::min(y + step.height, rows.last);
      for (std::int64_t x = 0; x < places_.width; x += step.width) {
        const std::int64_t endX = std::min(x + step.width, places_.width);
        // Without the positions at seams.
        const std::int64_t left = x + (x > 0 ? 1 : 0);
        const std::int64_t top = y + (y > rows.first ? 1 : 0);
        tiles_.push_back({{left, top, endX - (endX < places_.width ? 1 : 0) - left,
                           endY - (endY < rows.last ? 1 : 0) - top},
                          {x, y, endX - x, endY - y}});
      }
    }
  }
  seams_ = std::make_unique<TileSeams>(places_, std::move(columns), std::move(seamRows));
}

void DenseDistances::cutTiles(const Rows& rows) {
  const Size computed = picture::positionsIn(plan_.tile, needle_.size);
  const std::int64_t width = outputLength(computed.width, places_.width);
  const std::int64_t height =
      outputLength(computed.height, std::min(rows.last + 1, places_.height) -
                                        std::max<std::int64_t>(rows.first - 1, 0));
  for (std::int64_t y = rows.first; y < rows.last; y += height) {
    const std::int64_t endY = std::min(y + height, rows.last);
    for (std::int64_t x = 0; x < places_.width; x += width) {
      const std::int64_t endX = std::min(x + width, places_.width);
      const std::int64_t left = std::max<std::int64_t>(x - 1, 0);
      const std::int64_t top = std::max<std::int64_t>(y - 1, 0);
      tiles_.push_back({{x, y, endX - x, endY - y},
                        {left, top, std::min(endX + 1, places_.width) - left,
                         std::min(endY + 1, places_.height) - top}});
    }
  }
}

bool DenseDistances::search() {
  scene_.samples();  // computed before threads use it
  // With exact distances the peaks are found tile by tile.
  if (isExact()) return true;
  return collectCandidates() && (!plan_.selects || !maySelect() || select());
}

std::int64_t DenseDistances::tasks() const {
  if (isExact()) return static_cast<std::int64_t>(tiles_.size());
  if (hasSelected_) return 1;
  return static_cast<std::int64_t>((candidates_.size() + kCandidatesPerTask - 1) /
                                   kCandidatesPerTask);
}

/// False if computing that many candidates one by one would cost more than everything else, as on
/// flat areas.
bool DenseDistances::canAffordCandidates(std::int64_t count) const {
  constexpr double kLookedAt = 2;             // windows per candidate: itself and its rivals
  constexpr std::int64_t kMostSelected = 16;  // sorting is limited to this share of all positions
  return (plan_.selects && maySelect() && count * kMostSelected <= places_.pixels()) ||
         static_cast<double>(count) * kLookedAt * windows_.nanoseconds() <= plan_.nanoseconds;
}

template <class Take>
void DenseDistances::propose(const Tile& tile, std::int64_t off, Scratch& scratch,
                             const Take& take) const {
  const auto allowed = static_cast<std::uint32_t>(std::min<std::uint64_t>(most_, kNeverBeats - 1));
  const picture::Rectangle& own = tile.own;
  if (own.width <= 0) return;
  scratch.flags.resize(static_cast<std::size_t>(own.width));
  for (std::int64_t y = own.y; y < own.y + own.height; ++y) {
    if (!outputRows_.empty() && outputRows_[static_cast<std::size_t>(y)] == 0) continue;
    const std::uint32_t* const here = scratch.at(own.x, y);
    if (markPossible(here - scratch.pitch, here, here + scratch.pitch,
                     static_cast<std::uint32_t>(2 * off), allowed, own.width,
                     scratch.flags.data()) == 0) {
      continue;
    }
    forEachFlagged(scratch.flags.data(), own.width,
                   [&](std::int64_t x) { take(own.x + x, y, here + x); });
  }
}

/// Tiles are processed in pairs, as the FFT requires.
bool DenseDistances::collectCandidates() {
  const std::size_t tasks = (tiles_.size() + 1) / 2;
  std::vector<FoundCandidates> found(tasks);
  std::atomic<std::int64_t> count = 0;
  std::atomic<std::int64_t> mostOff = 0;
  std::atomic<bool> fails = false;
  parallelFor(
      static_cast<std::int64_t>(tasks), plan_.threads, scene_.control(),
      [&](std::int64_t task, int) {
        if (fails) return;
        const Borrowed borrowed(*this);
        Scratch& scratch = *borrowed;
        // Concurrently with the other threads' tiles.
        if (task == 0) correlator_->prepare(0, scratch.buffers);
        const std::size_t first = static_cast<std::size_t>(task) * 2;
        const std::size_t pair = std::min<std::size_t>(2, tiles_.size() - first);
        const std::int64_t off = loadTiles(first, pair, scratch);
        for (std::int64_t known = mostOff;
             known < off && !mostOff.compare_exchange_weak(known, off);) {
        }
        if (off > kMostOff) fails = true;
        FoundCandidates& own = found[static_cast<std::size_t>(task)];
        for (std::size_t t = 0; t < pair && !fails; ++t) {
          const Tile& tile = tiles_[first + t];
          scratch.begin(tile.computed);
          sumSquares(tile.computed, scratch);
          takeProducts(tile.computed, static_cast<int>(t), off, scratch);
          seams_->take(tile.computed, scratch.at(tile.computed.x, tile.computed.y), scratch.pitch);
          propose(
              tile, off, scratch,
              [&, pitch = scratch.pitch](std::int64_t x, std::int64_t y, const std::uint32_t* at) {
                own.places.push_back({static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y),
                                      *at, static_cast<std::uint32_t>(2 * off)});
                own.neighbours.push_back({at[-pitch - 1], at[-pitch], at[1 - pitch], at[-1], at[1],
                                          at[pitch - 1], at[pitch], at[pitch + 1]});
              });
        }
        count += static_cast<std::int64_t>(own.places.size());
        if (!canAffordCandidates(count)) fails = true;
      });
  if (fails) return false;
  found.resize(tasks + static_cast<std::size_t>(seams_->count()));
  parallelFor(seams_->count(), scene_.threads(), scene_.control(), [&](std::int64_t seam, int) {
    FoundCandidates& own = found[tasks + static_cast<std::size_t>(seam)];
    proposeBesideSeam(seam, mostOff, own);
    count += static_cast<std::int64_t>(own.places.size());
  });
  if (!canAffordCandidates(count)) return false;
  arrange(found);
  return true;
}

void DenseDistances::proposeBesideSeam(std::int64_t seam, std::int64_t off,
                                       FoundCandidates& found) const {
  const auto twice = static_cast<std::uint32_t>(2 * off);
  const auto allowed = static_cast<std::uint32_t>(std::min<std::uint64_t>(most_, kNeverBeats - 1));
  seams_->each(seam, [&](std::int64_t x, std::int64_t y, std::uint32_t here,
                         const NeighbourBounds& neighbours) {
    const std::uint32_t least = std::max(here, twice) - twice;
    if (least > allowed || outputRows_[static_cast<std::size_t>(y)] == 0) return;
    if (least > *std::min_element(neighbours.begin(), neighbours.end())) return;
    found.places.push_back(
        {static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y), here, twice});
    found.neighbours.push_back(neighbours);
  });
}

void DenseDistances::arrange(const std::vector<FoundCandidates>& found) {
  struct At {
    std::uint32_t x;
    std::uint32_t list;
    std::uint32_t index;
  };
  std::vector<std::size_t> ends(static_cast<std::size_t>(places_.height + 1), 0);
  for (const FoundCandidates& some : found) {
    for (const PeakCandidate& place : some.places) ++ends[place.y + std::size_t{1}];
  }
  for (std::size_t y = 1; y < ends.size(); ++y) ends[y] += ends[y - 1];
  ScratchVector<At> order(ends.back());
  for (std::size_t list = 0; list < found.size(); ++list) {
    const ScratchVector<PeakCandidate>& places = found[list].places;
    for (std::size_t i = 0; i < places.size(); ++i) {
      order[ends[places[i].y]++] = {places[i].x, static_cast<std::uint32_t>(list),
                                    static_cast<std::uint32_t>(i)};
    }
  }
  std::size_t first = 0;
  for (const std::size_t end : ends) {
    std::sort(order.begin() + static_cast<std::ptrdiff_t>(first),
              order.begin() + static_cast<std::ptrdiff_t>(end),
              [](const At& a, const At& b) { return a.x < b.x; });
    first = end;
  }
  candidates_.resize(order.size());
  neighbours_.resize(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    const FoundCandidates& some = found[order[i].list];
    candidates_[i] = some.places[order[i].index];
    neighbours_[i] = some.neighbours[order[i].index];
  }
}

/// sum (I - t)^2 of the windows of all these positions.
void DenseDistances::sumSquares(const picture::Rectangle& places, Scratch& scratch) const {
  const picture::SamplePlanes& samples = scene_.samples();
  const std::int64_t width = places.width + needle_.size.width - 1;
  const auto less = static_cast<std::int32_t>(centre_);
  scratch.columns.assign(static_cast<std::size_t>(width), 0);
  scratch.before.resize(static_cast<std::size_t>(width + 1));
  std::uint32_t* const columns = scratch.columns.data();
  std::uint32_t* const before = scratch.before.data();
  for (int c = 0; c < needle_.form.channels; ++c) {
    for (std::int64_t y = places.y; y < places.y + needle_.size.height; ++y) {
      addRowOfSquares(samples.row(c, y) + places.x, width, less, columns);
    }
  }
  for (std::int64_t y = places.y;; ++y) {
    sumsInWindows(columns, needle_.size.width, places.width, before, scratch.at(places.x, y));
    if (y + 1 == places.y + places.height) break;
    for (int c = 0; c < needle_.form.channels; ++c) {
      slideRowOfSquares(samples.row(c, y + needle_.size.height) + places.x,
                        samples.row(c, y) + places.x, width, less, columns);
    }
  }
}

std::uint32_t DenseDistances::constantFor(std::int64_t mean, std::int64_t off) const {
  // sum (T - t)^2, and the correction for products of I - m instead of I - t.
  const std::int64_t samples = needle_.sums.samples;
  const auto sum = static_cast<std::int64_t>(needle_.sums.sum);
  const std::int64_t squares = static_cast<std::int64_t>(needle_.sums.squares) - 2 * centre_ * sum +
                               samples * centre_ * centre_;
  const std::int64_t rest = sum - centre_ * samples;
  return static_cast<std::uint32_t>(squares - 2 * (mean - centre_) * rest + off);
}

std::int64_t DenseDistances::loadTiles(std::size_t first, std::size_t count,
                                       Scratch& scratch) const {
  for (std::size_t t = 0; t < count; ++t) {
    const picture::Rectangle& places = tiles_[first + t].computed;
    scratch.planes[t].load(scene_.scene(), needle_.form, places.x, places.y, plan_.tile);
  }
  correlator_->load<std::uint8_t>({scratch.planes, count}, scratch.buffers);
  const double error = correlator_->correlateLast(0, scratch.buffers);
  // Rounding adds less than 1 per product.
  return static_cast<std::int64_t>(std::ceil(std::min(2 * error, 2.0 * kMostOff)) + 2);
}

void DenseDistances::takeProducts(const picture::Rectangle& places, int t, std::int64_t off,
                                  Scratch& scratch) const {
  const std::uint32_t constant = constantFor(scratch.buffers.means[t], off);
  const ScratchVector<float>& products = scratch.buffers.result.part(t);
  for (std::int64_t y = 0; y < places.height; ++y) {
    takeOff(products.data() + y * plan_.tile.width, places.width, constant,
            scratch.at(places.x, places.y + y));
  }
}

void DenseDistances::takeDirectProducts(const picture::Rectangle& places, Scratch& scratch) const {
  scratch.planes[0].load(scene_.scene(), needle_.form, places.x, places.y, plan_.tile);
  const std::int64_t pitch = DirectRows::pitchFor(places.width);
  scratch.products.resize(static_cast<std::size_t>(pitch * places.height));
  direct_->correlate(scratch.planes[0], {places.width, places.height}, scratch.products.data());
  // Products of I, not of I - t.
  const std::uint32_t constant = constantFor(0, 0);
  for (std::int64_t y = 0; y < places.height; ++y) {
    takeOff(scratch.products.data() + y * pitch, places.width, constant,
            scratch.at(places.x, places.y + y));
  }
}

void DenseDistances::takeDifferences(const picture::Rectangle& places, Scratch& scratch) const {
  scratch.planes[0].load(scene_.scene(), needle_.form, places.x, places.y, plan_.tile);
  constexpr std::int64_t kTogether = 16;
  for (std::int64_t y = 0; y < places.height; y += kTogether) {
    scene_.control().check();
    differences_->compare(scratch.planes[0], y,
                          {places.width, std::min(kTogether, places.height - y)},
                          scratch.at(places.x, places.y + y), scratch.pitch);
  }
}

void DenseDistances::compute(const Tile& tile, Scratch& scratch) const {
  scratch.begin(tile.computed);
  if (differences_) {
    takeDifferences(tile.computed, scratch);
  } else {
    sumSquares(tile.computed, scratch);
    takeDirectProducts(tile.computed, scratch);
  }
}

void DenseDistances::collect(std::int64_t tile) {
  const Borrowed borrowed(*this);
  const Tile& area = tiles_[static_cast<std::size_t>(tile)];
  CollectedTile& to = collected_[static_cast<std::size_t>(tile)];
  compute(area, *borrowed);
  to.rows.reserve(static_cast<std::size_t>(area.own.height) + 1);
  const auto begin = [&](std::int64_t row) {
    while (static_cast<std::int64_t>(to.rows.size()) <= row) to.rows.push_back(to.peaks.size());
  };
  propose(area, 0, *borrowed, [&](std::int64_t x, std::int64_t y, const std::uint32_t* at) {
    begin(y - area.own.y);
    to.peaks.push_back({static_cast<std::uint32_t>(x), *at});
  });
  begin(area.own.height);
}

void DenseDistances::appendPeaks(std::int64_t task, finders::PeakList& peaks) const {
  const auto append = [&](std::int64_t x, std::int64_t y, std::uint64_t distance) {
    const double score = scoreOfDistance(options_.method, needle_.sums, distance);
    if (score >= options_.minScore) {
      peaks.add(finders::peakAt({}, needle_, x, y, score, distance));
    }
  };
  if (isExact()) {
    const Borrowed borrowed(*this);
    const Tile& tile = tiles_[static_cast<std::size_t>(task)];
    compute(tile, *borrowed);
    propose(tile, 0, *borrowed,
            [&](std::int64_t x, std::int64_t y, const std::uint32_t* at) { append(x, y, *at); });
    return;
  }
  if (hasSelected_) {
    for (const Peak& peak : selected_) peaks.add(peak);
    return;
  }
  const picture::SamplePlanes& samples = scene_.samples();
  const std::size_t first = static_cast<std::size_t>(task) * kCandidatesPerTask;
  for (std::size_t i = first; i < std::min(candidates_.size(), first + kCandidatesPerTask); ++i) {
    const PeakCandidate& place = candidates_[i];
    const std::uint64_t distance = windows_.at(samples.row(0, place.y) + place.x, samples, most_);
    if (distance <= most_ && isPeak(i, distance)) append(place.x, place.y, distance);
  }
}

}  // namespace espy::score
