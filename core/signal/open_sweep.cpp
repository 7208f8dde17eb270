// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signal/open_sweep.h"

#include <algorithm>
#include <limits>
#include <thread>

#include "base/parallel.h"
#include "espy/error.h"

namespace espy::signal {
namespace {

constexpr double kNoPath = std::numeric_limits<double>::infinity();
constexpr std::int64_t kThreadLanes = TableLanes::kLanes;
constexpr std::int64_t kRowsPerStrip = TableLanes::kRows;
constexpr std::int64_t kPartWidth = 256;  ///< keeps a thread's working set in L2

}  // namespace

void OpenSource::read(std::int64_t channel, std::int64_t first, std::span<double> samples) const {
  task_.data[channel].read(first, samples);
  const bool levelled = normaliseOf(task_) == MotifNormalise::global;
  const RowLevel level = levelled ? levels_[channel] : RowLevel{};
  for (double& sample : samples) {
    const bool gap = isGap(sample);
    if (levelled) applyLevel({&sample, 1}, level);
    if (gap) sample = kNoPath;
  }
}

OpenSweep::OpenSweep(const OpenSource& source, const QueryRows& queries, int mostThreads)
    : source_(source), rows_(queries.length()) {
  strips_ = (rows_ + kRowsPerStrip - 1) / kRowsPerStrip;
  padding_ = strips_ * kRowsPerStrip - rows_;
  // A lane can begin its next part when the last lane has left the top of the part before.
  const std::int64_t threads = std::clamp<std::int64_t>(strips_ / kThreadLanes - 1, 1, mostThreads);
  period_ = std::max(strips_, threads * kThreadLanes);
  for (std::int64_t c = 0; c < source.channels(); ++c) {
    for (std::int64_t k = 0; k < kRowsPerStrip; ++k) {
      std::vector<double> column(static_cast<std::size_t>(period_ + kThreadLanes), 0);
      for (std::int64_t at = 0; at < std::ssize(column); ++at) {
        const std::int64_t strip = (2 * period_ - at) % period_;
        const std::int64_t row = strip * kRowsPerStrip + k - padding_;
        if (strip < strips_ && row >= 0) column[at] = queries.row(c, c)[row];
      }
      query_.push_back(std::move(column));
    }
  }
  for (std::int64_t thread = 0; thread < threads; ++thread) threads_.emplace_back();
  // No path begins before the data.
  borders_.sums.assign(static_cast<std::size_t>(paddedRows()), kNoPath);
  borders_.count = 1;
}

std::int64_t OpenSweep::columnsTogether() const {
  constexpr std::int64_t kMostRounds = 16;
  constexpr std::int64_t kMostBorders = 1 << 22;
  const std::int64_t rounds =
      std::clamp<std::int64_t>(kMostBorders / (lanes() * paddedRows()), 1, kMostRounds);
  return rounds * lanes() * kPartWidth;
}

void OpenSweep::plan(std::int64_t count) {
  first_ += count_;
  count_ = count;
  rounds_ = (count + lanes() * kPartWidth - 1) / (lanes() * kPartWidth);
  const std::int64_t parts = rounds_ * lanes();
  width_ = std::max(TableLanes::kLeastWidth, (count + parts - 1) / parts);
  std::swap(borders_, bordersBefore_);
  borders_.first = first_;
  borders_.width = width_;
  borders_.count = parts + 1;
  borders_.sums.resize(static_cast<std::size_t>(borders_.count * paddedRows()));
  // Parts may lie beyond the data; the last column still precedes the next sweep.
  const double* last = bordersBefore_.sums.data() + (bordersBefore_.count - 1) * paddedRows();
  std::copy(last, last + paddedRows(), border(0));
  ends_.resize(static_cast<std::size_t>(parts * width_));
  least_.assign(static_cast<std::size_t>(parts), kNoPath);
  for (ThreadLanes& thread : threads_) {
    thread.lanes.resize(source_.channels(), width_);
    thread.done = 0;
  }
}

void OpenSweep::go(std::int64_t count, const Control& control) {
  plan(count);
  Control quiet = control;
  quiet.progress = {};
  failure_ = nullptr;
  failed_ = false;
  // In this order each block depends only on earlier ones, so waiting cannot deadlock.
  const std::int64_t size = period_ - lanes() + 1;
  const std::int64_t times = rounds_ * period_ + lanes() - 1;
  const std::int64_t blocks = (times + size - 1) / size;
  parallelFor(blocks * threads(), static_cast<int>(threads()), quiet, [&](std::int64_t index, int) {
    try {
      if (!failed_) runBlock(index / threads(), index % threads(), quiet);
    } catch (...) {
      // Later failures are consequences of the first.
      const std::scoped_lock lock(failing_);
      if (!failure_) failure_ = std::current_exception();
      failed_ = true;
    }
  });
  if (failure_) std::rethrow_exception(failure_);
}

void OpenSweep::runBlock(std::int64_t block, std::int64_t thread, const Control& control) {
  const std::int64_t size = period_ - lanes() + 1;
  const std::int64_t times = rounds_ * period_ + lanes() - 1;
  ThreadLanes& own = threads_[thread];
  waitFor(own, block * size, control);
  for (std::int64_t time = block * size; time < std::min(times, (block + 1) * size); ++time) {
    control.check();
    // The left neighbour of the first lane is the last lane of the previous thread; for the first
    // thread, the last lane of all in its previous part.
    if (thread > 0) {
      waitFor(threads_[thread - 1], time, control);
    } else {
      waitFor(threads_.back(), time - period_ + lanes(), control);
    }
    step(thread, time);
    own.done.store(time + 1, std::memory_order_release);
  }
}

/// Spins until a thread has reached `time`.
void OpenSweep::waitFor(const ThreadLanes& other, std::int64_t time, const Control& control) const {
  for (int asked = 0; other.done.load(std::memory_order_acquire) < time; ++asked) {
    constexpr int kPatience = 256;
    if (asked % kPatience != kPatience - 1) continue;
    control.check();
    if (failed_) throw Error(ErrorCode::cancelled, "");
    std::this_thread::yield();
  }
}

OpenSweep::LanePosition OpenSweep::positionOf(std::int64_t thread, std::int64_t lane,
                                              std::int64_t time) const {
  const std::int64_t own = time - thread * kThreadLanes - lane;
  const std::int64_t round = own / period_;
  const std::int64_t strip = own - round * period_;
  if (own < 0 || round >= rounds_ || strip >= strips_) return {};
  return {round * lanes() + thread * kThreadLanes + lane, strip};
}

void OpenSweep::step(std::int64_t index, std::int64_t time) {
  ThreadLanes& thread = threads_[index];
  TableLanes& table = thread.lanes;
  table.passBorders();
  std::fill(table.live, table.live + kRowsPerStrip, 0xff);
  bool any = false;
  LanePosition positions[kThreadLanes];
  for (std::int64_t lane = 0; lane < kThreadLanes; ++lane) {
    const LanePosition position = positions[lane] = positionOf(index, lane, time);
    if (position.part < 0) continue;
    any = true;
    if (position.strip == 0) begin(thread, lane, position.part);
    if (lane > 0) continue;
    const double* before = border(position.part) + position.strip * kRowsPerStrip;
    for (std::int64_t k = 0; k < kRowsPerStrip; ++k) table.left[k][0] = before[k];
  }
  if (!any) return;
  fillQuery(thread, time - index * kThreadLanes);
  table.go();
  for (std::int64_t lane = 0; lane < kThreadLanes; ++lane) {
    if (positions[lane].part >= 0) finish(thread, lane, positions[lane]);
  }
}

/// Moves a lane to the top of a part: paths may begin anywhere, so the row above is 0.
void OpenSweep::begin(ThreadLanes& thread, std::int64_t lane, std::int64_t part) {
  TableLanes& table = thread.lanes;
  for (std::int64_t k = 0; k < padding_; ++k) {
    table.live[k] = static_cast<std::uint8_t>(table.live[k] & ~(1U << lane));
  }
  table.corner[lane] = 0;
  const std::int64_t from = part * width_;
  const std::int64_t size = std::clamp<std::int64_t>(count_ - from, 0, width_);
  thread.samples.resize(static_cast<std::size_t>(size));
  for (std::int64_t c = 0; c < table.channels(); ++c) {
    source_.read(c, first_ + from, thread.samples);
    for (std::int64_t j = 0; j < size; ++j) table.setSample(c, j, lane, thread.samples[j]);
    for (std::int64_t j = size; j < width_; ++j) table.setSample(c, j, lane, kNoPath);
  }
  for (std::int64_t j = 0; j < width_; ++j) table.row(j, lane) = 0;
}

void OpenSweep::fillQuery(ThreadLanes& thread, std::int64_t time) const {
  const std::int64_t at = (2 * period_ - time % period_) % period_;
  for (std::int64_t c = 0; c < thread.lanes.channels(); ++c) {
    for (std::int64_t k = 0; k < kRowsPerStrip; ++k) {
      const double* from = query_[c * kRowsPerStrip + k].data() + at;
      std::copy(from, from + kThreadLanes, thread.lanes.query(c, k));
    }
  }
}

/// Stores what a lane computed in a strip.
void OpenSweep::finish(ThreadLanes& thread, std::int64_t lane, const LanePosition& position) {
  TableLanes& table = thread.lanes;
  double* behind = border(position.part + 1) + position.strip * kRowsPerStrip;
  for (std::int64_t k = 0; k < kRowsPerStrip; ++k) behind[k] = table.right[k][lane];
  if (position.strip + 1 < strips_) return;
  double* ends = ends_.data() + position.part * width_;
  for (std::int64_t j = 0; j < width_; ++j) ends[j] = table.row(j, lane);
  least_[position.part] = table.least[lane];
}

OpenSweep::Column OpenSweep::columnBefore(std::int64_t column) const {
  const bool now = column >= borders_.first;
  const Borders& borders = now || bordersBefore_.count < 2 ? borders_ : bordersBefore_;
  const std::int64_t index = std::max<std::int64_t>(0, (column - borders.first) / borders.width);
  const auto rows = static_cast<std::size_t>(rows_);
  return {borders.first + index * borders.width,
          {borders.sums.data() + index * paddedRows() + padding_, rows}};
}

}  // namespace espy::signal
