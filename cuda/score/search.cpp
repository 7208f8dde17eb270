// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "cuda/score/search.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include "cuda/base/bands.h"
#include "cuda/base/transfer.h"
#include "cuda/score/sums.h"

namespace espy::cuda {
namespace {

using Way = ScoreSearch::Way;

/// Peaks for which there is room at first, and that come back with their count.
constexpr std::size_t kFirstRoom = 4096;
/// Needles of more samples take too much memory as factors.
constexpr std::int64_t kMostInStrips = std::int64_t{1} << 22;
/// Device memory for one band of places at most, before anybody asks how much there is.
constexpr std::int64_t kBandBytes = std::int64_t{1} << 30;

int wordsOfProducts(Way way) {
  if (way == Way::maskedProducts) return 4;
  if (way == Way::deepProducts) return DeepNeedle::kSums;
  return way == Way::anything || way == Way::bounded ? 0 : 1;
}

}  // namespace

/// Rows of places in device memory.
struct ScoreSearch::Band {
  PlaceGrid grid;
  DeviceBuffer<std::uint64_t> values;
  DeviceBuffer<std::uint32_t> bits;
  DeviceBuffer<std::int32_t> products;  ///< or distances of 32 bits
  DeviceBuffer<std::uint8_t> list;      ///< the summary, then peaks
  std::size_t room = kFirstRoom;

  Band(const PlaceGrid& places, Way way)
      : grid(places),
        values(places.count()),
        bits(places.count() / 32),
        products(places.count() * static_cast<std::size_t>(wordsOfProducts(way))),
        list(sizeof(PlacesSummary) + kFirstRoom * sizeof(ListedPlace)) {}

