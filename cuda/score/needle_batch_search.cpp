// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "cuda/score/needle_batch_search.h"

#include <algorithm>
#include <cstring>

namespace espy::cuda {
namespace {

/// Initial capacity of a needle's list of peaks.
constexpr std::size_t kFirstRoom = 256;
/// Limit of the device memory for candidates of needles that are searched together, in bytes.
constexpr std::int64_t kMostBytes = std::int64_t{2} << 30;

}  // namespace

/// Buffers of needles that are searched together, reused from round to round.
struct NeedleBatchSearch::Round {
  PlaceGrid grid;
  std::int64_t first = 0;  ///< first row of the grid whose peaks are wanted
  std::int64_t rows = 0;   ///< number of rows
  int atOnce = 0;
  DeviceBuffer<WindowSums> windows;
  DeviceBuffer<std::uint64_t> values;
  DeviceBuffer<std::uint32_t> bits;
  DeviceBuffer<std::uint8_t> lists;  ///< the summaries, then peaks
  PinnedBuffer<std::uint8_t> answer;
  std::vector<std::uint64_t> keys;  ///< the greatest key of each needle

  Round(const PlaceGrid& places, int count)
      : grid(places),
        atOnce(count),
        windows(places.count()),
        values(places.count() * static_cast<std::size_t>(count)),
        bits(places.count() / 32 * static_cast<std::size_t>(count)),
        lists((sizeof(PlacesSummary) + kFirstRoom * sizeof(ListedPlace)) *
              static_cast<std::size_t>(count)),
        answer(lists.size()) {}

