// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Several channels: lower bounds of each pair's windows, minima over lags, and from these lower
// bounds of positions. First by envelopes, which give a first limit, then by DTW.
#include "cuda/signal/motif_search.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "cuda/signal/key.h"
#include "cuda/signal/motif_query.h"
#include "cuda/signal/motif_rows.h"
#include "signal/motif_plan.h"

namespace espy::cuda::motif {
namespace {

float roundedDown(double number) {
  return static_cast<float>(std::min(number, 3e38)) * (1 - 0x1p-22F);
}
float roundedUp(double number) {
  return number < 3e38 ? static_cast<float>(number) * (1 + 0x1p-22F) + 1e-37F : INFINITY;
}

/// A query channel and a data channel that may match.
struct Pair {
  std::int64_t query;
  std::int64_t data;
  std::shared_ptr<const GpuQuery> row;
};

/// The query at one length, on the GPU.
class PairQueries {
 public:
  PairQueries(const MotifTask& task, const signal::QueryRows& rows, const ChannelParts& parts,
              const Stream& stream)
      : rows_(rows) {
    // With z, rows do not depend on the data channel.
    const bool alike = signal::normaliseOf(task) == MotifNormalise::z;
    const signal::PairGrid grid(std::ssize(task.query), std::ssize(task.data), task.options.reach);
    std::vector<float> charges;
    for (std::int64_t i = 0; i < grid.rows(); ++i) {
      charges.push_back(roundedDown(rows.chargeOf(i)));
      std::shared_ptr<const GpuQuery> row;
      for (std::int64_t j = grid.begin(i); j < grid.end(i); ++j) {
        if (!alike || !row) {
          row = std::make_shared<GpuQuery>(task, rows, i, j, parts[j]->scale, stream);
        }
        rms_ = std::max(rms_, row->rms());
        pairs_.push_back({i, j, row});
      }
    }
    std::stable_sort(pairs_.begin(), pairs_.end(),
                     [](const Pair& a, const Pair& b) { return a.data < b.data; });
    charges_ = onGpu(charges, stream);
    stream.wait();
  }

  const signal::QueryRows& rows() const { return rows_; }
  /// Ordered by data channel.
  const std::vector<Pair>& pairs() const { return pairs_; }
  const float* charges() const { return charges_.data(); }
  /// The largest of all.
  double rms() const { return rms_; }
  bool warps() const { return pairs_.front().row->warps(); }

 private:
  const signal::QueryRows& rows_;
  std::vector<Pair> pairs_;
  DeviceBuffer<float> charges_;
  double rms_ = 0;
};

/// Device buffers, reused between passes.
struct Buffers {
  DeviceBuffer<WindowLevel> levels;
  DeviceBuffer<float> reaches;
  DeviceBuffer<float> sums;
  DeviceBuffer<float> costs;
  DeviceBuffer<std::uint64_t> tileLeast;
  DeviceBuffer<std::uint32_t> chosen;
  DeviceBuffer<Found> found;
  DeviceBuffer<std::uint32_t> counts;  ///< of chosen, of found, of near
  DeviceBuffer<float4> between;
  DeviceBuffer<float> rows;
  DeviceBuffer<float> distances;
  DeviceBuffer<std::uint64_t> placeLeast;
  DeviceBuffer<PlaceFound> near;

  Buffers(std::int64_t windows, std::int64_t places, std::size_t rowCount)
      : levels(static_cast<std::size_t>(windows)),
        reaches(levels.size()),
        sums(levels.size()),
        costs(levels.size()),
        tileLeast(static_cast<std::size_t>(tilesOf(windows))),
        chosen(levels.size()),
        found(levels.size()),
        counts(3),
        rows(rowCount * static_cast<std::size_t>(places)),
        distances(static_cast<std::size_t>(places)),
        placeLeast(static_cast<std::size_t>(tilesOf(places))),
        near(distances.size()) {}
  static std::int64_t bytesEach(std::size_t rowCount) {
    return 48 + 16 + static_cast<std::int64_t>(rowCount * sizeof(float));
  }
};

/// Positions of a part, and the windows within the lag.
struct Field {
  std::int64_t place;  ///< the first, in the channel
  std::int64_t places;
  std::int64_t window;  ///< the first, in the part; a multiple of `kMergedPiece`
  std::int64_t windows;
};

class FieldSearch {
 public:
  FieldSearch(const MotifTask& task, std::span<const signal::RowLevel> levels,
              const PairQueries& queries, const ChannelParts& parts, const Field& field,
              Buffers& room, const Gpu& gpu, StageClock& clock, const Control& control,
              signal::BestSoFar& best, SearchTally& tally)
      : task_(task),
        rowLevels_(levels),
        queries_(queries),
        parts_(parts),
        field_(field),
        buffers_(room),
        gpu_(gpu),
        stream_(gpu.stream()),
        clock_(clock),
        control_(control),
        best_(best),
        tally_(tally) {}

