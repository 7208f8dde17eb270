// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "cuda/score/strategies.h"

#include <algorithm>
#include <limits>
#include <vector>

#include "base/phrase.h"
#include "cuda/score/correlate.h"
#include "cuda/score/deep.h"
#include "cuda/score/windows.h"

namespace espy::cuda {
namespace {

/// Limit of the needle's samples; more need too much memory as factors.
constexpr std::int64_t kMostInStrips = std::int64_t{1} << 22;

std::int64_t samplesOf(const ScoredNeedle& needle) {
  return needle.pixels() * needle.channels;
}

/// Samples of a needle that are summed in 32 bits at a time.
std::int64_t samplesTogether(const ScoredNeedle& needle) {
  return std::min(samplesOf(needle), kMostCorrelated);
}

/// The 8-bit planes of a scene.
BytePlanes bytesOf(const ScoreTask& task, const SceneOnDevice& scene) {
  return colourPlanes(task.gpu, scene.image, scene.derived);
}

/// Candidates are found from sums of products, and only they have values.
class ByCandidates : public PositionStrategy {
 public:
  using PositionStrategy::PositionStrategy;

  /// All positions are marked as candidates here.
  void writeScores(const SceneOnDevice& scene, PlaceBand& band, float* floats,
                   std::int64_t floatPitch) override {
    constexpr double kLeast = -std::numeric_limits<double>::infinity();
    markCandidates(scene, band, thresholdOf(task_.options.method, task_.needle.sums, kLeast));
    PositionStrategy::writeScores(scene, band, floats, floatPitch);
  }

 private:
  double keyError() const override { return kKeyError; }
};

class ByProducts : public ByCandidates {
 public:
  explicit ByProducts(const ScoreTask& task)
      : ByCandidates(task, {1, 0, samplesTogether(task.needle)}),
        factors_(task.gpu, task.needle.size, task.needle.channels,
                 centredBytes(task.needle, 0, task.needle.size.height)) {}

  void computeValues(const SceneOnDevice& scene, PlaceBand& band) override {
    factors_.correlate(task_.gpu, bytesOf(task_, scene), band.grid, band.sums(0));
  }

  void markCandidates(const SceneOnDevice& scene, PlaceBand& band,
                      const Threshold& threshold) override {
    const ScoredNeedle& needle = task_.needle;
    findCandidatesOfProducts(task_.gpu, bytesOf(task_, scene), needle.size, needle.channels,
                             band.grid, task_.rule, threshold, band.sums(0), band.candidates());
  }

 private:
  Factors factors_;
};

class ByMaskedProducts : public PositionStrategy {
 public:
  /// The search can be cancelled between the four products.
  explicit ByMaskedProducts(const ScoreTask& task)
      : PositionStrategy(task, {4, 3 * sizeof(std::uint64_t), samplesTogether(task.needle)}) {
    const ScoredNeedle& needle = task.needle;
    const Size size = needle.size;
    const std::int64_t most =
        std::max<std::int64_t>(1, kMostCorrelated / (size.width * needle.channels));
    for (std::int64_t row = 0; row < size.height; row += most) {
      const std::int64_t rows = std::min(most, size.height - row);
      const Size part{size.width, rows};
      strips_.push_back({row,
                         Factors(task.gpu, part, needle.channels, centredBytes(needle, row, rows)),
                         Factors(task.gpu, part, needle.channels, maskBytes(needle, row, rows))});
    }
  }

  void computeValues(const SceneOnDevice& scene, PlaceBand& band) override {
    const BytePlanes planes = bytesOf(task_, scene);
    const SquarePlanes squares = squarePlanes(task_.gpu, scene.image, scene.derived);
    const DeviceBuffer<std::uint64_t> sums(3 * band.grid.count());
    task_.gpu.stream().set(sums.data(), 0, sums.bytes());
    for (const Strip& strip : strips_) addStrip(strip, planes, squares, band, sums.data());
    valuesOfSums(task_.gpu, band.grid, task_.rule, sums.data(), band.values.data());
  }

 private:
  /// Rows of the needle whose sums fit into 32 bits; mostly all of them.
  struct Strip {
    std::int64_t row = 0;
    Factors factors;
    Factors mask;
  };

