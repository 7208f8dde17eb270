// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "score/dense_distances.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <queue>
#include <utility>

#include "base/cpu.h"
#include "base/parallel.h"
#include "find/one_size.h"
#include "find/peak_finder.h"
#include "picture/tile_grid.h"
#include "score/candidates.h"
#include "score/choose_tile.h"
#include "score/costs.h"
#include "score/memory.h"

namespace espy::score {
namespace {

constexpr std::uint32_t kBeatsNobody = std::numeric_limits<std::uint32_t>::max();
/// Then distances and twice what they may be off by fit into 32 bits.
constexpr std::int64_t kMostSamples = 65536;
constexpr std::int64_t kMostOff = 8 << 20;
/// Rows of a task that tells peaks.
constexpr std::int64_t kToldTogether = 16;

ESPY_SIMD_CLONES
void addRowOfSquares(const std::uint8_t* row, std::int64_t count, std::int32_t less,
                     std::uint32_t* sums) {
  for (std::int64_t x = 0; x < count; ++x) {
    const std::int32_t off = row[x] - less;
    sums[x] += static_cast<std::uint32_t>(off * off);
  }
}

/// Adds (I - t)^2 of a row and takes those of another one off.
ESPY_SIMD_CLONES
void slideRowOfSquares(const std::uint8_t* comes, const std::uint8_t* goes, std::int64_t count,
                       std::int32_t less, std::uint32_t* sums) {
  for (std::int64_t x = 0; x < count; ++x) {
    const std::int32_t apart = comes[x] - goes[x];
    const std::int32_t both = comes[x] + goes[x] - 2 * less;
    sums[x] += static_cast<std::uint32_t>(apart * both);
  }
}

ESPY_SIMD_CLONES
void sumsOfStretches(const std::uint32_t* before, std::int64_t width, std::int64_t count,
                     std::uint32_t* to) {
  for (std::int64_t x = 0; x < count; ++x) to[x] = before[x + width] - before[x];
}

/// Takes twice the products off. What they are rounded by is less than 1.
ESPY_SIMD_CLONES
void takeOff(const float* products, std::int64_t count, std::uint32_t constant, std::uint32_t* at) {
  for (std::int64_t x = 0; x < count; ++x) {
    at[x] += constant - 2 * static_cast<std::uint32_t>(static_cast<std::int32_t>(products[x]));
  }
}
ESPY_SIMD_CLONES
void takeOff(const std::int32_t* products, std::int64_t count, std::uint32_t constant,
             std::uint32_t* at) {
  for (std::int64_t x = 0; x < count; ++x) {
    at[x] += constant - 2 * static_cast<std::uint32_t>(products[x]);
  }
}

/// Writes 1 for each place that may be within `most` and that none of its neighbours surely beats,
/// else 0; returns how many there are.
ESPY_SIMD_CLONES
std::int64_t markPossible(const std::uint32_t* above, const std::uint32_t* here,
                          const std::uint32_t* below, std::uint32_t off, std::uint32_t most,
                          std::int64_t count, std::uint8_t* flags) {
  const auto lesser = [](std::uint32_t a, std::uint32_t b) { return a < b ? a : b; };
  std::int32_t found = 0;
  for (std::int64_t x = 0; x < count; ++x) {
    const std::uint32_t upper = lesser(lesser(above[x - 1], above[x]), above[x + 1]);
    const std::uint32_t lower = lesser(lesser(below[x - 1], below[x]), below[x + 1]);
    const std::uint32_t beside = lesser(here[x - 1], here[x + 1]);
    const std::uint32_t beats = lesser(lesser(upper, lower), lesser(beside, most));
    const std::uint32_t least = (here[x] > off ? here[x] : off) - off;
    const bool may = least <= beats;
    flags[x] = may ? 1 : 0;
    found += may ? 1 : 0;
  }
  return found;
}

std::int64_t tilesOf(Size places, Size step) {
  return ((places.width + step.width - 1) / step.width) *
         ((places.height + step.height - 1) / step.height);
}

/// The fastest tile, as far as a small model of measured costs tells.
DensePlan planByTransforms(Size scene, const ScoredNeedle& needle, int threads) {
  constexpr std::int64_t kMostTile = 4096;
  const Size places{scene.width - needle.size.width + 1, scene.height - needle.size.height + 1};
  const ScoredNeedle* const alone[] = {&needle};
  const TransformForm form = transformForm(alone);
  const double room = mostTransformMemory(scene, form) - 4.0 * static_cast<double>(places.pixels());
  DensePlan best;
  best.nanoseconds = std::numeric_limits<double>::infinity();
  for (const Size size : transformSizes(scene, needle.size, kMostTile)) {
    const Size step{size.width - needle.size.width + 1, size.height - needle.size.height + 1};
    const std::int64_t pairs = (tilesOf(places, step) + 1) / 2;
    const TransformMemory memory =
        transformMemory({size, size, {}, 0}, 2 * pairs, needle.size, form);
    const int allowed = std::min(memory.threads(room, false), threads);
    if (allowed < 1) continue;
    const auto numbers = static_cast<double>(size.pixels());
    const double transform = numbers * transformNanoseconds(size.pixels());
    const double pair = transform * (form.channels + 1) +
                        numbers * 2 * (costs::kDenseTaken * form.channels + costs::kDenseGiven);
    const std::int64_t rounds = (pairs + allowed - 1) / allowed;
    const double touched = numbers * costs::kTouchedFloatsAndProducts;
    const double cost =
        (static_cast<double>(rounds) * pair + transform * form.channels + touched) * threads +
        costs::kDenseLooked * static_cast<double>(places.pixels());
    if (cost < best.nanoseconds) best = {ScoreWay::byTransforms, size, allowed, cost};
  }
  return best;
}

}  // namespace

DensePlan densePlan(Size scene, const ScoredNeedle& needle, const ScoreOptions& options,
                    int threads) {
  if (options.method == Method::zncc || !WindowDistances::can(needle) ||
      needle.sums.samples > kMostSamples) {
    return {};
  }
  const auto pixels = static_cast<double>(scene.pixels());
  const auto places = static_cast<double>((scene.width - needle.size.width + 1) *
                                          (scene.height - needle.size.height + 1));
  if (options.method == Method::sad) {
    const double each = DifferenceRows::nanoseconds(needle) + costs::kDenseDifference;
    return {ScoreWay::bySamples, chooseDirectTile(scene, needle.size), threads, places * each};
  }
  DensePlan best = planByTransforms(scene, needle, threads);
  if (DirectRows::fits(needle)) {
    const double cost = places * (DirectRows::nanoseconds(needle) + costs::kDenseDirect) +
                        pixels * costs::kDenseDirectPixel * needle.form.channels;
    if (cost < best.nanoseconds) {
      best = {ScoreWay::directly, chooseDirectTile(scene, needle.size), threads, cost};
    }
  }
  best.selects = WindowDistances(needle, options.method).nanoseconds() > costs::kLargeDistance;
  best.nanoseconds +=
      pixels * costs::kDenseSquares * needle.form.channels + places * costs::kDensePlace;
  return best;
}

std::string describe(const DensePlan& plan) {
  return describe(ScorePlan{plan.way, plan.tile, plan.nanoseconds, {plan.tile, plan.tile, {}, 0}});
}

/// What a thread works in.
struct DenseDistances::Scratch {
  WorkVector<std::uint32_t> columns;
  WorkVector<std::uint32_t> before;
  picture::TilePlanes<std::uint8_t> planes[2];
  Correlator<float>::Work work;
  WorkVector<std::int32_t> products;
};

DenseDistances::DenseDistances(picture::SceneMeans& scene, const ScoredNeedle& needle,
                               const ScoreOptions& options, const DensePlan& plan,
                               const std::vector<Rows>& wanted)
    : scene_(scene),
      needle_(needle),
      options_(options),
      plan_(plan),
      places_{scene.size().width - needle.size.width + 1,
              scene.size().height - needle.size.height + 1},
      pitch_((places_.width + 2 + 15) / 16 * 16),
      windows_(needle, options.method) {
  for (const Rows& rows : wanted) {
    for (std::int64_t y = rows.first; y < rows.last; y += kToldTogether) {
      told_.push_back({y, std::min(rows.last, y + kToldTogether)});
    }
    // A peak is told by its neighbours.
    const Rows around{std::max<std::int64_t>(rows.first - 1, 0),
                      std::min(rows.last + 1, places_.height)};
    if (!computed_.empty() && around.first <= computed_.back().last) {
      computed_.back().last = around.last;
    } else {
      computed_.push_back(around);
    }
  }
  cutTiles();
  const ScoredNeedle* const alone[] = {&needle};
  if (plan.way == ScoreWay::byTransforms) {
    correlator_ = std::make_unique<Correlator<float>>(plan.tile, alone, scene.control());
    centre_ = correlator_->centre(0);
  } else if (plan.way == ScoreWay::bySamples) {
    differences_ = std::make_unique<DifferenceRows>(needle);
  } else {
    direct_ = std::make_unique<DirectRows>(needle);
    centre_ = direct_->centre();
  }
}

void DenseDistances::cutTiles() {
  const Size step{plan_.tile.width - needle_.size.width + 1,
                  plan_.tile.height - needle_.size.height + 1};
  for (const Rows& rows : computed_) {
    for (std::int64_t y = rows.first; y < rows.last; y += step.height) {
      for (std::int64_t x = 0; x < places_.width; x += step.width) {
        tiles_.push_back(
            {x,
             y,
             {std::min(step.width, places_.width - x), std::min(step.height, rows.last - y)}});
      }
    }
  }
}

void DenseDistances::clearRim() {
  for (const Rows& rows : computed_) {
    for (const std::int64_t y : {rows.first - 1, rows.last}) {
      std::fill_n(row(y) - 1, pitch_, kBeatsNobody);
    }
    for (std::int64_t y = rows.first; y < rows.last; ++y) {
      row(y)[-1] = kBeatsNobody;
      std::fill(row(y) + places_.width, row(y) - 1 + pitch_, kBeatsNobody);
    }
  }
}

bool DenseDistances::search() {
  most_.resize(static_cast<std::size_t>(pitch_ * (places_.height + 2)));
  scene_.samples();  // before threads ask for it
  std::vector<Scratch> scratch(static_cast<std::size_t>(scene_.threads()));
  // Where windows are tall, few strips, because each begins with a whole window.
  std::vector<Rows> strips;
  for (const Rows& rows : computed_) {
    if (differences_) break;
    constexpr std::int64_t kMostRows = 1024;
    const std::int64_t each = std::clamp((rows.last - rows.first) / (2 * scene_.threads()) + 1,
                                         std::max<std::int64_t>(32, needle_.size.height / 2),
                                         std::max(kMostRows, needle_.size.height));
    for (std::int64_t y = rows.first; y < rows.last; y += each) {
      strips.push_back({y, std::min(rows.last, y + each)});
    }
  }
  // One makes the needle's spectrum meanwhile.
  const std::int64_t spectra = correlator_ ? 1 : 0;
  parallelFor(static_cast<std::int64_t>(strips.size()) + spectra, scene_.threads(),
              scene_.control(), [&](std::int64_t task, int thread) {
                Scratch& own = scratch[static_cast<std::size_t>(thread)];
                if (task < spectra) {
                  correlator_->prepare(0, own.work);
                } else {
                  sumSquares(strips[static_cast<std::size_t>(task - spectra)], own);
                }
              });
  const std::size_t together = correlator_ ? 2 : 1;
  parallelFor(static_cast<std::int64_t>((tiles_.size() + together - 1) / together), plan_.threads,
              scene_.control(), [&](std::int64_t task, int thread) {
                Scratch& own = scratch[static_cast<std::size_t>(thread)];
                const std::size_t first = static_cast<std::size_t>(task) * together;
                if (correlator_) {
                  takeProducts(first, own);
                } else if (differences_) {
                  takeDifferences(tiles_[first], own);
                } else {
                  takeDirectProducts(tiles_[first], own);
                }
              });
  if (off_ > kMostOff) return false;
  clearRim();
  if (!propose()) return false;
  return !maySelect() || select();
}

/// What is kept elsewhere may cover what covers others here.
bool DenseDistances::maySelect() const {
  const bool all =
      computed_.size() == 1 && computed_.front().last - computed_.front().first == places_.height;
  return plan_.selects && off_ != 0 && all && options_.overlap < 1 && !options_.after;
}

/// The best first: a place's distance is computed when no other one can be nearer, and only if
/// nothing that was kept covers it. False where that takes longer than everything else.
bool DenseDistances::select() {
  constexpr std::uint64_t kCheckEvery = 64;
  const std::uint64_t most = mostDistanceFor(options_.method, needle_.sums, options_.minScore);
  const picture::SamplePlanes& samples = scene_.samples();
  const auto off = static_cast<std::uint32_t>(2 * off_);
  std::vector<Possible> places;
  for (const std::vector<Possible>& ofTask : possible_) {
    places.insert(places.end(), ofTask.begin(), ofTask.end());
  }
  WorkVector<find::Keyed> order(places.size());
  for (std::size_t i = 0; i < places.size(); ++i) {
    const std::uint32_t there = row(places[i].y)[places[i].x];
    order[i] = {std::max(there, off) - off, static_cast<std::uint32_t>(i)};
  }
  find::orderByKey(order);
  find::KeptOfOneSize kept(needle_.size, places_, options_.overlap);
  // By distance, then in the order of places.
  using Known = std::pair<std::uint64_t, std::uint32_t>;
  std::priority_queue<Known, std::vector<Known>, std::greater<>> known;
  std::uint64_t looked = 0;
  std::int64_t computed = 0;
  for (std::size_t next = 0; next < order.size() || !known.empty();) {
    if (++looked % kCheckEvery == 0) scene_.control().check();
    if (known.empty() || (next < order.size() && known.top().first >= order[next].key)) {
      const std::uint32_t index = order[next++].index;
      const Possible& place = places[index];
      if (kept.covers(place.x, place.y)) continue;
      if (static_cast<double>(++computed) * windows_.nanoseconds() > plan_.nanoseconds) {
        selected_.clear();
        return false;
      }
      const std::uint64_t distance = windows_.at(samples.row(0, place.y) + place.x, samples, most);
      if (distance <= most) known.push({distance, index});
      continue;
    }
    const auto [distance, index] = known.top();
    known.pop();
    const Possible& place = places[index];
    if (kept.covers(place.x, place.y) || !isPeak(place.x, place.y, distance)) continue;
    const double score = scoreOfDistance(options_.method, needle_.sums, distance);
    if (!(score >= options_.minScore)) break;
    kept.add(place.x, place.y);
    selected_.push_back(find::peakAt({}, needle_, place.x, place.y, score, distance));
  }
  hasSelected_ = true;
  return true;
}

/// False where so many places might be peaks, as on flat ground, that to look at each of them would
/// take longer than everything else.
bool DenseDistances::propose() {
  const std::uint64_t most = mostDistanceFor(options_.method, needle_.sums, options_.minScore);
  const auto off = static_cast<std::uint32_t>(2 * off_);
  const auto allowed = static_cast<std::uint32_t>(std::min<std::uint64_t>(most, kBeatsNobody - 1));
  possible_.resize(told_.size());
  std::atomic<std::int64_t> count = 0;
  std::vector<WorkVector<std::uint8_t>> flags(static_cast<std::size_t>(scene_.threads()));
  parallelFor(tasks(), scene_.threads(), scene_.control(), [&](std::int64_t task, int thread) {
    WorkVector<std::uint8_t>& own = flags[static_cast<std::size_t>(thread)];
    own.resize(static_cast<std::size_t>(places_.width));
    std::vector<Possible>& possible = possible_[static_cast<std::size_t>(task)];
    const Rows& rows = told_[static_cast<std::size_t>(task)];
    for (std::int64_t y = rows.first; y < rows.last; ++y) {
      if (markPossible(row(y - 1), row(y), row(y + 1), off, allowed, places_.width, own.data()) ==
          0) {
        continue;
      }
      forEachFlagged(own.data(), places_.width, [&](std::int64_t x) {
        possible.push_back({static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y)});
      });
    }
    count += static_cast<std::int64_t>(possible.size());
  });
  constexpr double kLookedAt = 2;             // places for one: itself and what may beat it
  constexpr std::int64_t kMostSelected = 16;  // so that this share of all places is put in order
  return off == 0 || (maySelect() && count * kMostSelected <= places_.pixels()) ||
         static_cast<double>(count) * kLookedAt * windows_.nanoseconds() <= plan_.nanoseconds;
}

