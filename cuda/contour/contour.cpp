// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Entry points of interval dynamic programming: transfers and launches.
#include <algorithm>
#include <iterator>

#include "base/phrase.h"
#include "contour/interval.h"
#include "cuda/base/gpu.h"
#include "cuda/base/launch_throttle.h"
#include "cuda/base/memory.h"
#include "cuda/contour/engines.h"
#include "cuda/contour/layout.h"
#include "espy/error.h"

namespace espy::cuda {
namespace {

/// Updates of a launch: tens of milliseconds on a small GPU, so that a stop is heeded.
constexpr std::int64_t kMostUpdates = std::int64_t{1} << 36;
/// Bytes of a copy between two looks at the stop token.
constexpr std::size_t kMostCopied = std::size_t{64} << 20;

template <class To, class From>
DeviceBuffer<To> sent(const std::vector<From>& from, std::size_t count, To beyond,
                      const Stream& stream) {
  if (from.empty()) return {};
  std::vector<To> all(from.begin(), from.end());
  all.resize(count, beyond);
  DeviceBuffer<To> buffer(count);
  stream.copy(buffer.data(), all.data(), buffer.bytes());
  stream.wait();  // `all` ends here
  return buffer;
}

/// Throws if costs leave the range in which the GPU computes with 16-bit numbers.
void checkRange(const IntervalTask<std::uint16_t>& task) {
  const auto most = [](const std::vector<std::uint16_t>& costs) {
    return costs.empty() ? std::int64_t{0} : std::int64_t{*std::ranges::max_element(costs)};
  };
  if ((most(task.first) + most(task.pairs)) * std::ssize(task.first) >= kMostIntCost) {
    throw Error(ErrorCode::unsupported,
                phrase("costs may exceed 2^28, up to which the GPU adds 16-bit costs; use another "
                       "engine"));
  }
}

/// A table in device memory.
template <class Number>
class TableOnGpu {
 public:
  explicit TableOnGpu(const IntervalTask<Number>& task)
      : lease_(unheard_),
        stream_(lease_->stream()),
        tiles_((task.points() + kIntervalTile - 1) / kIntervalTile) {
    using Cost = IntervalCost<Number>;
    const std::int64_t points = task.points();
    const auto count = static_cast<std::size_t>(tiles_ * (tiles_ + 1) / 2);
    const auto padded = static_cast<std::size_t>(tiles_ * kIntervalTile);
    costs_ = DeviceBuffer<Number>(count * kIntervalCosts);
    flags_ = DeviceBuffer<unsigned>(2 * count + 2);
    first_ = sent<Cost>(task.first, padded, neverCost<Number>(), stream_);
    factors_ = sent<Cost>(task.factors, padded, Cost{}, stream_);
    pairs_ = sent<Number>(task.pairs, task.pairs.size(), Number{}, stream_);
    const int blocks = lease_->multiprocessors() * intervalBlocks<Number>();
    table_ = {costs_.data(),
              nullptr,
              nullptr,
              flags_.data(),
              flags_.data() + count,
              flags_.data() + 2 * count,
              flags_.data() + 2 * count + 1,
              first_.data(),
              factors_.data(),
              pairs_.data(),
              static_cast<int>(points),
              {static_cast<int>(tiles_), blocks}};
    if constexpr (sizeof(Number) == 2) {
      sums_ = DeviceBuffer<Cost>(count * kIntervalCosts);
      offsets_ = DeviceBuffer<int>(count);
      table_.sums = sums_.data();
      table_.offsets = offsets_.data();
    } else {
      table_.sums = costs_.data();
    }
  }

  IntervalTable<Number> fill(const Control& control) {
    queueIntervalStart(table_, stream_);
    LaunchThrottle throttle(stream_, control);
    const IntervalOrder& order = table_.order;
    std::int64_t first = 0;
    std::int64_t end = 0;
    std::int64_t updates = 0;
    for (int diagonal = 0; diagonal < order.tiles; ++diagonal) {
      end += order.itemsOf(diagonal);
      updates +=
          std::int64_t{order.tiles - diagonal} * (diagonal + 1) * kIntervalCosts * kIntervalTile;
      if (updates < kMostUpdates && diagonal + 1 < order.tiles) continue;
      throttle.run([&] { queueIntervals(table_, first, end, order.wanted, stream_); });
      if (control.progress) control.progress(double(diagonal + 1) / order.tiles);
      first = end;
      updates = 0;
    }
    stream_.wait();
    return fetched(control);
  }