  void run() {
    clock_.begin("bounds");
    weigh(false);
    if (task_.options.top > 0) {
      clock_.begin("settle");
      settle(likeliest());
    }
    if (queries_.warps()) {
      clock_.begin("paths");
      weigh(true);
    }
    clock_.begin("settle");
    settle(near());
    clock_.end();
  }

 private:
  AppendList<Found> foundList() const {
    return {buffers_.found.data(), buffers_.counts.data() + 1};
  }
  Levels levels() const { return {buffers_.levels.data(), buffers_.reaches.data()}; }

  /// The distance above which a pair alone prunes its position.
  double limitOf(const Pair& pair) const {
    const double limit = best_.limit();
    if (task_.options.rule == ChannelRule::mean) {
      return limit * static_cast<double>(task_.query.size());
    }
    if (task_.options.missing == 0) return limit;
    return signal::rootOf(task_.options.method, queries_.rows().mostOf(pair.query, pair.data));
  }

  /// Lower bounds of all positions, by envelopes or by DTW.
  void weigh(bool byPaths) {
    const auto rows = static_cast<std::int64_t>(task_.query.size());
    queueNever(buffers_.rows.data(), rows * field_.places, stream_);
    std::int64_t levelled = -1;
    for (const Pair& pair : queries_.pairs()) {
      control_.check();
      if (pair.data != levelled) level(*parts_[pair.data]);
      levelled = pair.data;
      bound(pair, byPaths);
      lowerRow(pair);
    }
    const MotifOptions& options = task_.options;
    queuePlaces(
        {buffers_.rows.data(), field_.places, static_cast<int>(rows), queries_.charges(),
         static_cast<int>(options.missing), options.rule == ChannelRule::mean,
         options.method != MotifMethod::sad, buffers_.distances.data(), buffers_.placeLeast.data()},
        stream_);
  }

  Stretch stretchOf(const ChannelPart& part) const {
    const std::int64_t length = queries_.rows().length();
    return {part.samples.data() + field_.window, field_.windows + length - 1, length};
  }

  void level(const ChannelPart& part) {
    queueLevels(stretchOf(part), part.rule(task_, field_.window, queries_.rms()), levels(),
                stream_);
  }

  void bound(const Pair& pair, bool byPaths) {
    const GpuQuery& row = *pair.row;
    const Stretch stretch = stretchOf(*parts_[pair.data]);
    const Allowance allowed = row.allowance(limitOf(pair));
    queueSums({stretch, levels(), row.ranges(), row.order(), allowed, buffers_.sums.data(),
               buffers_.tileLeast.data()},
              row.kind(), stream_);
    stream_.set(buffers_.counts.data(), 0, 2 * sizeof(std::uint32_t));
    if (!byPaths) {
      tally_.windows += field_.windows;
      queueTake(buffers_.sums.data(), levels(), field_.windows, allowed, foundList(), stream_);
    } else {
      queueChoose(buffers_.sums.data(), levels(), field_.windows, allowed, 0, kBins - 1,
                  {buffers_.chosen.data(), buffers_.counts.data()}, stream_);
      const std::int64_t count = fetched(buffers_.counts.data(), 1, stream_)[0];
      warpListed(row,
                 {stretch, levels(), nullptr, 0, allowed, buffers_.chosen.data(), count,
                  foundList(), nullptr},
                 buffers_.between, gpu_, control_);
      tally_.warped += count;
    }
    queueCosts(foundList(), {row.unit(), allowed}, field_.windows, buffers_.costs.data(), stream_);
  }

  void lowerRow(const Pair& pair) {
    const MotifOptions& options = task_.options;
    queueRow({buffers_.costs.data(), field_.windows,
              field_.place - parts_[pair.data]->from - field_.window, field_.places, options.lag,
              roundedDown(options.lagPenalty),
              pair.query == pair.data ? 1 : roundedDown(options.elsewhere),
              buffers_.rows.data() + pair.query * field_.places},
             stream_);
  }

  /// Positions with the least bounds of their tiles, for a first limit.
  std::vector<PlaceFound> likeliest() const {
    std::vector<std::uint64_t> keys = fetched(
        buffers_.placeLeast.data(), static_cast<std::size_t>(tilesOf(field_.places)), stream_);
    std::erase_if(keys, [&](std::uint64_t key) {
      const double distance = sumOfKey<float>(key);
      return !(distance < INFINITY && distance <= best_.limit());
    });
    std::sort(keys.begin(), keys.end());
    const auto enough =
        static_cast<std::size_t>(4 * std::min<std::int64_t>(task_.options.top, 256));
    keys.resize(std::min(keys.size(), enough + 28));
    std::vector<PlaceFound> places;
    places.reserve(keys.size());
    for (const std::uint64_t key : keys) {
      places.push_back({static_cast<std::uint32_t>(placeOfKey(key)), sumOfKey<float>(key)});
    }
    return places;
  }

