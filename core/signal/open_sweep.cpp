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
constexpr std::int64_t kTeamLanes = TableLanes::kLanes;
constexpr std::int64_t kTeamRows = TableLanes::kRows;
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

OpenSweep::OpenSweep(const OpenSource& source, const QueryRows& queries, int threads)
    : source_(source), rows_(queries.length()) {
  strips_ = (rows_ + kTeamRows - 1) / kTeamRows;
  padding_ = strips_ * kTeamRows - rows_;
  // A lane can begin its next part when the last lane has left the top of the part before.
  const std::int64_t teams = std::clamp<std::int64_t>(strips_ / kTeamLanes - 1, 1, threads);
  period_ = std::max(strips_, teams * kTeamLanes);
  for (std::int64_t c = 0; c < source.channels(); ++c) {
    for (std::int64_t k = 0; k < kTeamRows; ++k) {
      std::vector<double> column(static_cast<std::size_t>(period_ + kTeamLanes), 0);
      for (std::int64_t at = 0; at < std::ssize(column); ++at) {
        const std::int64_t strip = (2 * period_ - at) % period_;
        const std::int64_t row = strip * kTeamRows + k - padding_;
        if (strip < strips_ && row >= 0) column[at] = queries.row(c, c)[row];
      }
      query_.push_back(std::move(column));
    }
  }
  for (std::int64_t team = 0; team < teams; ++team) teams_.emplace_back();
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
  for (Team& team : teams_) {
    team.lanes.resize(source_.channels(), width_);
    team.done = 0;
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
  parallelFor(blocks * teams(), static_cast<int>(teams()), quiet, [&](std::int64_t index, int) {
    try {
      if (!failed_) runBlock(index / teams(), index % teams(), quiet);
    } catch (...) {
      // Later failures are consequences of the first.
      const std::scoped_lock lock(failing_);
      if (!failure_) failure_ = std::current_exception();
      failed_ = true;
    }
  });
  if (failure_) std::rethrow_exception(failure_);
}

void OpenSweep::runBlock(std::int64_t block, std::int64_t team, const Control& control) {
  const std::int64_t size = period_ - lanes() + 1;
  const std::int64_t times = rounds_ * period_ + lanes() - 1;
  Team& own = teams_[team];
  waitFor(own, block * size, control);
  for (std::int64_t time = block * size; time < std::min(times, (block + 1) * size); ++time) {
    control.check();
    // The left neighbour of the first lane is the last lane of the previous team; for the first
    // team, the last lane of all in its previous part.
    if (team > 0) {
      waitFor(teams_[team - 1], time, control);
    } else {
      waitFor(teams_.back(), time - period_ + lanes(), control);
    }
    step(team, time);
    own.done.store(time + 1, std::memory_order_release);
  }
}

/// Spins until a team has reached `time`.
void OpenSweep::waitFor(const Team& other, std::int64_t time, const Control& control) const {
  for (int asked = 0; other.done.load(std::memory_order_acquire) < time; ++asked) {
    constexpr int kPatience = 256;
    if (asked % kPatience != kPatience - 1) continue;
    control.check();
    if (failed_) throw Error(ErrorCode::cancelled, "");
    std::this_thread::yield();
  }
}

OpenSweep::Task OpenSweep::taskOf(std::int64_t team, std::int64_t lane, std::int64_t time) const {
  const std::int64_t own = time - team * kTeamLanes - lane;
  const std::int64_t round = own / period_;
  const std::int64_t strip = own - round * period_;
  if (own < 0 || round >= rounds_ || strip >= strips_) return {};
  return {round * lanes() + team * kTeamLanes + lane, strip};
}

void OpenSweep::step(std::int64_t index, std::int64_t time) {
  Team& team = teams_[index];
  TableLanes& table = team.lanes;
  table.passBorders();
  std::fill(table.live, table.live + kTeamRows, 0xff);
  bool any = false;
  Task tasks[kTeamLanes];
  for (std::int64_t lane = 0; lane < kTeamLanes; ++lane) {
    const Task task = tasks[lane] = taskOf(index, lane, time);
    if (task.part < 0) continue;
    any = true;
    if (task.strip == 0) begin(team, lane, task.part);
    if (lane > 0) continue;
    const double* before = border(task.part) + task.strip * kTeamRows;
    for (std::int64_t k = 0; k < kTeamRows; ++k) table.left[k][0] = before[k];
  }
  if (!any) return;
  fillQuery(team, time - index * kTeamLanes);
  table.go();
  for (std::int64_t lane = 0; lane < kTeamLanes; ++lane) {
    if (tasks[lane].part >= 0) finish(team, lane, tasks[lane]);
  }
}

/// Moves a lane to the top of a part: paths may begin anywhere, so the row above is 0.
void OpenSweep::begin(Team& team, std::int64_t lane, std::int64_t part) {
  TableLanes& table = team.lanes;
  for (std::int64_t k = 0; k < padding_; ++k) {
    table.live[k] = static_cast<std::uint8_t>(table.live[k] & ~(1U << lane));
  }
  table.corner[lane] = 0;
  const std::int64_t from = part * width_;
  const std::int64_t size = std::clamp<std::int64_t>(count_ - from, 0, width_);
  team.samples.resize(static_cast<std::size_t>(size));
  for (std::int64_t c = 0; c < table.channels(); ++c) {
    source_.read(c, first_ + from, team.samples);
    for (std::int64_t j = 0; j < size; ++j) table.setSample(c, j, lane, team.samples[j]);
    for (std::int64_t j = size; j < width_; ++j) table.setSample(c, j, lane, kNoPath);
  }
  for (std::int64_t j = 0; j < width_; ++j) table.row(j, lane) = 0;
}

void OpenSweep::fillQuery(Team& team, std::int64_t time) const {
  const std::int64_t at = (2 * period_ - time % period_) % period_;
  for (std::int64_t c = 0; c < team.lanes.channels(); ++c) {
    for (std::int64_t k = 0; k < kTeamRows; ++k) {
      const double* from = query_[c * kTeamRows + k].data() + at;
      std::copy(from, from + kTeamLanes, team.lanes.query(c, k));
    }
  }
}

/// Stores what a lane computed in a strip.
void OpenSweep::finish(Team& team, std::int64_t lane, const Task& task) {
  TableLanes& table = team.lanes;
  double* behind = border(task.part + 1) + task.strip * kTeamRows;
  for (std::int64_t k = 0; k < kTeamRows; ++k) behind[k] = table.right[k][lane];
  if (task.strip + 1 < strips_) return;
  double* ends = ends_.data() + task.part * width_;
  for (std::int64_t j = 0; j < width_; ++j) ends[j] = table.row(j, lane);
  least_[task.part] = table.least[lane];
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