  void addStrip(const Strip& strip, const BytePlanes& planes, const SquarePlanes& squares,
                PlaceBand& band, std::uint64_t* sums) const {
    constexpr std::int64_t kManyProducts = std::int64_t{1} << 38;
    const bool isLong =
        samplesTogether(task_.needle) * static_cast<std::int64_t>(band.grid.count()) >
        kManyProducts;
    PlaceGrid grid = band.grid;
    grid.firstRow += strip.row;
    const auto correlate = [&](const Factors& factors, const BytePlanes& of, std::size_t which) {
      factors.correlate(task_.gpu, of, grid, band.sums(which));
      if (isLong) task_.gpu.stream().wait();
      task_.control.check();
    };
    correlate(strip.factors, planes, 0);
    correlate(strip.mask, planes, 1);
    correlate(strip.mask, squares.low, 2);
    correlate(strip.mask, squares.high, 3);
    addMaskedSums(task_.gpu, grid, {band.sums(1), band.sums(2), band.sums(3), band.sums(0)}, sums);
    if (strips_.size() > 1) task_.gpu.stream().wait();
    task_.control.check();
  }

  std::vector<Strip> strips_;
};

class ByDeepProducts : public ByCandidates {
 public:
  explicit ByDeepProducts(const ScoreTask& task)
      : ByCandidates(task,
                     {DeepNeedle::kSums, 12, DeepNeedle::kSums * samplesTogether(task.needle)}),
        needle_(task.gpu, task.needle) {}

  void computeValues(const SceneOnDevice& scene, PlaceBand& band) override {
    needle_.correlate(task_.gpu, scene.image, scene.derived, band.grid, band.sums(0));
  }

  void markCandidates(const SceneOnDevice& scene, PlaceBand& band,
                      const Threshold& threshold) override {
    needle_.findCandidates(task_.gpu, scene.image, scene.derived, band.grid,
                           scoringOf(task_.rule, threshold), band.sums(0), band.candidates());
  }

 private:
  DeepNeedle needle_;
};

class ByDifferences : public PositionStrategy {
 public:
  explicit ByDifferences(const ScoreTask& task)
      : PositionStrategy(task, {1, 0, 0}), needle_(task.gpu, comparedBytes(task.needle)) {}

  void computeValues(const SceneOnDevice& scene, PlaceBand& band) override {
    sumDifferences(task_.gpu, bytesOf(task_, scene), needle_, band.grid, task_.control,
                   reinterpret_cast<std::uint32_t*>(band.sums(0)));
  }

  void markCandidates(const SceneOnDevice& /*scene*/, PlaceBand& band,
                      const Threshold& threshold) override {
    findCandidates(task_.gpu, band.grid, task_.rule, threshold, distancesOf(band),
                   band.candidates());
  }

  void writeScores(const SceneOnDevice& /*scene*/, PlaceBand& band, float* floats,
                   std::int64_t floatPitch) override {
    scoresAsFloats(task_.gpu, band.grid, task_.rule, band.values.data(), distancesOf(band), floats,
                   floatPitch);
  }

 private:
  static const std::uint32_t* distancesOf(const PlaceBand& band) {
    return reinterpret_cast<const std::uint32_t*>(band.sums(0));
  }

  DifferenceNeedle needle_;
};

class ByBounds : public PositionStrategy {
 public:
  explicit ByBounds(const ScoreTask& task)
      : PositionStrategy(task, {0, 0, 0}), bounds_(task.gpu, task.needle) {}

  bool prepare(const SceneOnDevice& scene, std::uint64_t places) override {
    try {
      if (!DifferenceBounds::isPossible(task_.needle, places)) return false;
      bounds_.prepare(task_.gpu, scene);
      return true;
    } catch (const OutOfDeviceMemory&) {
      return false;
    }
  }

  bool knowsAllPlaces() const override { return false; }

  /// Nothing to do: bounds need a threshold.
  void computeValues(const SceneOnDevice& /*scene*/, PlaceBand& /*band*/) override {}

  void markCandidates(const SceneOnDevice& scene, PlaceBand& band,
                      const Threshold& threshold) override {
    bounds_.findCandidates(task_.gpu, scene, band.grid, threshold.below, task_.control,
                           band.candidates());
  }

  bool markBest(const SceneOnDevice& scene, PlaceBand& band) override {
    return bounds_.findLeast(task_.gpu, scene, band.grid, task_.control, band.candidates());
  }

  DifferenceBounds::Decision decision() const override { return bounds_.decision(task_.gpu); }

 private:
  DifferenceBounds bounds_;
};

class BySamples : public PositionStrategy {
 public:
  explicit BySamples(const ScoreTask& task)
      : PositionStrategy(
            task, {0, task.rule.correlates ? 3 * std::int64_t{sizeof(std::uint64_t)} : 0, 0}) {}

