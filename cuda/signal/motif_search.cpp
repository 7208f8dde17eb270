// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// One query channel in one data channel: bounds of all windows, DTW of those with the least bounds,
// which lowers the limit, then of all that may still matter.
#include "cuda/signal/motif_search.h"

#include <algorithm>
#include <cmath>

#include "cuda/signal/key.h"
#include "cuda/signal/motif_query.h"
#include "signal/motif_plan.h"
#include "signal/rows.h"

namespace espy::cuda::motif {
namespace {

/// Bounds of a window's distance.
BoundedWindow boundedWindowOf(const GpuQuery& query, const Found& found, std::int64_t first) {
  const Allowance allowed = query.allowance(0);
  BoundedWindow window{first + found.place, query.length(), 0, kNever};
  if (!std::isfinite(found.reach)) return window;
  const double slack = static_cast<double>(allowed.slack) * found.reach;
  const auto root = [&](double sum) { return allowed.squared ? std::sqrt(sum) : sum; };
  const double growth = allowed.growth;
  const double unit = query.unit();
  window.least = std::max(0.0, root(found.sum / growth) - slack) * unit * (1 - 0x1p-20);
  if (!query.isHeld()) {
    window.most = (root(found.sum * growth) + slack) * unit * (1 + 0x1p-20);
  }
  return window;
}

/// Device buffers, reused between ranges.
struct Buffers {
  DeviceBuffer<WindowLevel> levels;
  DeviceBuffer<float> reaches;
  DeviceBuffer<float> sums;
  DeviceBuffer<std::uint64_t> least;
  DeviceBuffer<std::uint32_t> chosen;
  DeviceBuffer<Found> found;
  DeviceBuffer<std::uint32_t> counts;  ///< of chosen, of found, and bins
  DeviceBuffer<float4> between;

  explicit Buffers(std::int64_t places)
      : levels(static_cast<std::size_t>(places)),
        reaches(static_cast<std::size_t>(places)),
        sums(static_cast<std::size_t>(places)),
        least(static_cast<std::size_t>(tilesOf(places))),
        chosen(static_cast<std::size_t>(places)),
        found(static_cast<std::size_t>(places)),
        counts(2 + kBins) {}
};

class StretchSearch {
 public:
  StretchSearch(const ChannelTask& of, const GpuQuery& query, const Stretch& stretch,
                std::int64_t first, Buffers& room, const Gpu& gpu, StageClock& clock,
                const Control& control, CandidateWindows& candidates, SearchTally& tally)
      : of_(of),
        query_(query),
        stretch_(stretch),
        first_(first),
        buffers_(room),
        gpu_(gpu),
        stream_(gpu.stream()),
        clock_(clock),
        control_(control),
        candidates_(candidates),
        tally_(tally) {}

  void run(const LevelRule& rule) {
    clock_.begin("prepare");
    queueLevels(stretch_, rule, levels(), stream_);
    clock_.begin("bounds");
    queueSums({stretch_, levels(), query_.ranges(), query_.order(), allowed(), buffers_.sums.data(),
               buffers_.least.data()},
              query_.kind(), stream_);
    tally_.windows += stretch_.places();
    const std::vector<std::uint32_t> seeds =
        of_.task.options.top > 0 ? seedPlaces() : std::vector<std::uint32_t>{};
    if (query_.warps()) {
      clock_.begin("paths");
      warpSeeds(seeds);
      warpRest();
    } else {
      settleSeeds(seeds);
      clock_.begin("choose");
      clearCounts();
      queueTake(buffers_.sums.data(), levels(), stretch_.places(), allowed(), foundList(), stream_);
      collect();
    }
  }

 private:
  Levels levels() const { return {buffers_.levels.data(), buffers_.reaches.data()}; }
  Allowance allowed() const { return query_.allowance(candidates_.limit()); }
  AppendList<Found> foundList() const {
    return {buffers_.found.data(), buffers_.counts.data() + 1};
  }
  void clearCounts() const { stream_.set(buffers_.counts.data(), 0, 2 * sizeof(std::uint32_t)); }

  /// Windows with the least sums of their tiles: probably near, and apart from each other.
  std::vector<std::uint32_t> seedPlaces() const {
    constexpr std::size_t kMostSeeds = 4096;
    std::vector<std::uint64_t> keys =
        fetched(buffers_.least.data(), buffers_.least.size(), stream_);
    keys.resize(static_cast<std::size_t>(tilesOf(stretch_.places())));
    std::erase_if(keys, [](std::uint64_t key) { return !(sumOfKey<float>(key) < INFINITY); });
    std::sort(keys.begin(), keys.end());
    keys.resize(std::min(keys.size(), kMostSeeds));
    std::vector<std::uint32_t> places;
    places.reserve(keys.size());
    for (const std::uint64_t key : keys) {
      places.push_back(static_cast<std::uint32_t>(placeOfKey(key)));
    }
    return places;
  }

