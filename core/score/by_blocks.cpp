// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "score/by_blocks.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <numeric>

#include "base/parallel.h"
#include "find/peak_finder.h"
#include "picture/sums.h"
#include "score/block_rows.h"
#include "score/candidates.h"
#include "score/costs.h"
#include "score/formula.h"

namespace espy::score {
namespace {

std::int64_t parts(std::int64_t whole, std::int64_t part) {
  return (whole + part - 1) / part;
}

/// Rows of hits per task.
constexpr std::int64_t kRowsAtOnce = 64;

std::vector<const ScoredNeedle*> blocksOf(const std::vector<BlockBound>& bounds) {
  std::vector<const ScoredNeedle*> blocks;
  blocks.reserve(bounds.size());
  for (const BlockBound& bound : bounds) blocks.push_back(&bound.blocks);
  return blocks;
}

}  // namespace

/// One thread's scratch buffers and results.
class BlockSearch::Worker {
 public:
  explicit Worker(BlockSearch& search) : search_(search), found_(search.needles_.size()) {
    const std::size_t width = static_cast<std::size_t>(search.tile_.width);
    flags_.resize(width);
    if (!search.taps_.empty()) return;
    for (BlockRows& rows : rows_) rows.resize(search.tile_, search.needles_.front()->form.channels);
  }

  void run(std::int64_t task) {
    const std::int64_t region = task / search_.tasksARegion();
    bool wanted = !search_.hasGivenUp();
    if (wanted) {
      wanted = false;
      for (std::size_t n = 0; n < search_.needles_.size(); ++n) {
        wanted = wanted || !search_.isLeftOf(region, n);
      }
    } else {
      for (std::size_t n = 0; n < search_.needles_.size(); ++n) leave(region, n);
    }
    if (!wanted) return;
    task_ = task;
    origin_ = {region % search_.columns_ * search_.step_.width,
               region / search_.columns_ * search_.step_.height};
    takeRegion(region);
    if (!search_.taps_.empty()) return runDirectly(region);
    const std::int64_t pair = task % search_.tasksARegion();
    std::array<picture::TilePlanes<std::uint16_t>, 2> tiles;
    for (int t = 0; t < 2; ++t) {
      phase_[t] = {(2 * pair + t) % search_.side_, (2 * pair + t) / search_.side_};
      loadPhase(t);
      tiles[t] = rows_[t].planes();
    }
    search_.correlator_->load(std::span<const picture::TilePlanes<std::uint16_t>>(tiles), buffers_);
    for (std::size_t n = 0; n < search_.needles_.size(); ++n) {
      if (search_.isLeftOf(region, n)) continue;
      const double error = search_.correlator_->correlate(n, buffers_);
      std::int64_t asked = 0;
      candidates_.clear();
      for (int t = 0; t < 2; ++t) asked += ask(n, t, error);
      finish(region, n, asked);
    }
  }

  /// Searches all phases of a region.
  void runDirectly(std::int64_t region) {
    const std::int64_t side = search_.side_;
    const Size pixels{std::min(search_.scene_.width() - origin_.x,
                               search_.step_.width + search_.most_.width * side - 1),
                      std::min(search_.scene_.height() - origin_.y,
                               search_.step_.height + search_.most_.height * side - 1)};
    direct_.load([&](int channel, std::int64_t y) { return samples(channel, y); }, pixels,
                 search_.side_, search_.needles_.front()->form.channels);
    for (std::size_t n = 0; n < search_.needles_.size(); ++n) {
      if (search_.isLeftOf(region, n)) continue;
      const Size all = search_.placesOf(n);
      const Size positions{std::min(all.width - origin_.x, search_.step_.width),
                           std::min(all.height - origin_.y, search_.step_.height)};
      if (positions.width <= 0 || positions.height <= 0) continue;
      candidates_.clear();
      direct_.find(search_.taps_[n], positions, candidates_);
      finish(region, n, positions.pixels());
    }
  }

  const std::vector<Hit>& found(std::size_t needle) const { return found_[needle]; }

  /// Read-only view; the cast is needed for the type only.
  static picture::TilePlanes<std::uint8_t> viewOf(const ImageView& scene) {
    return {const_cast<std::uint8_t*>(scene.row(0)), scene.size(), 1, scene.stride(), 0};
  }