  PlacesSummary* summaries() const { return reinterpret_cast<PlacesSummary*>(lists.data()); }
  std::size_t summaryBytes() const {
    return sizeof(PlacesSummary) * static_cast<std::size_t>(atOnce);
  }
  ListedPlace* peaks() const {
    return reinterpret_cast<ListedPlace*>(lists.data() + summaryBytes());
  }
  Candidates candidates() const { return {values.data(), bits.data(), summaries()}; }
};

NeedleBatchSearch::NeedleBatchSearch(Gpu& gpu, std::vector<const ScoredNeedle*> needles,
                                     const ScoreOptions& options, StageClock& clock,
                                     const Control& control)
    : gpu_(gpu), needles_(std::move(needles)), options_(options), clock_(clock), control_(control) {
  clock_.begin("prepare");
  std::vector<std::int8_t> bytes;
  for (const ScoredNeedle* needle : needles_) {
    rules_.push_back(ruleOf(options.method, needle->sums));
    const std::vector<std::int8_t> own = centredBytes(*needle, 0, needle->size.height);
    bytes.insert(bytes.end(), own.begin(), own.end());
  }
  factors_.emplace(gpu, needles_[0]->size, needles_[0]->channels, bytes);
  clock_.end();
}

void NeedleBatchSearch::search(const SceneOnDevice& scene, Round& round,
                               const std::vector<int>& needles,
                               const std::vector<Threshold>& thresholds) {
  control_.check();
  NeedleBatch batch;
  batch.count = static_cast<int>(needles.size());
  batch.candidates = round.candidates();
  for (std::size_t i = 0; i < needles.size(); ++i) {
    batch.needles[i] = needles[i];
    batch.scorings[i] = scoringOf(rules_[static_cast<std::size_t>(needles[i])], thresholds[i]);
  }
  gpu_.stream().set(round.summaries(), 0, round.summaryBytes());
  factors_->findCandidates(gpu_, colourPlanes(gpu_, scene.image, scene.derived), round.grid, batch,
                           round.windows.data());
}

void NeedleBatchSearch::fetchPeaks(Round& round, const std::vector<int>& needles,
                                   std::vector<PlacesOfNeedle>& found) {
  gpu_.stream().copy(round.answer.data(), round.lists.data(), round.answer.bytes());
  gpu_.stream().wait();
  const std::uint8_t* lists = round.answer.data() + round.summaryBytes();
  for (std::size_t i = 0; i < needles.size(); ++i) {
    const auto n = static_cast<std::size_t>(needles[i]);
    PlacesSummary summary;
    std::memcpy(&summary, round.answer.data() + i * sizeof summary, sizeof summary);
    round.keys[n] = summary.greatestKey;
    std::vector<ListedPlace>& peaks = found[n].peaks;
    peaks.resize(summary.count);
    if (summary.count <= kFirstRoom) {
      std::memcpy(peaks.data(), lists + i * kFirstRoom * sizeof(ListedPlace),
                  summary.count * sizeof(ListedPlace));
      continue;
    }
    // The list overflowed: repeat with the known count.
    const DeviceBuffer<ListedPlace> all(summary.count);
    const Candidates candidates = ofNeedle(round.candidates(), round.grid, static_cast<int>(i));
    gpu_.stream().set(&candidates.summary->count, 0, sizeof summary.count);
    listPeaks(gpu_, round.grid, round.first, round.rows, rules_[n], candidates, all.data(),
              summary.count);
    gpu_.stream().copy(peaks.data(), all.data(), all.bytes());
    gpu_.stream().wait();
  }
}

void NeedleBatchSearch::findBest(const SceneOnDevice& scene, Round& round,
                                 std::vector<PlacesOfNeedle>& found) {
  const std::uint64_t greatest = *std::max_element(round.keys.begin(), round.keys.end());
  Threshold threshold;
  std::uint64_t worthALook = greatest;
  if (rules_[0].correlates) {
    // Keys are of approximate scores.
    threshold.minScore = scoreOfKey(greatest) - kKeyError;
    worthALook = 0;
  } else {
    threshold.below = ~greatest + 1;
  }
  std::vector<int> needles;
  for (std::size_t n = 0; n < needles_.size(); ++n) {
    const bool near = worthALook == 0 ? scoreOfKey(round.keys[n]) >= threshold.minScore - kKeyError
                                      : round.keys[n] == worthALook;
    if (near) needles.push_back(static_cast<int>(n));
  }
  for (std::size_t begin = 0; begin < needles.size();
       begin += static_cast<std::size_t>(round.atOnce)) {
    const std::size_t end =
        std::min(needles.size(), begin + static_cast<std::size_t>(round.atOnce));
    const std::vector<int> some(needles.begin() + static_cast<std::ptrdiff_t>(begin),
                                needles.begin() + static_cast<std::ptrdiff_t>(end));
    search(scene, round, some, std::vector<Threshold>(some.size(), threshold));
    for (std::size_t i = 0; i < some.size(); ++i) {
      const auto n = static_cast<std::size_t>(some[i]);
      found[n].best = bestCandidate(gpu_, round.grid, rules_[n],
                                    ofNeedle(round.candidates(), round.grid, static_cast<int>(i)));
    }
  }
}

std::optional<std::vector<PlacesOfNeedle>> NeedleBatchSearch::find(const SceneOnDevice& scene,
                                                                   std::int64_t first,
                                                                   std::int64_t rows,
                                                                   bool wantBest) {
  const Size image = scene.image.size();
  const Size size = needles_[0]->size;
  const std::int64_t top = std::max<std::int64_t>(first - 1, 0);
  PlaceGrid grid;
  grid.firstRow = top;
  grid.width = image.width - size.width + 1;
  grid.rows = std::min(first + rows + 1, image.height - size.height + 1) - top;
  grid.pitch = (grid.width + 31) / 32 * 32;
  const auto places = static_cast<std::int64_t>(grid.count());
  const auto count = static_cast<std::int64_t>(needles_.size());
  // Limited by memory, and by launches short enough to cancel.
  const std::int64_t rowsOfOne =
      ScoreSearch::rowsForProducts(size.pixels() * needles_[0]->channels, grid.width);
  const std::int64_t soon =
      rowsOfOne < grid.rows ? 1 : std::max<std::int64_t>(2, rowsOfOne / grid.rows);
  const std::int64_t most =
      std::min({std::int64_t{NeedleBatch::kMost}, kMostBytes / (9 * places), soon});
  if (most < 2) return std::nullopt;
  const std::int64_t rounds = (count + most - 1) / most;
  const std::int64_t atOnce = (count + rounds - 1) / rounds;

  std::vector<PlacesOfNeedle> found(needles_.size());
  Round round(grid, static_cast<int>(atOnce));
  round.first = first - top;
  round.rows = rows;
  round.keys.resize(needles_.size());
  clock_.begin("search");
  sumWindows(gpu_, colourPlanes(gpu_, scene.image, scene.derived), size, needles_[0]->channels,
             grid, round.windows.data());
  for (std::int64_t begin = 0; begin < count; begin += atOnce) {
    std::vector<int> some;
    std::vector<Threshold> thresholds;
    for (std::int64_t n = begin; n < std::min(count, begin + atOnce); ++n) {
      some.push_back(static_cast<int>(n));
      thresholds.push_back(thresholdOf(options_.method, needles_[static_cast<std::size_t>(n)]->sums,
                                       options_.minScore));
    }
    clock_.begin("search");
    search(scene, round, some, thresholds);
    listPeaks(gpu_, grid, round.first, rows, rules_[0], round.candidates(), round.peaks(),
              kFirstRoom, static_cast<int>(some.size()));
    clock_.begin("download");
    fetchPeaks(round, some, found);
  }
  const bool none = std::all_of(found.begin(), found.end(),
                                [](const PlacesOfNeedle& one) { return one.peaks.empty(); });
  if (none && wantBest) {
    clock_.begin("search");
    findBest(scene, round, found);
  }
  clock_.end();
  for (PlacesOfNeedle& one : found) {
    for (ListedPlace& place : one.peaks) place.y += static_cast<std::uint32_t>(top);
    if (one.best) one.best->y += static_cast<std::uint32_t>(top);
  }
  return found;
}

}  // namespace espy::cuda