 private:
  IntervalTable<Number> fetched(const Control& control) const {
    IntervalTable<Number> table(table_.points);
    auto* const to = reinterpret_cast<std::uint8_t*>(table.tile(0, 0));
    const auto* const from = reinterpret_cast<const std::uint8_t*>(costs_.data());
    for (std::size_t at = 0; at < costs_.bytes(); at += kMostCopied) {
      control.check();
      stream_.copy(to + at, from + at, std::min(kMostCopied, costs_.bytes() - at));
      stream_.wait();
    }
    if constexpr (sizeof(Number) == 2) fetchOffsets(table);
    return table;
  }

  void fetchOffsets(IntervalTable<Number>& table) const {
    unsigned tooWide = 0;
    std::vector<int> offsets(offsets_.size());
    stream_.copy(offsets.data(), offsets_.data(), offsets_.bytes());
    stream_.copy(&tooWide, table_.tooWide, sizeof(tooWide));
    stream_.wait();
    if (tooWide != 0) {
      throw Error(ErrorCode::tooLarge,
                  phrase("costs of intervals close to each other differ by more than 65,534; use "
                         "32 bits"));
    }
    auto from = offsets.begin();
    for (std::int64_t row = 0; row < tiles_; ++row) {
      for (std::int64_t column = row; column < tiles_; ++column) {
        table.offset(row, column) = *from++;
      }
    }
  }

  Timeline unheard_;
  GpuLease lease_;
  const Stream& stream_;
  std::int64_t tiles_;
  DeviceBuffer<Number> costs_;
  DeviceBuffer<unsigned> flags_;
  DeviceBuffer<IntervalCost<Number>> first_;
  DeviceBuffer<IntervalCost<Number>> factors_;
  DeviceBuffer<Number> pairs_;
  DeviceBuffer<IntervalCost<Number>> sums_;
  DeviceBuffer<int> offsets_;
  DeviceIntervals<Number> table_;
};

/// Small tasks in device memory, in one launch.
template <class Number>
class SmallOnGpu {
 public:
  explicit SmallOnGpu(std::span<const IntervalTask<Number>* const> tasks)
      : lease_(unheard_), stream_(lease_->stream()) {
    for (const IntervalTask<Number>* task : tasks) {
      firsts_.push_back(add(task->first));
      factors_.push_back(add(task->factors));
      pairs_.push_back(add(task->pairs));
      splitsAt_.push_back(3 * static_cast<std::size_t>(splits_));
      splits_ += std::max<std::int64_t>(0, task->points() - 2);
      points_.push_back(static_cast<int>(task->points()));
    }
  }

  std::vector<IntervalDivision<Number>> divide(int capacity) {
    const DeviceBuffer<Number> numbers(numbers_.size());
    const DeviceBuffer<Number> costs(points_.size());
    const DeviceBuffer<int> splits(3 * static_cast<std::size_t>(splits_) + 1);
    const DeviceBuffer<SmallIntervals<Number>> tasks(points_.size());
    std::vector<SmallIntervals<Number>> described;
    const auto at = [&](std::size_t offset) -> const Number* {
      return offset == kNone ? nullptr : numbers.data() + offset;
    };
    for (std::size_t i = 0; i < points_.size(); ++i) {
      described.push_back({at(firsts_[i]), at(factors_[i]), at(pairs_[i]), costs.data() + i,
                           splits.data() + splitsAt_[i], points_[i]});
    }
    stream_.copy(numbers.data(), numbers_.data(), numbers.bytes());
    stream_.copy(tasks.data(), described.data(), tasks.bytes());
    queueSmallIntervals(tasks.data(), static_cast<int>(points_.size()), capacity, stream_);
    std::vector<Number> foundCosts(points_.size());
    std::vector<int> foundSplits(splits.size());
    stream_.copy(foundCosts.data(), costs.data(), costs.bytes());
    stream_.copy(foundSplits.data(), splits.data(), splits.bytes());
    stream_.wait();
    std::vector<IntervalDivision<Number>> divisions(points_.size());
    for (std::size_t i = 0; i < divisions.size(); ++i) {
      divisions[i].cost = foundCosts[i];
      const int* split = foundSplits.data() + splitsAt_[i];
      for (int k = 0; k < points_[i] - 2; ++k, split += 3) {
        divisions[i].splits.push_back({split[0], split[1], split[2]});
      }
      contour::sortSplits(divisions[i].splits);
    }
    return divisions;
  }

