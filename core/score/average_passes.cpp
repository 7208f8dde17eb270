// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "score/average_passes.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "base/parallel.h"
#include "find/peak_finder.h"
#include "score/costs.h"
#include "score/formula.h"
#include "score/tile_loops.h"

namespace espy::score {
namespace {

/// Minimal number of blocks in the coarsest level, in total and along the shorter side.
constexpr std::int64_t kLeastBlocks = 36;
constexpr std::int64_t kLeastAcross = 4;
constexpr int kMostSide = 128;

std::int64_t samplesOfBlocks(const ScoredNeedle& needle, int side) {
  return (needle.size.width / side) * (needle.size.height / side) * needle.form.channels;
}

/// The largest usable block side; 0 if there is none.
int largestSide(const ScoredNeedle& needle) {
  const std::int64_t shorter = std::min(needle.size.width, needle.size.height);
  for (int side = kMostSide; side >= 2; side /= 2) {
    if (shorter / side >= kLeastAcross &&
        samplesOfBlocks(needle, side) >= kLeastBlocks * needle.form.channels) {
      return side;
    }
  }
  return 0;
}

}  // namespace

bool AveragePasses::can(const ScoredNeedle& needle, const ScoreOptions& options) {
  // Below this, nearly all averages pass.
  constexpr double kLeastScore = 0.5;
  return options.method != Method::zncc && options.minScore > kLeastScore &&
         WindowDistances::can(needle) && largestSide(needle) > 0;
}

AveragePasses::AveragePasses(picture::SceneAverages& scene, const ScoredNeedle& needle,
                             const ScoreOptions& options, double fallback, std::int64_t strip)
    : scene_(scene),
      needle_(needle),
      options_(options),
      fallback_(fallback),
      strip_(strip),
      places_(picture::positionsIn(scene.size(), needle.size)),
      windows_(needle, options.method) {}

bool AveragePasses::search() {
  const auto passes = [&](const BlockLevel& level) { return shareThatPasses(level); };
  if (isHopeless() || isHopelessByAverages() || !chooseBase(fallback_, passes)) return false;
  askAll();
  thin();
  setLeft();
  if (std::find(left_.begin(), left_.end(), 0) == left_.end()) return false;
  compare();
  return true;
}

const AveragePasses::BlockLevel* AveragePasses::level(int side) {
  if (side < 2 || samplesOfBlocks(needle_, side) > AverageBound::kMostBlocks) return nullptr;
  std::unique_ptr<const BlockLevel>& made = levels_[side];
  if (!made) {
    made = std::make_unique<const BlockLevel>(
        AverageBound(needle_, options_.method, options_.minScore, side), options_.method);
  }
  return made.get();
}

template <class At>
double AveragePasses::shareOf(int asked, const At& at) const {
  std::uint64_t random = 1;
  const auto below = [&](std::int64_t count) {
    random = random * 6364136223846793005U + 1442695040888963407U;
    return static_cast<std::int64_t>((random >> 24U) % static_cast<std::uint64_t>(count));
  };
  int passed = 0;
  for (int i = 0; i < asked; ++i) {
    const std::int64_t x = below(places_.width);
    if (at(x, below(places_.height))) ++passed;
  }
  return static_cast<double>(passed) / asked;
}

/// Do so many positions reach the minimum that computing them exceeds the fallback's cost?
/// Estimated from samples.
bool AveragePasses::isHopeless() {
  constexpr int kFewest = 24;
  constexpr double kSure = 3;  // hits: fewer may be chance
  const double exact = windows_.nanoseconds();
  const auto asked =
      static_cast<int>(std::clamp(costs::kMeansTold / exact, double{kFewest}, 512.0));
  const picture::SamplePlanes& samples = scene_.samples();
  const std::uint64_t most = mostDistanceFor(options_.method, needle_.sums, options_.minScore);
  int equal = 0;
  const double share = shareOf(asked, [&](std::int64_t x, std::int64_t y) {
    const std::uint8_t* const window = samples.row(0, y) + x;
    const std::uint64_t distance = windows_.at(window, samples, most);
    if (distance > most) return false;
    if (x + 1 < places_.width && windows_.at(window + 1, samples, distance) == distance) ++equal;
    return true;
  });
  plateaus_ = static_cast<double>(equal) / asked;
  return share * asked >= kSure &&
         share * (exact + costs::kMeansPassed) > costs::kWorthIt * fallback_;
}

double AveragePasses::shareThatPasses(const BlockLevel& level) {
  constexpr int kAsked = 512;
  const picture::BlockAverages& map = scene_.of(level.bound.side());
  const picture::SamplePlanes planes = map.planes();
  const std::uint64_t most = level.bound.mostDistance();
  return shareOf(kAsked, [&](std::int64_t x, std::int64_t y) {
    return level.windows.at(map.at(x, y), planes, most) <= most;
  });
}

/// The same by averages, before those of the whole scene are computed: tests some windows one by
/// one.
bool AveragePasses::isHopelessByAverages() {
  constexpr int kAsked = 48;
  constexpr double kSure = 3;   // hits: fewer may be chance
  constexpr double kFar = 1.5;  // safety factor on the cost limit
  constexpr double kLittle = 0.25;
  const double look = kAsked * costs::kMeansOfWindow * static_cast<double>(needle_.values.size());
  if (look > kLittle * costs::kMeansPlace * static_cast<double>(scene_.size().pixels())) {
    return false;
  }
  std::vector<std::uint32_t> columns;
  return !chooseBase(kFar * fallback_, [&](const BlockLevel& level) {
    const double share = shareOf(
        kAsked, [&](std::int64_t x, std::int64_t y) { return mayPass(level, x, y, columns); });
    return share * kAsked >= kSure ? share : 0;
  });
}

/// Do the block averages of one window let its position pass?
bool AveragePasses::mayPass(const BlockLevel& level, std::int64_t x, std::int64_t y,
                            std::vector<std::uint32_t>& columns) const {
  const ScoredNeedle& blocks = level.bound.blocks();
  const std::int64_t side = level.bound.side();
  const picture::SamplePlanes& samples = scene_.samples();
  const auto pixels = static_cast<std::uint32_t>(side * side);
  std::uint64_t distance = 0;
  for (int c = 0; c < blocks.form.channels; ++c) {
    for (std::int64_t row = 0; row < blocks.size.height; ++row) {
      columns.assign(static_cast<std::size_t>(blocks.size.width * side), 0);
      for (std::int64_t i = 0; i < side; ++i) {
        addRow(samples.row(c, y + row * side + i) + x, blocks.size.width * side, columns.data());
      }
      for (std::int64_t column = 0; column < blocks.size.width; ++column) {
        std::uint32_t sum = pixels / 2;
        for (std::int64_t i = 0; i < side; ++i) {
          sum += columns[static_cast<std::size_t>(column * side + i)];
        }
        const auto off = std::abs(static_cast<std::int64_t>(sum / pixels) -
                                  std::int64_t{blocks.row(c, row)[column]});
        distance += static_cast<std::uint64_t>(options_.method == Method::sad ? off : off * off);
      }
    }
  }
  return distance <= level.bound.mostDistance();
}

/// Chooses the largest blocks that leave few enough positions. False if none do.
template <class Passes>
bool AveragePasses::chooseBase(double fallback, const Passes& passesOf) {
  const double exact = windows_.nanoseconds();
  for (int side = largestSide(needle_); side >= 2; side /= 2) {
    const BlockLevel* here = level(side);
    if (here == nullptr || !AverageFilter::can(here->bound, options_.method)) break;
    base_ = here;
    const double asked = AverageFilter::nanoseconds(here->bound, options_.method);
    const double passes = passesOf(*here);
    // The remaining positions are tested with smaller blocks, if any, or compared.
    double rest = passes * exact;
    if (rest < costs::kMeansPlace) return asked + rest < costs::kWorthIt * fallback;
    if (const BlockLevel* next = level(side / 2)) {
      rest =
          std::min(rest, costs::kMeansPlace + passes * (next->windows.nanoseconds() + exact / 4));
      if (AverageFilter::can(next->bound, options_.method) &&
          rest > costs::kMeansPlace + AverageFilter::nanoseconds(next->bound, options_.method)) {
        continue;
      }
    }
    return asked + rest < costs::kWorthIt * fallback;
  }
  return false;
}

/// Sets the bits of all positions that pass.
void AveragePasses::askAll() {
  constexpr std::int64_t kTasks = 16;
  const picture::BlockAverages& map = scene_.of(side());
  const std::int64_t across = map.blocksAcross();
  words_ = (map.positions() + 63) / 64;
  bits_.resize(static_cast<std::size_t>(words_ * places_.height));
  counts_.assign(static_cast<std::size_t>(places_.height), 0);
  std::vector<std::uint64_t> valid(static_cast<std::size_t>(words_), 0);
  columns_.resize(static_cast<std::size_t>(map.positions()));
  for (std::int64_t q = 0; q < map.positions(); ++q) {
    const std::int64_t x = q % across * side() + q / across;
    columns_[static_cast<std::size_t>(q)] = static_cast<std::uint32_t>(x);
    if (x < places_.width) valid[static_cast<std::size_t>(q / 64)] |= std::uint64_t{1} << (q % 64);
  }
  const AverageFilter test(base_->bound, options_.method);
  const picture::SamplePlanes planes = map.planes();
  // A task has the rows at a stride of one block, or a part of them.
  const std::int64_t parts = std::max<std::int64_t>(1, kTasks / side());
  std::vector<AverageFilter::Scratch> scratch(static_cast<std::size_t>(scene_.threads()));
  parallelFor(side() * parts, scene_.threads(), scene_.control(),
              [&](std::int64_t task, int thread) {
                const std::int64_t phase = task % side();
                const std::int64_t part = task / side();
                const std::int64_t rows = (places_.height - phase + side() - 1) / side();
                const std::int64_t first = rows * part / parts;
                const std::int64_t count = rows * (part + 1) / parts - first;
                if (count <= 0) return;
                const std::int64_t y = phase + first * side();
                const picture::SamplePlanes from{map.row(y), planes.pitch, planes.channelPitch};
                const AverageFilter::Marks marks{bits_.data() + y * words_, side() * words_,
                                                 &counts_[static_cast<std::size_t>(y)], side()};
                test.ask(from, map.positions(), count, valid.data(), marks,
                         scratch[static_cast<std::size_t>(thread)]);
              });
}

std::uint64_t AveragePasses::countAll() const {
  std::uint64_t all = 0;
  for (const std::uint32_t count : counts_) all += count;
  return all;
}

template <class Take>
void AveragePasses::filterRow(std::int64_t y, const Take& take) {
  std::uint32_t& count = counts_[static_cast<std::size_t>(y)];
  if (count == 0) return;
  count = 0;
  std::uint64_t* const row = bits_.data() + y * words_;
  for (std::int64_t w = 0; w < words_; ++w) {
    for (std::uint64_t left = row[w]; left != 0; left &= left - 1) {
      const int bit = std::countr_zero(left);
      if (take(static_cast<std::int64_t>(columns_[static_cast<std::size_t>(64 * w + bit)]))) {
        ++count;
      } else {
        row[w] &= ~(std::uint64_t{1} << static_cast<unsigned>(bit));
      }
    }
  }
}

/// Tests with smaller and smaller blocks as long as that saves more than it costs.
void AveragePasses::thin() {
  const double exact = windows_.nanoseconds();
  for (int side = base_->bound.side() / 2; side >= 2; side /= 2) {
    const BlockLevel* finer = level(side);
    if (finer == nullptr) return;
    const auto count = static_cast<double>(countAll());
    const double all = costs::kMeansPlace * static_cast<double>(scene_.size().pixels()) +
                       count * finer->windows.nanoseconds();
    if (all > 0.7 * count * exact) return;
    const picture::BlockAverages& map = scene_.of(side);
    const picture::SamplePlanes planes = map.planes();
    const std::uint64_t most = finer->bound.mostDistance();
    parallelFor(tasks(), scene_.threads(), scene_.control(), [&](std::int64_t task, int) {
      const std::int64_t end = std::min(places_.height, (task + 1) * kRows);
      for (std::int64_t y = task * kRows; y < end; ++y) {
        filterRow(y, [&](std::int64_t x) {
          return finer->windows.at(map.at(x, y), planes, most) <= most;
        });
      }
    });
  }
}

/// Finds rows that would cost more than a search of all their positions.
void AveragePasses::setLeft() {
  const double exact = windows_.nanoseconds();
  skipped_.assign(static_cast<std::size_t>(places_.height), 0);
  left_.assign(skipped_.size(), 0);
  std::int64_t strips = 0;
  for (std::int64_t y = 0; y < places_.height; y += strip_) {
    const std::int64_t end = std::min(places_.height, y + strip_);
    std::uint64_t count = 0;
    for (std::int64_t row = y; row < end; ++row) count += counts_[static_cast<std::size_t>(row)];
    if (static_cast<double>(count) * exact <=
        fallback_ * static_cast<double>(places_.width * (end - y))) {
      continue;
    }
    ++strips;
    std::fill(skipped_.begin() + y, skipped_.begin() + end, 1);
    // Local maxima depend on the neighbouring rows.
    std::fill(left_.begin() + std::max<std::int64_t>(y - 1, 0),
              left_.begin() + std::min(end + 1, places_.height), 1);
  }
  // Strips that are left overlap others, so they cost more than their positions.
  if (2 * strips * strip_ > places_.height) std::fill(left_.begin(), left_.end(), 1);
}

std::vector<picture::TileArea> AveragePasses::left() const {
  std::vector<picture::TileArea> areas;
  for (std::int64_t y = 0; y < places_.height; ++y) {
    if (!isLeft(y)) continue;
    const std::int64_t first = y;
    while (y < places_.height && isLeft(y)) ++y;
    areas.push_back({0, first, 0, 0, places_.width, y - first});
  }
  return areas;
}

void AveragePasses::compare() {
  const picture::SamplePlanes& samples = scene_.samples();
  const std::uint64_t most = mostDistanceFor(options_.method, needle_.sums, options_.minScore);
  found_.resize(static_cast<std::size_t>(tasks()));
  rows_.resize(static_cast<std::size_t>(places_.height));
  parallelFor(tasks(), scene_.threads(), scene_.control(), [&](std::int64_t task, int) {
    std::vector<Place>& found = found_[static_cast<std::size_t>(task)];
    const std::int64_t end = std::min(places_.height, (task + 1) * kRows);
    for (std::int64_t y = task * kRows; y < end; ++y) {
      Row& row = rows_[static_cast<std::size_t>(y)];
      row.first = found.size();
      if (skipped_[static_cast<std::size_t>(y)] != 0) continue;
      if (counts_[static_cast<std::size_t>(y)] > 0) scene_.control().check();
      const std::uint8_t* from = samples.row(0, y);
      filterRow(y, [&](std::int64_t x) {
        const std::uint64_t distance = windows_.at(from + x, samples, most);
        if (distance > most) return false;
        const double score = scoreOfDistance(options_.method, needle_.sums, distance);
        if (!(score >= options_.minScore)) return false;
        found.push_back({static_cast<std::uint32_t>(x), score, distance});
        return true;
      });
      row.count = found.size() - row.first;
    }
  });
}

void AveragePasses::appendPeaks(std::int64_t task, finders::PeakList& peaks) const {
  constexpr double kNone = -std::numeric_limits<double>::infinity();
  const auto placesOf = [&](std::int64_t y) -> std::span<const Place> {
    if (y < 0 || y >= places_.height) return {};
    const Row& row = rows_[static_cast<std::size_t>(y)];
    return {found_[static_cast<std::size_t>(y / kRows)].data() + row.first, row.count};
  };
  const std::int64_t first = task * kRows;
  const std::int64_t end = std::min(places_.height, first + kRows);
  if (found_[static_cast<std::size_t>(task)].empty()) return;
  // The rows above, here and below, with an invalid position at both ends.
  std::array<std::vector<double>, 3> scores;
  for (auto& row : scores) row.assign(static_cast<std::size_t>(places_.width + 2), kNone);
  const auto scoresOf = [&](std::int64_t y) {
    return scores[static_cast<std::size_t>((y + 3) % 3)].data() + 1;
  };
  const auto put = [&](std::int64_t y) {
    for (const Place& place : placesOf(y)) scoresOf(y)[place.x] = place.score;
  };
  put(first - 1);
  put(first);
  for (std::int64_t y = first; y < end; ++y) {
    put(y + 1);
    const double* const rows[3] = {scoresOf(y - 1), scoresOf(y), scoresOf(y + 1)};
    for (const Place& place : placesOf(y)) {
      if (isLeft(y)) break;
      bool peak = true;
      for (const double* row : rows) {
        const double* at = row + place.x;
        peak = peak && at[-1] <= place.score && at[0] <= place.score && at[1] <= place.score;
      }
      if (peak) peaks.add(finders::peakAt({}, needle_, place.x, y, place.score, place.distance));
    }
    for (const Place& place : placesOf(y - 1)) scoresOf(y - 1)[place.x] = kNone;
  }
}

}  // namespace espy::score