 private:
  using Point = DirectBlocks::Position;
  /// Sums for needles with ignored blocks; of one phase of a task.
  struct PartSums {
    picture::TileSums<std::uint32_t> sums;
    std::int64_t task = -1;
    int shift = 0;
    Size size;
  };

  void leave(std::int64_t region, std::size_t n) { search_.isLeftOf(region, n) = true; }

  /// Unless the scene has one channel of bytes, converts the region's samples, once per region.
  void takeRegion(std::int64_t region) {
    if (search_.isPlain() || region == region_) return;
    region_ = region;
    const std::int64_t side = search_.side_;
    const Size most = largest(search_.needles_);
    const Size size{search_.step_.width + most.width + side,
                    search_.step_.height + most.height + side};
    planes_.load(search_.scene_, search_.needles_.front()->form, origin_.x, origin_.y, size);
  }

  /// The samples of a row of the scene from the region's first column on.
  const std::uint8_t* samples(int channel, std::int64_t y) const {
    return search_.isPlain() ? search_.scene_.pixel(origin_.x, origin_.y + y)
                             : planes_.row(channel, y);
  }

  void loadPhase(int t) {
    const std::int64_t side = search_.side_;
    const Point phase = phase_[t];
    const auto inside = [&](std::int64_t scene, std::int64_t from, std::int64_t most) {
      return std::clamp<std::int64_t>((scene - from) / side, 0, most);
    };
    // No more than windows cover: a copy may end there.
    const Size used{search_.step_.width / side + search_.most_.width - 1,
                    search_.step_.height / side + search_.most_.height - 1};
    const Size count{inside(search_.scene_.width(), origin_.x + phase.x,
                            std::min(search_.tile_.width, used.width)),
                     inside(search_.scene_.height(), origin_.y + phase.y,
                            std::min(search_.tile_.height, used.height))};
    rows_[t].load(
        [&](int channel, std::int64_t y) { return samples(channel, phase.y + y) + phase.x; }, count,
        search_.side_);
  }

  /// Tests the positions of a phase; returns their number.
  std::int64_t ask(std::size_t n, int t, double error) {
    const BlockBound& bound = search_.bounds_[n];
    const std::int64_t side = search_.side_;
    const Size all = search_.placesOf(n);
    const auto count = [&](std::int64_t places, std::int64_t origin, std::int64_t phase,
                           std::int64_t step) {
      return parts(std::max<std::int64_t>(0, std::min(places - origin, step) - phase), side);
    };
    const Size places{count(all.width, origin_.x, phase_[t].x, search_.step_.width),
                      count(all.height, origin_.y, phase_[t].y, search_.step_.height)};
    if (places.width == 0 || places.height == 0) return 0;
    if (bound.blocks.solid) {
      askSolid(bound, t, places, error);
    } else {
      testMasked(bound, t, places, error);
    }
    return places.pixels();
  }

  void askSolid(const BlockBound& bound, int t, Size places, double error) {
    const std::int64_t blocks = bound.blocks.sums.samples;
    const int shift = squareShift(blocks, bound.blocks.sums.maxValue);
    const BlockTest test = blockTestFor(bound, error, blocks, shift);
    BlockRows& rows = rows_[t];
    rows.beginSums(bound.blocks.size, static_cast<std::int32_t>(buffers_.means[t]), shift);
    for (std::int64_t y = 0; y < places.height; ++y) {
      rows.nextSums(places.width);
      const std::int64_t marked = markBlocks(test, correlated(t, y), rows.sums(), rows.squares(),
                                             places.width, flags_.data());
      if (marked > 0) take(bound, t, y, places.width, marked);
    }
  }