/// Of all windows that begin in these rows: sum (I - t)^2.
void DenseDistances::sumSquares(const Rows& rows, Scratch& scratch) {
  const picture::SamplePlanes& samples = scene_.samples();
  const std::int64_t width = scene_.size().width;
  const auto less = static_cast<std::int32_t>(centre_);
  scratch.columns.assign(static_cast<std::size_t>(width), 0);
  scratch.before.resize(static_cast<std::size_t>(width + 1));
  std::uint32_t* const columns = scratch.columns.data();
  std::uint32_t* const before = scratch.before.data();
  for (int c = 0; c < needle_.form.channels; ++c) {
    for (std::int64_t y = rows.first; y < rows.first + needle_.size.height; ++y) {
      addRowOfSquares(samples.row(c, y), width, less, columns);
    }
  }
  for (std::int64_t y = rows.first;; ++y) {
    std::uint32_t sum = 0;
    for (std::int64_t x = 0; x < width; ++x) {
      before[x] = sum;
      sum += columns[x];
    }
    before[width] = sum;
    sumsOfStretches(before, needle_.size.width, places_.width, row(y));
    if (y + 1 == rows.last) break;
    for (int c = 0; c < needle_.form.channels; ++c) {
      slideRowOfSquares(samples.row(c, y + needle_.size.height), samples.row(c, y), width, less,
                        columns);
    }
  }
}