 private:
  static constexpr std::size_t kNone = ~std::size_t{0};

  std::size_t add(const std::vector<Number>& numbers) {
    if (numbers.empty()) return kNone;
    const std::size_t at = numbers_.size();
    numbers_.insert(numbers_.end(), numbers.begin(), numbers.end());
    return at;
  }

  Timeline unheard_;
  GpuLease lease_;
  const Stream& stream_;
  std::vector<Number> numbers_;  ///< of all tasks
  std::vector<std::size_t> firsts_;
  std::vector<std::size_t> factors_;
  std::vector<std::size_t> pairs_;
  std::vector<std::size_t> splitsAt_;
  std::vector<int> points_;
  std::int64_t splits_ = 0;
};

}  // namespace

template <class Number>
IntervalTable<Number> fillIntervalsOnGpu(const IntervalTask<Number>& task, const Control& control) {
  control.check();
  if constexpr (sizeof(Number) == 2) checkRange(task);
  return TableOnGpu<Number>(task).fill(control);
}

template <class Number>
std::vector<IntervalDivision<Number>> divideIntervalsOnGpu(
    std::span<const IntervalTask<Number>> tasks, const Control& control) {
  /// Tasks of a launch: bounds their memory, and the time until a stop is heeded.
  constexpr std::size_t kMostTasks = 4096;
  std::vector<IntervalDivision<Number>> divisions(tasks.size());
  // By capacity, so that small tasks do not wait for memory that they do not need.
  std::vector<std::size_t> waiting[std::size(kSmallCapacities)];
  {
    Timeline unheard;
    const GpuLease gpu(unheard);
    for (std::size_t i = 0; i < tasks.size(); ++i) {
      const int capacity = smallCapacity(tasks[i].points());
      const auto at = std::ranges::find(kSmallCapacities, capacity) - kSmallCapacities;
      if (capacity > 0) waiting[at].push_back(i);
    }
  }
  std::vector<bool> isDone(tasks.size());
  for (std::size_t at = 0; at < std::size(kSmallCapacities); ++at) {
    for (std::size_t from = 0; from < waiting[at].size(); from += kMostTasks) {
      control.check();
      std::vector<const IntervalTask<Number>*> some;
      const std::size_t end = std::min(from + kMostTasks, waiting[at].size());
      for (std::size_t i = from; i < end; ++i) some.push_back(&tasks[waiting[at][i]]);
      auto found = SmallOnGpu<Number>(some).divide(kSmallCapacities[at]);
      for (std::size_t i = from; i < end; ++i) {
        divisions[waiting[at][i]] = std::move(found[i - from]);
        isDone[waiting[at][i]] = true;
      }
    }
  }
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    if (isDone[i]) continue;
    const IntervalTable<Number> table = fillIntervalsOnGpu(tasks[i], control);
    divisions[i] = {table.at(0, tasks[i].points() - 1), intervalSplits(tasks[i], table)};
  }
  return divisions;
}

template IntervalTable<float> fillIntervalsOnGpu(const IntervalTask<float>&, const Control&);
template IntervalTable<std::int32_t> fillIntervalsOnGpu(const IntervalTask<std::int32_t>&,
                                                        const Control&);
template IntervalTable<std::uint16_t> fillIntervalsOnGpu(const IntervalTask<std::uint16_t>&,
                                                         const Control&);
template std::vector<IntervalDivision<float>> divideIntervalsOnGpu(
    std::span<const IntervalTask<float>>, const Control&);
template std::vector<IntervalDivision<std::int32_t>> divideIntervalsOnGpu(
    std::span<const IntervalTask<std::int32_t>>, const Control&);

}  // namespace espy::cuda