  /// Window sums over many rectangles are slow: stretches that the largest rectangle prunes are
  /// skipped.
  void testMasked(const BlockBound& bound, int t, Size places, double error) {
    constexpr std::int64_t kStretch = 16;
    const ScoredNeedle& blocks = bound.blocks;
    const int shift = squareShift(blocks.sums.samples, blocks.sums.maxValue);
    const BlockTest looser = blockTestFor(bound, error, bound.innerSamples(), shift);
    const BlockTest test = blockTestFor(bound, error, blocks.sums.samples, shift);
    const picture::TileSums<std::uint32_t>& partSums = partSumsOf(
        t, shift, {places.width + blocks.size.width - 1, places.height + blocks.size.height - 1});
    sums_.resize(static_cast<std::size_t>(search_.tile_.width));
    squares_.resize(sums_.size());
    const auto mark = [&](const BlockTest& asked, std::span<const picture::Rectangle> parts,
                          std::int64_t x, std::int64_t y, std::int64_t count) {
      partSums.windows(parts, x, y, count, sums_.data(), squares_.data());
      return markBlocks(asked, correlated(t, y) + x,
                        reinterpret_cast<const std::int32_t*>(sums_.data()), squares_.data(), count,
                        flags_.data() + x);
    };
    for (std::int64_t y = 0; y < places.height; ++y) {
      if (mark(looser, {&blocks.inner, 1}, 0, y, places.width) == 0) continue;
      std::int64_t marked = 0;
      for (std::int64_t x = 0; x < places.width; x += kStretch) {
        const std::int64_t count = std::min(kStretch, places.width - x);
        const std::uint8_t* flags = flags_.data() + x;
        if (std::find(flags, flags + count, 1) == flags + count) continue;
        marked += mark(test, blocks.rectangles, x, y, count);
      }
      if (marked > 0) take(bound, t, y, places.width, marked);
    }
  }

  /// Shared by needles of similar size.
  const picture::TileSums<std::uint32_t>& partSumsOf(int t, int shift, Size size) {
    PartSums& part = partSums_[t];
    if (part.task != task_ || part.shift != shift || part.size.width < size.width ||
        part.size.height < size.height) {
      part.sums.loadLess(rows_[t].planes(), size, static_cast<std::int32_t>(buffers_.means[t]),
                         shift);
      part.task = task_;
      part.shift = shift;
      part.size = size;
    }
    return part.sums;
  }

  const float* correlated(int t, std::int64_t y) const {
    return buffers_.result.part(t).data() + y * search_.tile_.width;
  }

  /// Collects the flagged positions of a row.
  void take(const BlockBound& bound, int t, std::int64_t y, std::int64_t count,
            std::int64_t marked) {
    // Constant areas pass within the error bound but cannot reach the minimum.
    if (8 * marked > count) rows_[t].clearFlat(bound.blocks.size, y, count, flags_.data());
    const std::int64_t side = search_.side_;
    forEachFlagged(flags_.data(), count, [&](std::int64_t x) {
      candidates_.push_back({phase_[t].x + x * side, phase_[t].y + y * side});
    });
  }

  /// Computes exact scores of the candidates, unless there are too many.
  void finish(std::int64_t region, std::size_t n, std::int64_t asked) {
    const auto left = static_cast<double>(candidates_.size());
    const bool tooMany =
        left > 0 && left * search_.windows(n).nanoseconds() >
                        costs::kLeftOfRegion * search_.fallback_ * static_cast<double>(asked);
    ++search_.tried_;
    if (tooMany) {
      ++search_.failed_;
      return leave(region, n);
    }
    if (candidates_.empty()) return;
    const ScoredNeedle& needle = *search_.needles_[n];
    const WindowRows& windows = search_.windows(n);
    const picture::TilePlanes<std::uint8_t> tile = search_.isPlain() ? wholeScene() : planesOf();
    for (const Point& at : candidates_) {
      const WindowSums sums = search_.isPlain()
                                  ? windows.sumsInPicture(tile, origin_.x + at.x, origin_.y + at.y)
                                  : windows.sums(tile, at.x, at.y);
      const double score = scoreOfWindow(needle.sums, sums);
      if (score >= search_.minScore_) {
        found_[n].push_back({origin_.x + at.x, origin_.y + at.y, score});
      }
    }
  }

  picture::TilePlanes<std::uint8_t> wholeScene() const { return viewOf(search_.scene_); }
  picture::TilePlanes<std::uint8_t> planesOf() {
    return {const_cast<std::uint8_t*>(planes_.row(0, 0)), planes_.size(), planes_.channels(),
            planes_.pitch(), planes_.channelPitch()};
  }