std::uint32_t DenseDistances::constantFor(std::int64_t mean, std::int64_t off) const {
  // sum (T - t)^2, and the products of I - m in place of I - t.
  const std::int64_t samples = needle_.sums.samples;
  const auto sum = static_cast<std::int64_t>(needle_.sums.sum);
  const std::int64_t squares = static_cast<std::int64_t>(needle_.sums.squares) - 2 * centre_ * sum +
                               samples * centre_ * centre_;
  const std::int64_t rest = sum - centre_ * samples;
  return static_cast<std::uint32_t>(squares - 2 * (mean - centre_) * rest + off);
}

void DenseDistances::takeProducts(std::size_t first, Scratch& scratch) {
  const std::size_t count = std::min<std::size_t>(2, tiles_.size() - first);
  for (std::size_t t = 0; t < count; ++t) {
    const Tile& tile = tiles_[first + t];
    scratch.planes[t].load(scene_.scene(), needle_.form, tile.x, tile.y, plan_.tile);
  }
  correlator_->load<std::uint8_t>({scratch.planes, count}, scratch.work);
  const double error = correlator_->correlateLast(0, scratch.work);
  // Rounding takes less than 1, of each product.
  const auto off = static_cast<std::int64_t>(std::ceil(std::min(2 * error, 2.0 * kMostOff)) + 2);
  for (std::int64_t known = off_; known < off && !off_.compare_exchange_weak(known, off);) {
  }
  for (std::size_t t = 0; t < count; ++t) {
    const Tile& tile = tiles_[first + t];
    const std::uint32_t constant = constantFor(scratch.work.means[t], off);
    const WorkVector<float>& products =
        t == 0 ? scratch.work.result.real : scratch.work.result.imaginary;
    for (std::int64_t y = 0; y < tile.places.height; ++y) {
      takeOff(products.data() + y * plan_.tile.width, tile.places.width, constant,
              row(tile.y + y) + tile.x);
    }
  }
}