  void computeValues(const SceneOnDevice& scene, PlaceBand& band) override {
    valuesOfAnything(task_.gpu, scene.image.plane(), task_.scene, task_.needle, band.grid,
                     task_.rule, task_.control, band.values.data());
  }
};

}  // namespace

PlaceBand::PlaceBand(const PlaceGrid& places, std::int64_t sumsOfPlace)
    : grid(places),
      values(places.count()),
      bits(places.count() / 32),
      products(places.count() * static_cast<std::size_t>(sumsOfPlace)),
      list(sizeof(PlacesSummary) + kRoom * sizeof(ListedPlace)) {}

bool PositionStrategy::prepare(const SceneOnDevice& /*scene*/, std::uint64_t /*places*/) {
  return true;
}

void PositionStrategy::markCandidates(const SceneOnDevice& /*scene*/, PlaceBand& band,
                                      const Threshold& threshold) {
  findCandidates(task_.gpu, band.grid, task_.rule, threshold, band.candidates());
}

/// Marks candidates again, with the best score as the minimum.
bool PositionStrategy::markBest(const SceneOnDevice& scene, PlaceBand& band) {
  PlacesSummary summary;
  task_.gpu.stream().copy(&summary, band.summary(), sizeof summary);
  task_.gpu.stream().wait();
  const Method method = task_.options.method;
  const finders::NeedleSums& sums = task_.needle.sums;
  const double least = task_.rule.correlates
                           ? scoreOfKey(summary.greatestKey) - keyError()
                           : score::scoreOfDistance(method, sums, ~summary.greatestKey);
  markCandidates(scene, band, thresholdOf(method, sums, least));
  return true;
}

void PositionStrategy::writeScores(const SceneOnDevice& /*scene*/, PlaceBand& band, float* floats,
                                   std::int64_t floatPitch) {
  scoresAsFloats(task_.gpu, band.grid, task_.rule, band.values.data(), nullptr, floats, floatPitch);
}

Message describe(GpuScoreStrategy way) {
  switch (way) {
    case GpuScoreStrategy::products:
      return phrase("products on tensor cores, windows summed");
    case GpuScoreStrategy::maskedProducts:
      return phrase("products and windows on tensor cores");
    case GpuScoreStrategy::deepProducts:
      return phrase("products of upper and lower bytes on tensor cores, windows summed");
    case GpuScoreStrategy::differences:
      return phrase("differences of four bytes at once");
    case GpuScoreStrategy::bounded:
      return phrase("differences at positions that block averages do not prune");
    case GpuScoreStrategy::anything:
      return phrase("every sample of every window");
  }
  return {};
}

GpuScoreStrategy strategyFor(const ScoredNeedle& needle, const ScoreOptions& options) {
  const std::int64_t samples = samplesOf(needle);
  const bool deep = needle.deepScene && !needle.masked && options.method != Method::sad;
  if (deep && !needle.weighted && samples <= kMostCorrelated &&
      needle.size.width <= DeepNeedle::kWidest && canCorrelate()) {
    return GpuScoreStrategy::deepProducts;
  }
  if (!needle.bytes || needle.weighted) return GpuScoreStrategy::anything;
  if (options.method == Method::sad) {
    if (samples > kMostDifferences) return GpuScoreStrategy::anything;
    const std::uint64_t below = thresholdOf(Method::sad, needle.sums, options.minScore).below;
    return DifferenceBounds::isWorthwhile(needle, below) ? GpuScoreStrategy::bounded
                                                         : GpuScoreStrategy::differences;
  }
  const bool fits = needle.size.width * needle.channels <= kMostCorrelated;
  if (!fits || samples > kMostInStrips || !canCorrelate()) return GpuScoreStrategy::anything;
  const bool whole = !needle.masked && samples <= kMostCorrelated;
  return whole && needle.size.width <= kWidestWindow ? GpuScoreStrategy::products
                                                     : GpuScoreStrategy::maskedProducts;
}

std::unique_ptr<PositionStrategy> makeStrategy(GpuScoreStrategy way, const ScoreTask& task) {
  switch (way) {
    case GpuScoreStrategy::products:
      return std::make_unique<ByProducts>(task);
    case GpuScoreStrategy::maskedProducts:
      return std::make_unique<ByMaskedProducts>(task);
    case GpuScoreStrategy::deepProducts:
      return std::make_unique<ByDeepProducts>(task);
    case GpuScoreStrategy::differences:
      return std::make_unique<ByDifferences>(task);
    case GpuScoreStrategy::bounded:
      return std::make_unique<ByBounds>(task);
    case GpuScoreStrategy::anything:
      break;
  }
  return std::make_unique<BySamples>(task);
}

}  // namespace espy::cuda