  PlacesSummary* summary() const { return reinterpret_cast<PlacesSummary*>(list.data()); }
  ListedPlace* peaks() const {
    return reinterpret_cast<ListedPlace*>(list.data() + sizeof(PlacesSummary));
  }
  Candidates candidates() const { return {values.data(), bits.data(), summary()}; }
  std::int32_t* sums(std::size_t which) const { return products.data() + which * grid.count(); }
};

const char* ScoreSearch::describe(Way way) {
  switch (way) {
    case Way::products:
      return "products on tensor cores, windows summed up";
    case Way::maskedProducts:
      return "products and windows on tensor cores";
    case Way::deepProducts:
      return "products of upper and lower bytes on tensor cores, windows summed up";
    case Way::differences:
      return "differences of four bytes at once";
    case Way::bounded:
      return "differences, of places that means of blocks do not rule out";
    case Way::anything:
      return "every sample of every window";
  }
  return "";
}

ScoreSearch::Way ScoreSearch::wayFor(const ScoredNeedle& needle, const ScoreOptions& options) {
  const std::int64_t samples = needle.pixels() * needle.channels;
  const bool deep = needle.deepScene && !needle.masked && options.method != Method::sad;
  if (deep && !needle.weighted && samples <= kMostCorrelated &&
      needle.size.width <= DeepNeedle::kWidest && canCorrelate()) {
    return Way::deepProducts;
  }
  if (!needle.bytes || needle.weighted) return Way::anything;
  if (options.method == Method::sad) {
    if (samples > kMostDifferences) return Way::anything;
    const std::uint64_t below = thresholdOf(Method::sad, needle.sums, options.minScore).below;
    return DifferenceBounds::isWorthwhile(needle, below) ? Way::bounded : Way::differences;
  }
  const bool fits = needle.size.width * needle.channels <= kMostCorrelated;
  if (!fits || samples > kMostInStrips || !canCorrelate()) return Way::anything;
  const bool whole = !needle.masked && samples <= kMostCorrelated;
  return whole && needle.size.width <= kWidestWindow ? Way::products : Way::maskedProducts;
}

ScoreSearch::ScoreSearch(Gpu& gpu, const ScoredNeedle& needle, PixelFormat scene,
                         const ScoreOptions& options, StageClock& clock, const Control& control,
                         std::optional<Way> way)
    : gpu_(gpu),
      needle_(needle),
      format_(scene),
      options_(options),
      clock_(clock),
      control_(control),
      way_(way.value_or(wayFor(needle, options))),
      rule_(ruleOf(options.method, needle.sums)) {
  clock_.begin("prepare");
  if (way_ == Way::products) {
    factors_.emplace(gpu, needle.size, needle.channels,
                     centredBytes(needle, 0, needle.size.height));
  }
  if (way_ == Way::maskedProducts) addStrips();
  if (way_ == Way::deepProducts) deep_.emplace(gpu, needle);
  if (way_ == Way::differences) differences_.emplace(gpu, comparedBytes(needle));
  if (way_ == Way::bounded) bounds_.emplace(gpu, needle);
  clock_.end();
}

void ScoreSearch::withoutBounds() {
  if (way_ != Way::bounded) return;
  way_ = Way::differences;
  differences_.emplace(gpu_, comparedBytes(needle_));
}

void ScoreSearch::addStrips() {
  const Size size = needle_.size;
  const std::int64_t most =
      std::max<std::int64_t>(1, kMostCorrelated / (size.width * needle_.channels));
  for (std::int64_t row = 0; row < size.height; row += most) {
    const std::int64_t rows = std::min(most, size.height - row);
    const Size part{size.width, rows};
    strips_.push_back({row, Factors(gpu_, part, needle_.channels, centredBytes(needle_, row, rows)),
                       Factors(gpu_, part, needle_.channels, maskBytes(needle_, row, rows))});
  }
}

std::int64_t ScoreSearch::rowsForProducts(std::int64_t productsOfPlace, std::int64_t width) {
  constexpr std::int64_t kProducts = std::int64_t{1} << 40;
  return std::max<std::int64_t>(1, kProducts / (productsOfPlace * width));
}

std::int64_t ScoreSearch::rowsAtOnce(std::int64_t rows, std::int64_t width) const {
  if (const std::int64_t times = wordsOfProducts(way_); way_ != Way::differences && times > 0) {
    // With masks somebody may stop the search between the four.
    const std::int64_t atOnce = way_ == Way::maskedProducts ? 1 : times;
    const std::int64_t samples = std::min(needle_.pixels() * needle_.channels, kMostCorrelated);
    rows = std::min(rows, rowsForProducts(atOnce * samples, width));
  }
  const bool wide = way_ == Way::maskedProducts || (way_ == Way::anything && rule_.correlates);
  const std::int64_t sums = wide ? 3 : 0;
  const std::int64_t rowSums = way_ == Way::deepProducts ? 12 : 0;
  const std::int64_t each = 8 + 8 * sums + 4 * wordsOfProducts(way_) + rowSums + 1;
  const std::int64_t bytes = each * rows * width;
  if (bytes <= kBandBytes) return rows;
  const std::int64_t available = std::max(kBandBytes, availableDeviceBytes() / 2);
  return std::max<std::int64_t>(1, available / (each * width));
}

void ScoreSearch::computeValues(const SceneOnCard& scene, Band& band) {
  if (way_ == Way::anything) {
    valuesOfAnything(gpu_, scene.image.plane(), format_, needle_, band.grid, rule_, control_,
                     band.values.data());
    return;
  }
  if (way_ == Way::bounded) return;
  if (way_ == Way::deepProducts) {
    deep_->values(gpu_, scene.image, scene.derived, band.grid, rule_, band.sums(0),
                  band.values.data());
    return;
  }
  const BytePlanes planes = colourPlanes(gpu_, scene.image, scene.derived);
  if (way_ == Way::differences) {
    sumDifferences(gpu_, planes, *differences_, band.grid, control_,
                   reinterpret_cast<std::uint32_t*>(band.sums(0)));
    return;
  }
  if (way_ == Way::products) {
    factors_->correlate(gpu_, planes, band.grid, band.sums(0));
  } else {
    sumStrips(scene, band);
  }
}

void ScoreSearch::sumStrips(const SceneOnCard& scene, Band& band) {
  const BytePlanes planes = colourPlanes(gpu_, scene.image, scene.derived);
  const SquarePlanes squares = squarePlanes(gpu_, scene.image, scene.derived);
  const DeviceBuffer<std::uint64_t> sums(3 * band.grid.count());
  gpu_.stream().set(sums.data(), 0, sums.bytes());
  constexpr std::int64_t kManyProducts = std::int64_t{1} << 38;
  const std::int64_t samples = std::min(needle_.pixels() * needle_.channels, kMostCorrelated);
  const bool isLong = samples * static_cast<std::int64_t>(band.grid.count()) > kManyProducts;
  for (const Strip& strip : strips_) {
    PlaceGrid grid = band.grid;
    grid.firstRow += strip.row;
    const auto correlate = [&](const Factors& factors, const BytePlanes& of, std::size_t which) {
      factors.correlate(gpu_, of, grid, band.sums(which));
      if (isLong) gpu_.stream().wait();
      control_.check();
    };
    correlate(strip.factors, planes, 0);
    correlate(strip.mask, planes, 1);
    correlate(strip.mask, squares.low, 2);
    correlate(strip.mask, squares.high, 3);
    addMaskedSums(gpu_, grid, {band.sums(1), band.sums(2), band.sums(3), band.sums(0)},
                  sums.data());
    if (strips_.size() > 1) gpu_.stream().wait();
    control_.check();
  }
  valuesOfSums(gpu_, band.grid, rule_, sums.data(), band.values.data());
}

void ScoreSearch::markCandidates(const SceneOnCard& scene, Band& band, double minScore) {
  const Threshold threshold = thresholdOf(options_.method, needle_.sums, minScore);
  if (way_ == Way::products) {
    const BytePlanes planes = colourPlanes(gpu_, scene.image, scene.derived);
    findCandidatesOfProducts(gpu_, planes, needle_.size, needle_.channels, band.grid, rule_,
                             threshold, band.sums(0), band.candidates());
  } else if (way_ == Way::differences) {
    findCandidates(gpu_, band.grid, rule_, threshold,
                   reinterpret_cast<const std::uint32_t*>(band.sums(0)), band.candidates());
  } else if (way_ == Way::bounded) {
    bounds_->findCandidates(gpu_, {scene.image, scene.derived}, band.grid, threshold.below,
                            control_, band.candidates());
  } else {
    findCandidates(gpu_, band.grid, rule_, threshold, band.candidates());
  }
}

void ScoreSearch::fetchPeaks(Band& band, std::int64_t first, std::int64_t rows,
                             std::vector<ListedPlace>& peaks) {
  const PinnedBuffer<std::uint8_t> answer(sizeof(PlacesSummary) + kFirstRoom * sizeof(ListedPlace));
  gpu_.stream().copy(answer.data(), band.list.data(), answer.bytes());
  gpu_.stream().wait();
  PlacesSummary summary;
  std::memcpy(&summary, answer.data(), sizeof summary);
  peaks.resize(summary.count);
  if (summary.count <= kFirstRoom) {
    std::memcpy(peaks.data(), answer.data() + sizeof summary, summary.count * sizeof(ListedPlace));
    return;
  }
  // More than there was room for: once more, now that it is known how many.
  const DeviceBuffer<ListedPlace> all(summary.count);
  gpu_.stream().set(&band.summary()->count, 0, sizeof summary.count);
  listPeaks(gpu_, band.grid, first, rows, rule_, band.candidates(), all.data(), summary.count);
  gpu_.stream().copy(peaks.data(), all.data(), all.bytes());
  gpu_.stream().wait();
}

std::optional<ListedPlace> ScoreSearch::bestInBand(const SceneOnCard& scene, Band& band) {
  clock_.begin("search");
  if (way_ == Way::bounded) {
    if (!bounds_->findLeast(gpu_, {scene.image, scene.derived}, band.grid, control_,
                            band.candidates())) {
      withoutBounds();
      band.products = DeviceBuffer<std::int32_t>(band.grid.count());
      computeValues(scene, band);
      markCandidates(scene, band, options_.minScore);
    }
    if (way_ == Way::bounded) {
      return bestCandidate(gpu_, band.grid, rule_, band.candidates());
    }
  }
  PlacesSummary summary;
  gpu_.stream().copy(&summary, band.summary(), sizeof summary);
  gpu_.stream().wait();
  double least = 0;
  if (rule_.correlates) {
    least = scoreOfKey(summary.greatestKey) - (way_ == Way::products ? kKeyError : 0);
  } else {
    least = score::scoreOfDistance(options_.method, needle_.sums, ~summary.greatestKey);
  }
  markCandidates(scene, band, least);
  return bestCandidate(gpu_, band.grid, rule_, band.candidates());
}

void ScoreSearch::findInBand(const SceneOnCard& scene, std::int64_t first, std::int64_t rows,
                             bool wantBest, PlacesOfNeedle& found) {
  control_.check();
  const Size image = scene.image.size();
  const std::int64_t allRows = image.height - needle_.size.height + 1;
  const std::int64_t top = std::max<std::int64_t>(first - 1, 0);
  PlaceGrid grid;
  grid.firstRow = top;
  grid.width = image.width - needle_.size.width + 1;
  grid.rows = std::min(first + rows + 1, allRows) - top;
  grid.pitch = (grid.width + 31) / 32 * 32;
  Band band(grid, way_);
  PlacesOfNeedle here;

  clock_.begin("search");
  computeValues(scene, band);
  markCandidates(scene, band, options_.minScore);
  listPeaks(gpu_, grid, first - top, rows, rule_, band.candidates(), band.peaks(), band.room);
  clock_.begin("download");
  fetchPeaks(band, first - top, rows, here.peaks);
  if (here.peaks.empty() && wantBest) {
    here.best = bestInBand(scene, band);
  }
  clock_.end();
  const auto offset = static_cast<std::uint32_t>(top);
  for (ListedPlace& place : here.peaks) place.y += offset;
  found.peaks.insert(found.peaks.end(), here.peaks.begin(), here.peaks.end());
  if (here.best) {
    here.best->y += offset;
    const auto score = [&](const ListedPlace& place) {
      double bits = 0;
      std::memcpy(&bits, &place.value, sizeof bits);
      return rule_.correlates ? bits
                              : score::scoreOfDistance(options_.method, needle_.sums, place.value);
    };
    // Bands come from top to bottom: of equals the one that is there is higher up.
    if (!found.best || score(*here.best) > score(*found.best)) found.best = here.best;
  }
}

PlacesOfNeedle ScoreSearch::find(const SceneOnCard& scene, std::int64_t first, std::int64_t rows,
                                 bool wantBest) {
  PlacesOfNeedle found;
  const std::int64_t width = scene.image.size().width - needle_.size.width + 1;
  if (way_ == Way::bounded) {
    try {
      const auto places = static_cast<std::uint64_t>((rows + 2) * (width + 31));
      if (!DifferenceBounds::isPossible(needle_, places)) withoutBounds();
      if (way_ == Way::bounded) bounds_->prepare(gpu_, {scene.image, scene.derived});
    } catch (const OutOfDeviceMemory&) {
      withoutBounds();
    }
  }
  overBands(rows, rowsAtOnce(rows, width), [&](std::int64_t from, std::int64_t count) {
    findInBand(scene, first + from, count, wantBest && found.peaks.empty(), found);
  });
  if (!found.peaks.empty()) found.best.reset();
  return found;
}

void ScoreSearch::map(const SceneOnCard& scene, float* scores) {
  const Size image = scene.image.size();
  const std::int64_t width = image.width - needle_.size.width + 1;
  const std::int64_t rows = image.height - needle_.size.height + 1;
  withoutBounds();
  overBands(rows, rowsAtOnce(rows, width), [&](std::int64_t from, std::int64_t count) {
    control_.check();
    const PlaceGrid grid{width, count, (width + 31) / 32 * 32, from};
    Band band(grid, way_);
    const DeviceBuffer<float> floats(static_cast<std::size_t>(count * width));
    clock_.begin("search");
    computeValues(scene, band);
    constexpr double kLeast = -std::numeric_limits<double>::infinity();
    if (way_ == Way::products) markCandidates(scene, band, kLeast);
    const auto* distances =
        way_ == Way::differences ? reinterpret_cast<const std::uint32_t*>(band.sums(0)) : nullptr;
    scoresAsFloats(gpu_, grid, rule_, band.values.data(), distances, floats.data(), width);
    clock_.begin("download");
    gpu_.stream().copy(scores + from * width, floats.data(), floats.bytes());
    clock_.end();
    gpu_.stream().wait();
  });
}

}  // namespace espy::cuda