void DenseDistances::takeDirectProducts(const Tile& tile, Scratch& scratch) {
  scratch.planes[0].load(scene_.scene(), needle_.form, tile.x, tile.y, plan_.tile);
  const std::int64_t pitch = DirectRows::pitchFor(tile.places.width);
  scratch.products.resize(static_cast<std::size_t>(pitch * tile.places.height));
  direct_->correlate(scratch.planes[0], tile.places, scratch.products.data());
  // They are sums of I, not of I - t.
  const std::uint32_t constant = constantFor(0, 0);
  for (std::int64_t y = 0; y < tile.places.height; ++y) {
    takeOff(scratch.products.data() + y * pitch, tile.places.width, constant,
            row(tile.y + y) + tile.x);
  }
}

void DenseDistances::takeDifferences(const Tile& tile, Scratch& scratch) {
  scratch.planes[0].load(scene_.scene(), needle_.form, tile.x, tile.y, plan_.tile);
  constexpr std::int64_t kTogether = 16;
  for (std::int64_t y = 0; y < tile.places.height; y += kTogether) {
    scene_.control().check();
    const picture::TilePlanes<std::uint8_t>& plane = scratch.planes[0];
    differences_->compare(plane, y,
                          {tile.places.width, std::min(kTogether, tile.places.height - y)},
                          row(tile.y + y) + tile.x, pitch_);
  }
}