  std::vector<PlaceFound> near() const {
    std::uint32_t* count = buffers_.counts.data() + 2;
    stream_.set(count, 0, sizeof(std::uint32_t));
    queueNear(buffers_.distances.data(), field_.places, roundedUp(best_.limit()),
              {buffers_.near.data(), count}, stream_);
    return fetched(buffers_.near.data(), fetched(count, 1, stream_)[0], stream_);
  }

  /// Settles runs of positions on the CPU, best first.
  void settle(std::vector<PlaceFound> places) {
    constexpr std::int64_t kMostRun = 512;
    std::sort(places.begin(), places.end(),
              [](const PlaceFound& a, const PlaceFound& b) { return a.place < b.place; });
    std::vector<std::pair<float, signal::PlaceRun>> runs;
    for (const PlaceFound& found : places) {
      const std::int64_t place = field_.place + found.place;
      if (!runs.empty()) {
        auto& [least, last] = runs.back();
        if (last.first + last.count == place && last.count < kMostRun) {
          ++last.count;
          least = std::min(least, found.distance);
          continue;
        }
      }
      runs.push_back({found.distance, {place, 1}});
    }
    std::stable_sort(runs.begin(), runs.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<signal::PlaceRun> inOrder;
    inOrder.reserve(runs.size());
    for (const auto& run : runs) inOrder.push_back(run.second);
    tally_.settled += std::ssize(places);
    signal::searchRuns(task_, queries_.rows(), rowLevels_, inOrder, control_, best_);
  }

  const MotifTask& task_;
  std::span<const signal::RowLevel> rowLevels_;
  const PairQueries& queries_;
  const ChannelParts& parts_;
  Field field_;
  Buffers& buffers_;
  const Gpu& gpu_;
  const Stream& stream_;
  StageClock& clock_;
  const Control& control_;
  signal::BestSoFar& best_;
  SearchTally& tally_;
};

/// Positions of one length whose windows at every lag lie in the part.
struct PlacesOfPart {
  std::int64_t first;
  std::int64_t end;
};
PlacesOfPart placesOf(const MotifTask& task, const ChannelPart& part, std::int64_t length) {
  const std::int64_t lag = task.options.lag;
  const std::int64_t end = part.from + part.count;
  const bool last = end == signal::dataLength(task);
  return {part.from == 0 ? 0 : part.from + lag, end - length + 1 - (last ? 0 : lag)};
}

Field fieldAt(const MotifTask& task, const ChannelPart& part, std::int64_t length,
              std::int64_t place, std::int64_t places) {
  const std::int64_t lag = task.options.lag;
  const std::int64_t from = std::max<std::int64_t>(0, place - lag - part.from);
  const std::int64_t window = from / kMergedPiece * kMergedPiece;
  const std::int64_t end = std::min(part.count - length + 1, place + places + lag - part.from);
  return {place, places, window, end - window};
}

std::int64_t placesAtOnce(const MotifTask& task, std::int64_t length) {
  constexpr std::int64_t kMost = std::int64_t{1} << 23;
  constexpr std::int64_t kMostSamples = 400'000'000'000;
  const std::int64_t room = availableDeviceBytes() / 2 / Buffers::bytesEach(task.query.size());
  return std::max<std::int64_t>(kTile, std::min({kMost, room, kMostSamples / length}));
}

}  // namespace

void searchChannelsPart(const MotifTask& task, std::span<const signal::RowLevel> levels,
                        const ChannelParts& parts, const Gpu& gpu, StageClock& clock,
                        const Control& control, signal::BestSoFar& best, SearchTally& tally) {
  for (const std::int64_t length : signal::lengthsOf(task)) {
    const PlacesOfPart all = placesOf(task, *parts.front(), length);
    if (all.first >= all.end) continue;
    clock.begin("prepare");
    const signal::QueryRows rows(task, length, levels);
    const PairQueries queries(task, rows, parts, gpu.stream());
    if (queries.pairs().empty()) return;
    const std::int64_t each = std::min(all.end - all.first, placesAtOnce(task, length));
    Buffers room(each + 2 * task.options.lag + kMergedPiece, each, task.query.size());
    for (std::int64_t place = all.first; place < all.end; place += each) {
      const std::int64_t count = std::min(each, all.end - place);
      FieldSearch(task, levels, queries, parts, fieldAt(task, *parts.front(), length, place, count),
                  room, gpu, clock, control, best, tally)
          .run();
    }
  }
}

}  // namespace espy::cuda::motif
