// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "cuda/score/search.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "cuda/base/bands.h"
#include "cuda/base/transfer.h"

namespace espy::cuda {
namespace {

/// Device memory of a band of positions below which the free memory is not queried, in bytes.
constexpr std::int64_t kBandBytes = std::int64_t{1} << 30;

}  // namespace

ScoreSearch::ScoreSearch(Gpu& gpu, const ScoredNeedle& needle, PixelFormat scene,
                         const ScoreOptions& options, StageClock& clock, const Control& control,
                         std::optional<GpuScoreStrategy> way)
    : task_{gpu, needle, scene, options, control, ruleOf(options.method, needle.sums)},
      clock_(clock),
      which_(way.value_or(strategyFor(needle, options))) {
  clock_.begin("prepare");
  way_ = makeStrategy(which_, task_);
  clock_.end();
}

Threshold ScoreSearch::wanted() const {
  return thresholdOf(task_.options.method, task_.needle.sums, task_.options.minScore);
}

/// Permanently: where bounds prune nothing in one band, they hardly do in the next.
void ScoreSearch::giveUpBounds() {
  which_ = GpuScoreStrategy::differences;
  givenUp_ = std::move(way_);
  way_ = makeStrategy(which_, task_);
}

std::int64_t ScoreSearch::rowsForProducts(std::int64_t productsOfPlace, std::int64_t width) {
  constexpr std::int64_t kProducts = std::int64_t{1} << 40;
  return std::max<std::int64_t>(1, kProducts / (productsOfPlace * width));
}

std::int64_t ScoreSearch::rowsAtOnce(std::int64_t rows, std::int64_t width) const {
  const PositionStrategy::Cost& cost = way_->cost();
  if (cost.products > 0) rows = std::min(rows, rowsForProducts(cost.products, width));
  // A position's value and bit, rounded up, and the strategy's own memory.
  const std::int64_t each = 8 + 4 * cost.sums + cost.moreBytes + 1;
  const std::int64_t bytes = each * rows * width;
  if (bytes <= kBandBytes) return rows;
  const std::int64_t available = std::max(kBandBytes, availableDeviceBytes() / 2);
  return std::max<std::int64_t>(1, available / (each * width));
}

void ScoreSearch::fetchPeaks(PlaceBand& band, std::int64_t first, std::int64_t rows,
                             std::vector<ListedPlace>& peaks) {
  const PinnedBuffer<std::uint8_t> answer(sizeof(PlacesSummary) +
                                          PlaceBand::kRoom * sizeof(ListedPlace));
  task_.gpu.stream().copy(answer.data(), band.list.data(), answer.bytes());
  task_.gpu.stream().wait();
  PlacesSummary summary;
  std::memcpy(&summary, answer.data(), sizeof summary);
  peaks.resize(summary.count);
  if (summary.count <= PlaceBand::kRoom) {
    std::memcpy(peaks.data(), answer.data() + sizeof summary, summary.count * sizeof(ListedPlace));
    return;
  }
  // The list overflowed: repeat with the known count.
  const DeviceBuffer<ListedPlace> all(summary.count);
  task_.gpu.stream().set(&band.summary()->count, 0, sizeof summary.count);
  listPeaks(task_.gpu, band.grid, first, rows, task_.rule, band.candidates(), all.data(),
            summary.count);
  task_.gpu.stream().copy(peaks.data(), all.data(), all.bytes());
  task_.gpu.stream().wait();
}

std::optional<ListedPlace> ScoreSearch::bestInBand(const SceneOnDevice& scene, PlaceBand& band) {
  clock_.begin("search");
  if (!way_->markBest(scene, band)) {
    giveUpBounds();
    band.products =
        DeviceBuffer<std::int32_t>(band.grid.count() * static_cast<std::size_t>(way_->cost().sums));
    way_->computeValues(scene, band);
    way_->markCandidates(scene, band, wanted());
    way_->markBest(scene, band);
  }
  return bestCandidate(task_.gpu, band.grid, task_.rule, band.candidates());
}

void ScoreSearch::findInBand(const SceneOnDevice& scene, std::int64_t first, std::int64_t rows,
                             bool wantBest, PlacesOfNeedle& found) {
  task_.control.check();
  const Size image = scene.image.size();
  const std::int64_t allRows = image.height - task_.needle.size.height + 1;
  const std::int64_t top = std::max<std::int64_t>(first - 1, 0);
  PlaceGrid grid;
  grid.firstRow = top;
  grid.width = image.width - task_.needle.size.width + 1;
  grid.rows = std::min(first + rows + 1, allRows) - top;
  grid.pitch = (grid.width + 31) / 32 * 32;
  PlaceBand band(grid, way_->cost().sums);
  PlacesOfNeedle here;

  clock_.begin("search");
  way_->computeValues(scene, band);
  way_->markCandidates(scene, band, wanted());
  listPeaks(task_.gpu, grid, first - top, rows, task_.rule, band.candidates(), band.peaks(),
            PlaceBand::kRoom);
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
      return task_.rule.correlates
                 ? bits
                 : score::scoreOfDistance(task_.options.method, task_.needle.sums, place.value);
    };
    // Bands go from top to bottom: of equal scores the earlier one is higher up.
    if (!found.best || score(*here.best) > score(*found.best)) found.best = here.best;
  }
}

PlacesOfNeedle ScoreSearch::find(const SceneOnDevice& scene, std::int64_t first, std::int64_t rows,
                                 bool wantBest) {
  PlacesOfNeedle found;
  const std::int64_t width = scene.image.size().width - task_.needle.size.width + 1;
  const auto places = static_cast<std::uint64_t>((rows + 2) * (width + 31));
  if (!way_->prepare(scene, places)) giveUpBounds();
  overBands(rows, rowsAtOnce(rows, width), [&](std::int64_t from, std::int64_t count) {
    findInBand(scene, first + from, count, wantBest && found.peaks.empty(), found);
  });
  if (!found.peaks.empty()) found.best.reset();
  return found;
}

void ScoreSearch::map(const SceneOnDevice& scene, float* scores) {
  const Size image = scene.image.size();
  const std::int64_t width = image.width - task_.needle.size.width + 1;
  const std::int64_t rows = image.height - task_.needle.size.height + 1;
  if (!way_->knowsAllPlaces()) giveUpBounds();
  overBands(rows, rowsAtOnce(rows, width), [&](std::int64_t from, std::int64_t count) {
    task_.control.check();
    const PlaceGrid grid{width, count, (width + 31) / 32 * 32, from};
    PlaceBand band(grid, way_->cost().sums);
    const DeviceBuffer<float> floats(static_cast<std::size_t>(count * width));
    clock_.begin("search");
    way_->computeValues(scene, band);
    way_->writeScores(scene, band, floats.data(), width);
    clock_.begin("download");
    task_.gpu.stream().copy(scores + from * width, floats.data(), floats.bytes());
    clock_.end();
    task_.gpu.stream().wait();
  });
}

}  // namespace espy::cuda