void DenseDistances::tellPeaks(std::int64_t task, find::PeakList& peaks) const {
  if (hasSelected_) {
    for (std::size_t i = 0; task == 0 && i < selected_.size(); ++i) peaks.add(selected_[i]);
    return;
  }
  const std::uint64_t most = mostDistanceFor(options_.method, needle_.sums, options_.minScore);
  const picture::SamplePlanes& samples = scene_.samples();
  for (const Possible& place : possible_[static_cast<std::size_t>(task)]) {
    std::uint64_t distance = row(place.y)[place.x];
    if (off_ != 0) {
      distance = windows_.at(samples.row(0, place.y) + place.x, samples, most);
      if (distance > most || !isPeak(place.x, place.y, distance)) continue;
    }
    const double score = scoreOfDistance(options_.method, needle_.sums, distance);
    if (!(score >= options_.minScore)) continue;
    peaks.add(find::peakAt({}, needle_, place.x, place.y, score, distance));
  }
}

/// Is no neighbour nearer? Different distances have different scores: they are whole numbers below
/// 2^32.
bool DenseDistances::isPeak(std::int64_t x, std::int64_t y, std::uint64_t distance) const {
  if (distance == 0) return true;
  const auto off = static_cast<std::uint64_t>(2 * off_);
  const picture::SamplePlanes& samples = scene_.samples();
  for (std::int64_t down = -1; down <= 1; ++down) {
    for (std::int64_t right = -1; right <= 1; ++right) {
      if (down == 0 && right == 0) continue;
      const std::uint32_t there = row(y + down)[x + right];
      if (there == kBeatsNobody || there >= distance + off) continue;
      if (windows_.at(samples.row(0, y + down) + x + right, samples, distance - 1) < distance) {
        return false;
      }
    }
  }
  return true;
}

}  // namespace espy::score
