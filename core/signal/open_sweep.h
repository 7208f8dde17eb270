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
#include "signal/open_source.h"
#include "signal/table_lanes.h"

namespace espy::signal {

/// Goes through the table of open ends for its sums alone, some ten thousand columns at a time.
///
/// These are cut into parts, one for each lane of each thread; lane after lane is a strip of rows
/// behind, and who is done with a part takes the next that is his. Whoever wants to know where a
/// path to a cell began can take up the table again at the column before any part.
class OpenSweep {
 public:
  OpenSweep(const OpenSource& source, const QueryRows& queries, int threads);

  /// So many columns are best gone through at a time.
  std::int64_t columnsTogether() const;
  /// The columns behind those that were gone through before, `count` of them.
  void go(std::int64_t count, const Control& control);

  // Of the columns that were gone through last:
  std::int64_t first() const { return first_; }
  std::int64_t count() const { return count_; }
  /// The sums of the paths that end there.
  std::span<const double> ends() const { return {ends_.data(), static_cast<std::size_t>(count_)}; }
  std::int64_t partWidth() const { return width_; }
  std::int64_t parts() const { return (count_ + width_ - 1) / width_; }
  double leastOf(std::int64_t part) const { return least_[part]; }

  /// A column from which the table can be taken up: all sums before it.
  struct Column {
    std::int64_t first;
    std::span<const double> sums;
  };
  /// The last one that is not behind `column`, as far as it is remembered.
  Column columnBefore(std::int64_t column) const;

 private:
  /// The lanes of one thread. Its time is counted in strips, and begins when its first lane does.
  struct Team {
    TableLanes lanes;
    std::vector<double> samples;
    std::atomic<std::int64_t> done = 0;  ///< of the time of all
  };
  /// What columns between parts hold, the first before all parts.
  struct Borders {
    std::int64_t first = 0;
    std::int64_t width = 1;
    std::int64_t count = 0;
    WorkVector<double> sums;
  };
  /// What a lane is at.
  struct Task {
    std::int64_t part = -1;
    std::int64_t strip = 0;
  };

  std::int64_t teams() const { return std::ssize(teams_); }
  std::int64_t lanes() const { return teams() * TableLanes::kLanes; }
  std::int64_t paddedRows() const { return strips_ * TableLanes::kRows; }
  Task taskOf(std::int64_t team, std::int64_t lane, std::int64_t time) const;
  double* border(std::int64_t index) { return borders_.sums.data() + index * paddedRows(); }
  void plan(std::int64_t count);
  void runBlock(std::int64_t block, std::int64_t team, const Control& control);
  void waitFor(const Team& other, std::int64_t time, const Control& control) const;
  void step(std::int64_t team, std::int64_t time);
  void begin(Team& team, std::int64_t lane, std::int64_t part);
  void fillQuery(Team& team, std::int64_t time) const;
  void finish(Team& team, std::int64_t lane, const Task& task);

  const OpenSource& source_;
  std::int64_t rows_;
  std::int64_t strips_;
  std::int64_t padding_;  ///< rows above the table, so that its last is the last of a strip
  std::int64_t period_;   ///< strips from one part of a lane to the next
  /// Of each channel and row of a strip, one number for each strip, the last strip first, so that
  /// those of lanes that are beside each other are so, too.
  std::vector<std::vector<double>> query_;
  std::deque<Team> teams_;
  std::int64_t first_ = 0;
  std::int64_t count_ = 0;
  std::int64_t width_ = 1;
  std::int64_t rounds_ = 0;
  Borders borders_;
  Borders bordersBefore_;
  WorkVector<double> ends_;
  std::vector<double> least_;
  std::mutex failing_;
  std::exception_ptr failure_;  ///< the first
  std::atomic<bool> failed_ = false;
};

}  // namespace espy::signal