  BlockSearch& search_;
  std::vector<std::vector<Hit>> found_;  ///< by needle
  std::int64_t region_ = -1;             ///< whose samples are converted
  Point origin_{};                       ///< of the region, in the scene
  std::array<Point, 2> phase_{};
  picture::TilePlanes<std::uint8_t> planes_;
  std::array<BlockRows, 2> rows_;
  Correlator<float>::Buffers buffers_;
  ScratchVector<std::uint8_t> flags_;
  std::int64_t task_ = -1;
  std::array<PartSums, 2> partSums_;
  ScratchVector<std::uint32_t> sums_;
  ScratchVector<std::uint32_t> squares_;
  DirectBlocks direct_;
  std::vector<Point> candidates_;
};

BlockSearch::BlockSearch(const ImageView& scene, std::vector<const ScoredNeedle*> needles,
                         std::vector<BlockBound> bounds, double minScore, double fallback,
                         const BlockPlan& plan, const Control& control)
    : scene_(scene),
      needles_(std::move(needles)),
      bounds_(std::move(bounds)),
      minScore_(minScore),
      fallback_(fallback),
      control_(control),
      blocks_(blocksOf(bounds_)),
      side_(bounds_.front().side),
      tile_(plan.tile),
      most_(largest(blocks_)),
      step_{(tile_.width - most_.width + 1) * side_, (tile_.height - most_.height + 1) * side_},
      places_(picture::positionsIn(scene.size(), smallest(needles_))),
      columns_(parts(places_.width, step_.width)),
      rows_(parts(places_.height, step_.height)),
      exact_(needles_.size()),
      hits_(needles_.size()) {
  if (plan.direct) {
    for (const BlockBound& bound : bounds_) taps_.push_back(*BlockTaps::make(bound));
  } else {
    correlator_.emplace(tile_, blocks_, control, Centre::exact);
  }

  // Regions that are left need about twice their area in tiles. Blocks and these must cost less
  // than a search of all positions.
  const double all =
      fallback_ * static_cast<double>(places_.pixels()) * static_cast<double>(needles_.size());
  mostFailed_ = std::clamp((1 - plan.nanoseconds / all) / 2, 0.1, 0.75);
  leastTried_ = std::max<std::int64_t>(4, regions() / 16);
  left_ = std::vector<std::atomic<bool>>(static_cast<std::size_t>(regions()) * needles_.size());
}

namespace {

/// Regions whose blocks fit into L2.
BlockPlan directPlan(Size scene, const std::vector<const ScoredNeedle*>& needles,
                     const std::vector<BlockBound>& bounds) {
  const Size most = largest(blocksOf(bounds));
  const int side = bounds.front().side;
  const Size step{256, std::max<std::int64_t>(64, most.height * side / 2 / side * side)};
  BlockPlan plan;
  plan.direct = true;
  plan.tile = {step.width / side + most.width - 1, step.height / side + most.height - 1};
  for (std::size_t n = 0; n < needles.size(); ++n) {
    const auto positions =
        static_cast<double>(picture::positionsIn(scene, needles[n]->size).pixels());
    plan.nanoseconds +=
        positions * directBlocksNanoseconds(side, bounds[n].blocks.size, needles[n]->form.channels);
  }
  return plan;
}

}  // namespace

BlockPlan BlockSearch::planFor(Size scene, const std::vector<const ScoredNeedle*>& needles,
                               const std::vector<BlockBound>& bounds, int threads) {
  if (bounds.front().direct) return directPlan(scene, needles, bounds);
  constexpr std::array<std::int64_t, 4> kSides = {64, 128, 256, 512};
  const Size most = largest(blocksOf(bounds));
  const auto side = std::int64_t{bounds.front().side};
  for (const BlockBound& bound : bounds) {
    const finders::NeedleSums& sums = bound.blocks.sums;
    if (sums.samples * sums.maxValue > std::numeric_limits<std::int32_t>::max()) return {};
  }
  const auto count = static_cast<double>(needles.size());
  const auto channels = static_cast<double>(needles.front()->form.channels);
  const Size places = picture::positionsIn(scene, needles.front()->size);
  BlockPlan best{{}, false, std::numeric_limits<double>::infinity()};
  for (const std::int64_t height : kSides) {
    for (const std::int64_t width : kSides) {
      const Size tile{width, height};
      if (tile.height < most.height + most.height / 8) continue;
      if (tile.width < most.width + most.width / 8) continue;
      const auto regions =
          static_cast<double>(parts(places.width, (tile.width - most.width + 1) * side) *
                              parts(places.height, (tile.height - most.height + 1) * side));
      const auto numbers = static_cast<double>(tile.pixels());
      const auto bits = std::bit_width(static_cast<std::uint64_t>(tile.pixels())) - 13;
      const auto& [once, each] = costs::ofSimdLevel().blocks[static_cast<std::size_t>(bits)];
      const double number = once * channels + each * count;
      // First-touch page faults cost more than the computation.
      const double touched = numbers * (threads * (3 + 3 * channels) + 3 * count * channels);
      const double cost =
          regions * static_cast<double>(side * side) * numbers * number + touched + 50000;
      if (cost < best.nanoseconds) best = {tile, false, cost};
    }
  }
  return best;
}

std::optional<BlockBound> chooseBlockBound(const ScoredNeedle& needle, Method method,
                                           double minScore, Size scene, int threads) {
  if (method != Method::zncc) return {};
  std::optional<BlockBound> direct = blockBoundForProducts(needle, minScore);
  std::optional<BlockBound> transformed = blockBoundForTransforms(needle, minScore);
  if (!direct || !transformed) return direct ? std::move(direct) : std::move(transformed);
  const auto cost = [&](const BlockBound& bound) {
    const BlockPlan plan = BlockSearch::planFor(scene, {&needle}, {bound}, threads);
    return plan.tile.width > 0 ? plan.nanoseconds : std::numeric_limits<double>::infinity();
  };
  return cost(*direct) <= cost(*transformed) ? std::move(direct) : std::move(transformed);
}

const WindowRows& BlockSearch::windows(std::size_t needle) const {
  Exact& exact = exact_[needle];
  std::call_once(exact.made, [&] { exact.windows.emplace(*needles_[needle]); });
  return *exact.windows;
}

bool BlockSearch::run(int threads) {
  const std::int64_t tasks = regions() * tasksARegion();
  // Scattered, so that the first regions are a sample of the scene.
  std::int64_t stride = regions() * 5 / 8 + 1;
  while (std::gcd(stride, regions()) != 1) ++stride;
  const auto useful = static_cast<int>(std::min<std::int64_t>(threads, tasks));
  std::vector<std::unique_ptr<Worker>> workers(static_cast<std::size_t>(useful));
  parallelFor(tasks, useful, control_, [&](std::int64_t task, int thread) {
    std::unique_ptr<Worker>& worker = workers[static_cast<std::size_t>(thread)];
    if (!worker) worker = std::make_unique<Worker>(*this);
    const std::int64_t region = task / tasksARegion() * stride % regions();
    worker->run(region * tasksARegion() + task % tasksARegion());
  });
  if (hasGivenUp()) return false;
  for (std::size_t n = 0; n < needles_.size(); ++n) order(n, workers, useful);
  return true;
}

void BlockSearch::order(std::size_t needle, const std::vector<std::unique_ptr<Worker>>& workers,
                        int threads) {
  const auto eachHit = [&](const auto& take) {
    for (const std::unique_ptr<Worker>& worker : workers) {
      if (!worker) continue;
      for (const Hit& hit : worker->found(needle)) {
        if (!isLeftOf(regionOf(hit.x, hit.y), needle)) take(hit);
      }
    }
  };
  Hits& hits = hits_[needle];
  hits.rows.assign(static_cast<std::size_t>(placesOf(needle).height) + 1, 0);
  eachHit([&](const Hit& hit) { ++hits.rows[static_cast<std::size_t>(hit.y) + 1]; });
  std::partial_sum(hits.rows.begin(), hits.rows.end(), hits.rows.begin());
  hits.all.resize(hits.rows.back());
  std::vector<std::size_t> next(hits.rows.begin(), hits.rows.end() - 1);
  eachHit([&](const Hit& hit) { hits.all[next[static_cast<std::size_t>(hit.y)]++] = hit; });
  const auto rows = static_cast<std::int64_t>(next.size());
  parallelFor(
      parts(rows, kRowsAtOnce), threads, {control_.threads, control_.stop, {}},
      [&](std::int64_t part, int) {
        for (std::int64_t y = part * kRowsAtOnce; y < std::min(rows, (part + 1) * kRowsAtOnce);
             ++y) {
          const auto first = hits.all.begin();
          std::sort(first + static_cast<std::ptrdiff_t>(hits.rows[static_cast<std::size_t>(y)]),
                    first + static_cast<std::ptrdiff_t>(hits.rows[static_cast<std::size_t>(y) + 1]),
                    [](const Hit& a, const Hit& b) { return a.x < b.x; });
        }
      });
}

double BlockSearch::scoreAt(std::size_t needle, std::int64_t x, std::int64_t y) const {
  const ScoredNeedle& own = *needles_[needle];
  if (isPlain()) {
    return scoreOfWindow(own.sums, windows(needle).sumsInPicture(Worker::viewOf(scene_), x, y));
  }
  picture::TilePlanes<std::uint8_t> window;
  window.load(scene_, own.form, x, y, own.size);
  return scoreOfWindow(own.sums, windows(needle).sums(window, 0, 0));
}

bool BlockSearch::beatsWhatIsLeft(std::size_t needle, const Hit& hit) const {
  const Size places = placesOf(needle);
  for (std::int64_t y = std::max<std::int64_t>(0, hit.y - 1);
       y <= std::min(places.height - 1, hit.y + 1); ++y) {
    for (std::int64_t x = std::max<std::int64_t>(0, hit.x - 1);
         x <= std::min(places.width - 1, hit.x + 1); ++x) {
      if (isLeftOf(regionOf(x, y), needle) && scoreAt(needle, x, y) > hit.score) return false;
    }
  }
  return true;
}

/// Three cursors move through the hits of the rows above, at and below.
void BlockSearch::takePeaksOf(std::size_t needle, std::int64_t row, bool anyLeft,
                              std::vector<Hit>& peaks) const {
  const Hits& hits = hits_[needle];
  const std::array<std::span<const Hit>, 3> around{hits.row(row - 1), hits.row(row),
                                                   hits.row(row + 1)};
  std::array<std::size_t, 3> first{};
  for (const Hit& hit : around[1]) {
    bool isPeak = true;
    for (std::size_t r = 0; r < 3; ++r) {
      const std::span<const Hit> others = around[r];
      std::size_t& at = first[r];
      while (at < others.size() && others[at].x < hit.x - 1) ++at;
      for (std::size_t i = at; i < others.size() && others[i].x <= hit.x + 1; ++i) {
        isPeak = isPeak && others[i].score <= hit.score;
      }
    }
    if (isPeak && (!anyLeft || beatsWhatIsLeft(needle, hit))) peaks.push_back(hit);
  }
}

void BlockSearch::takePeaks(int threads, finders::PeakList& peaks) const {
  for (std::size_t n = 0; n < needles_.size(); ++n) {
    bool anyLeft = false;
    for (std::int64_t region = 0; region < regions(); ++region) {
      anyLeft = anyLeft || isLeftOf(region, n);
    }
    const std::int64_t rows = placesOf(n).height;
    std::vector<std::vector<Hit>> found(static_cast<std::size_t>(parts(rows, kRowsAtOnce)));
    parallelFor(static_cast<std::int64_t>(found.size()), threads,
                {control_.threads, control_.stop, {}}, [&](std::int64_t part, int) {
                  const std::int64_t first = part * kRowsAtOnce;
                  for (std::int64_t y = first; y < std::min(rows, first + kRowsAtOnce); ++y) {
                    takePeaksOf(n, y, anyLeft, found[static_cast<std::size_t>(part)]);
                  }
                });
    for (const std::vector<Hit>& part : found) {
      for (const Hit& hit : part) {
        peaks.add(finders::peakAt({}, *needles_[n], hit.x, hit.y, hit.score, 0));
      }
    }
  }
}

std::vector<picture::TileArea> BlockSearch::left() const {
  std::vector<picture::TileArea> areas;
  for (std::int64_t region = 0; region < regions(); ++region) {
    bool any = false;
    for (std::size_t n = 0; n < needles_.size(); ++n) any = any || isLeftOf(region, n);
    if (!any) continue;
    picture::TileArea area;
    area.x = region % columns_ * step_.width;
    area.y = region / columns_ * step_.height;
    area.ownEndX = std::min(step_.width, places_.width - area.x);
    area.ownEndY = std::min(step_.height, places_.height - area.y);
    areas.push_back(area);
  }
  return areas;
}

bool BlockSearch::isLeft(std::size_t needle, std::int64_t x, std::int64_t y) const {
  return isLeftOf(regionOf(x, y), needle);
}

}  // namespace espy::score
