// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "espy/control.h"
#include "signal/motif_plan.h"
#include "signal/rows.h"
#include "signal/table_lanes.h"

namespace espy::signal {

/// The data as compared with open ends; gaps are infinite, so no path crosses them.
class OpenSource {
 public:
  OpenSource(const MotifTask& task, std::span<const RowLevel> levels)
      : task_(task), levels_(levels) {}

  std::int64_t channels() const { return std::ssize(task_.data); }
  std::int64_t size() const { return dataLength(task_); }
  void read(std::int64_t channel, std::int64_t first, std::span<double> samples) const;

 private:
  const MotifTask& task_;
  std::span<const RowLevel> levels_;
};

/// Computes the open-end table's sums without starts, some ten thousand columns at a time.
///
/// Columns are cut into parts, one per lane of each thread; each lane is a strip of rows behind its
/// left neighbour (a wavefront). Columns between parts are kept, so that the table can be
/// recomputed from there to find where a path began.
class OpenSweep {
 public:
  OpenSweep(const OpenSource& source, const QueryRows& queries, int mostThreads);

  std::int64_t columnsTogether() const;
  void go(std::int64_t count, const Control& control);

  // Of the last call:
  std::int64_t first() const { return first_; }
  std::int64_t count() const { return count_; }
  /// The sums of the paths that end in each column.
  std::span<const double> ends() const { return {ends_.data(), static_cast<std::size_t>(count_)}; }
  std::int64_t partWidth() const { return width_; }
  std::int64_t parts() const { return (count_ + width_ - 1) / width_; }
  double leastOf(std::int64_t part) const { return least_[part]; }

  /// A kept column: all sums before it.
  struct Column {
    std::int64_t first;
    std::span<const double> sums;
  };
  /// The last kept column not after `column`.
  Column columnBefore(std::int64_t column) const;

 private:
  /// The lanes of one thread. Time counts strips from the start of its first lane.
  struct ThreadLanes {
    TableLanes lanes;
    std::vector<double> samples;
    std::atomic<std::int64_t> done = 0;  ///< strips completed
  };
  /// The columns between parts; the first precedes all parts.
  struct Borders {
    std::int64_t first = 0;
    std::int64_t width = 1;
    std::int64_t count = 0;
    ScratchVector<double> sums;
  };
  /// What a lane computes at a time; part -1: nothing.
  struct LanePosition {
    std::int64_t part = -1;
    std::int64_t strip = 0;
  };

  std::int64_t threads() const { return std::ssize(threads_); }
  std::int64_t lanes() const { return threads() * TableLanes::kLanes; }
  std::int64_t paddedRows() const { return strips_ * TableLanes::kRows; }
  LanePosition positionOf(std::int64_t thread, std::int64_t lane, std::int64_t time) const;
  double* border(std::int64_t index) { return borders_.sums.data() + index * paddedRows(); }
  void plan(std::int64_t count);
  void runBlock(std::int64_t block, std::int64_t thread, const Control& control);
  void waitFor(const ThreadLanes& other, std::int64_t time, const Control& control) const;
  void step(std::int64_t thread, std::int64_t time);
  void begin(ThreadLanes& thread, std::int64_t lane, std::int64_t part);
  void fillQuery(ThreadLanes& thread, std::int64_t time) const;
  void finish(ThreadLanes& thread, std::int64_t lane, const LanePosition& position);

  const OpenSource& source_;
  std::int64_t rows_;
  std::int64_t strips_;
  std::int64_t padding_;  ///< rows above the table that fill the first strip
  std::int64_t period_;   ///< strips from one part of a lane to the next
  /// Per channel and row of a strip, one number for each strip in descending order, so that
  /// neighbouring lanes read neighbouring numbers.
  std::vector<std::vector<double>> query_;
  std::deque<ThreadLanes> threads_;
  std::int64_t first_ = 0;
  std::int64_t count_ = 0;
  std::int64_t width_ = 1;
  std::int64_t rounds_ = 0;
  Borders borders_;
  Borders bordersBefore_;
  ScratchVector<double> ends_;
  std::vector<double> least_;
  std::mutex failing_;
  std::exception_ptr failure_;  ///< the first
  std::atomic<bool> failed_ = false;
};

}  // namespace espy::signal