  /// If sums are distances: settled at once, for a limit.
  void settleSeeds(const std::vector<std::uint32_t>& seeds) {
    const auto enough = static_cast<std::size_t>(4 * of_.task.options.top + 16);
    std::vector<BoundedWindow> some;
    for (const std::uint32_t place : seeds) {
      if (some.size() == enough) break;
      some.push_back({first_ + place, stretch_.length});
    }
    candidates_.add(withExactDistances(of_, std::move(some), kNever, control_));
  }

  void warpSeeds(const std::vector<std::uint32_t>& seeds) {
    if (seeds.empty()) return;
    stream_.copy(buffers_.chosen.data(), seeds.data(), seeds.size() * sizeof(std::uint32_t));
    warp(std::ssize(seeds));
  }

  /// Best bounds first, since they lower the limit.
  void warpRest() {
    constexpr std::int64_t kFirst = std::int64_t{1} << 16;
    constexpr std::int64_t kMore = 16;
    std::uint32_t* bins = buffers_.counts.data() + 2;
    stream_.set(bins, 0, kBins * sizeof(std::uint32_t));
    queueBins(buffers_.sums.data(), levels(), stretch_.places(), allowed(), bins, stream_);
    const std::vector<std::uint32_t> sizes = fetched(bins, kBins, stream_);
    std::int64_t atOnce = kFirst;
    for (std::uint32_t bin = 0; bin < kBins; atOnce *= kMore) {
      std::int64_t count = 0;
      const std::uint32_t from = bin;
      while (bin < kBins && (count == 0 || count + sizes[bin] <= atOnce)) count += sizes[bin++];
      if (count == 0) break;
      warpBins(from, bin - 1);
    }
  }

  void warpBins(std::uint32_t from, std::uint32_t last) {
    control_.check();
    clearCounts();
    queueChoose(buffers_.sums.data(), levels(), stretch_.places(), allowed(), from, last,
                {buffers_.chosen.data(), buffers_.counts.data()}, stream_);
    warp(fetched(buffers_.counts.data(), 1, stream_)[0]);
  }

  void warp(std::int64_t count) {
    clearCounts();
    warpListed(query_,
               {stretch_, levels(), nullptr, 0, allowed(), buffers_.chosen.data(), count,
                foundList(), nullptr},
               buffers_.between, gpu_, control_);
    tally_.warped += count;
    collect();
  }

  void collect() {
    const std::uint32_t count = fetched(buffers_.counts.data() + 1, 1, stream_)[0];
    std::vector<BoundedWindow> more;
    more.reserve(count);
    for (const Found& found : fetched(buffers_.found.data(), count, stream_)) {
      more.push_back(boundedWindowOf(query_, found, first_));
    }
    candidates_.add(more);
  }

  const ChannelTask& of_;
  const GpuQuery& query_;
  Stretch stretch_;
  std::int64_t first_;  ///< the range's first sample in the channel
  Buffers& buffers_;
  const Gpu& gpu_;
  const Stream& stream_;
  StageClock& clock_;
  const Control& control_;
  CandidateWindows& candidates_;
  SearchTally& tally_;
};

/// Windows per pass: limited by memory and to some tens of milliseconds.
std::int64_t placesAtOnce(std::int64_t length) {
  constexpr std::int64_t kMost = std::int64_t{1} << 25;
  constexpr std::int64_t kMostSamples = 400'000'000'000;
  constexpr std::int64_t kBytesEach = 48;
  const std::int64_t room = availableDeviceBytes() / 2 / kBytesEach;
  const std::int64_t quick = kMostSamples / length;
  return std::max<std::int64_t>(kTile, std::min({kMost, room, quick}) / kTile * kTile);
}

static_assert(kTile % kMergedPiece == 0);

}  // namespace

void searchPart(const ChannelTask& of, const ChannelPart& part, const Gpu& gpu, StageClock& clock,
                const Control& control, CandidateWindows& candidates, SearchTally& tally) {
  for (const std::int64_t length : signal::lengthsOf(of.task)) {
    if (length > part.count) continue;
    const signal::QueryRows rows(of.task, length, of.levels);
    const GpuQuery query(of.task, rows, 0, 0, part.scale, gpu.stream());
    const std::int64_t places = part.count - length + 1;
    const std::int64_t most = std::min(places, placesAtOnce(length));
    const std::int64_t even =
        (places + (places + most - 1) / most - 1) / ((places + most - 1) / most);
    const std::int64_t each = (even + kTile - 1) / kTile * kTile;
    Buffers room(std::min(each, places));
    for (std::int64_t at = 0; at < places; at += each) {
      control.check();
      const std::int64_t count = std::min(each, places - at);
      const Stretch stretch{part.samples.data() + at, count + length - 1, length};
      StretchSearch(of, query, stretch, part.from + at, room, gpu, clock, control, candidates,
                    tally)
          .run(part.rule(of.task, at, query.rms()));
    }
  }
  clock.end();
}

}  // namespace espy::cuda::motif
