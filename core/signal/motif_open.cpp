// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <deque>
#include <limits>

#include "base/parallel.h"
#include "signal/motif_fast.h"
#include "signal/open_rows.h"
#include "signal/open_sweep.h"

namespace espy::signal {
namespace {

/// Reads up to `most` columns of the data.
class ColumnReader {
 public:
  explicit ColumnReader(const OpenSource& source) : source_(source) {}

  void read(std::int64_t first, std::int64_t most, OpenColumns& columns) {
    const std::int64_t count = std::min(most, source_.size() - first);
    columns.resize(source_.channels(), count);
    columns.first = first;
    row_.resize(static_cast<std::size_t>(count));
    for (std::int64_t c = 0; c < columns.channels(); ++c) {
      source_.read(c, first, row_);
      for (std::int64_t j = 0; j < count; ++j) columns.set(c, j, row_[j]);
    }
  }

 private:
  const OpenSource& source_;
  std::vector<double> row_;
};

/// The sum up to which an end can matter.
double sumLimitOf(const BestSoFar& best) {
  const double distance = best.limit();
  return std::min(distance * distance * (1 + 1e-12), std::numeric_limits<double>::max());
}

/// A range of rows of all query channels.
std::vector<std::span<const double>> rowsOfQuery(const QueryRows& queries, std::int64_t channels,
                                                 std::int64_t begin, std::int64_t end) {
  std::vector<std::span<const double>> rows;
  for (std::int64_t c = 0; c < channels; ++c) {
    rows.push_back(queries.row(c, c).subspan(static_cast<std::size_t>(begin),
                                             static_cast<std::size_t>(end - begin)));
  }
  return rows;
}

/// Pipelines the table over threads: each has a range of rows, one block of columns behind the rows
/// above.
class OpenSearch {
 public:
  OpenSearch(const MotifTask& task, const QueryRows& queries, const OpenSource& source, int threads,
             BestSoFar& best)
      : task_(task), reader_(source), best_(best) {
    const std::int64_t rows = queries.length();
    constexpr std::int64_t kFewRows = 4 * OpenRows::kTogether;
    const std::int64_t parts = std::clamp<std::int64_t>(rows / kFewRows, 1, threads);
    for (std::int64_t p = 0; p < parts; ++p) {
      // Whole strips, except in the last part.
      const auto border = [&](std::int64_t part) {
        const std::int64_t at = rows * part / parts;
        return part == parts ? rows : at / (2 * OpenRows::kTogether) * (2 * OpenRows::kTogether);
      };
      parts_.emplace_back(rowsOfQuery(queries, source.channels(), border(p), border(p + 1)),
                          p == 0);
    }
    columns_.resize(parts_.size() + 1);
    rows_.resize(2 * parts_.size() + 1);
  }

  void run(const Control& control) {
    const std::int64_t size = dataLength(task_);
    const std::int64_t blocks = (size + OpenColumns::kMost - 1) / OpenColumns::kMost;
    const auto parts = static_cast<std::int64_t>(parts_.size());
    Control quiet = control;
    quiet.progress = {};
    for (std::int64_t time = 0; time < blocks + parts - 1; ++time) {
      if (time < blocks) {
        reader_.read(time * OpenColumns::kMost, OpenColumns::kMost, columnsOf(time));
      }
      parallelFor(parts, static_cast<int>(parts), quiet, [&](std::int64_t part, int) {
        const std::int64_t block = time - part;
        if (block < 0 || block >= blocks) return;
        OpenRow& above = part == 0 ? rows_.back() : rowOf(part - 1, block);
        parts_[part].go(columnsOf(block), above, rowOf(part, block), control);
      });
      const std::int64_t done = time - parts + 1;
      if (done >= 0) take(columnsOf(done), rowOf(parts - 1, done));
      if (control.progress) {
        control.progress(static_cast<double>(time + 1) / static_cast<double>(blocks + parts - 1));
      }
    }
  }

 private:
  OpenColumns& columnsOf(std::int64_t block) {
    return columns_[static_cast<std::size_t>(block) % columns_.size()];
  }
  /// The last row of a part; double buffered.
  OpenRow& rowOf(std::int64_t part, std::int64_t block) {
    return rows_[static_cast<std::size_t>(2 * part + block % 2)];
  }

  /// Adds the candidates that end in these columns.
  void take(const OpenColumns& columns, OpenRow& last) {
    double limit = sumLimitOf(best_);
    for (std::int64_t j = 0; j < columns.columns(); ++j) {
      const double sum = *last.sumAt(j);
      if (!(sum <= limit)) continue;
      const std::int64_t start = *last.startAt(j);
      best_.add({rootOf(task_.options.method, sum), 0, start, columns.first + j - start + 1});
      limit = sumLimitOf(best_);
    }
  }

  const MotifTask& task_;
  ColumnReader reader_;
  BestSoFar& best_;
  std::deque<OpenRows> parts_;
  std::vector<OpenColumns> columns_;
  std::vector<OpenRow> rows_;
};

/// Sums only, which is fast; then starts, for the few ends that can matter. Gives up if there are
/// too many.
class OpenSumsFirst {
 public:
  OpenSumsFirst(const MotifTask& task, const QueryRows& queries, const OpenSource& source,
                int threads, BestSoFar& best)
      : task_(task),
        queries_(queries),
        source_(source),
        sweep_(source, queries, threads),
        reader_(source),
        best_(best) {}

  bool run(const Control& control) {
    const std::int64_t size = source_.size();
    while (swept_ < size) {
      const std::int64_t count = std::min(sweep_.columnsTogether(), size - swept_);
      sweep_.go(count, control);
      swept_ += count;
      if (!takeParts(control)) return false;
      if (control.progress) {
        control.progress(static_cast<double>(swept_) / static_cast<double>(size));
      }
    }
    return true;
  }

 private:
  /// Best parts first, to avoid tracing starts that are pruned later.
  bool takeParts(const Control& control) {
    std::vector<std::pair<double, std::int64_t>> parts;
    const double limit = sumLimitOf(best_);
    for (std::int64_t part = 0; part < sweep_.parts(); ++part) {
      if (sweep_.leastOf(part) <= limit) parts.emplace_back(sweep_.leastOf(part), part);
    }
    // Without a limit the work is known in advance.
    const std::int64_t each = queries_.length() + sweep_.partWidth();
    if (task_.options.top == 0 && std::ssize(parts) * each > traceable()) return false;
    std::sort(parts.begin(), parts.end());
    for (const auto& [least, part] : parts) {
      if (!(least <= sumLimitOf(best_))) break;
      if (!takePart(part, control)) return false;
    }
    return true;
  }

  bool takePart(std::int64_t part, const Control& control) {
    const double limit = sumLimitOf(best_);
    const std::span<const double> ends = sweep_.ends();
    const std::int64_t from = part * sweep_.partWidth();
    const std::int64_t to = std::min(from + sweep_.partWidth(), sweep_.count());
    std::vector<std::int64_t> wanted;
    for (std::int64_t j = from; j < to; ++j) {
      if (ends[j] <= limit) wanted.push_back(sweep_.first() + j);
    }
    // Usually a path is about as long as the query.
    std::int64_t back = queries_.length();
    for (;; back *= 4) {
      const auto column = sweep_.columnBefore(wanted.front() - back);
      traced_ += wanted.back() + 1 - column.first;
      if (traceable() < 0) return false;
      if (trace(column, wanted, control) || column.first == 0) break;
      if (wanted.front() - back < column.first) return false;  // longer than the columns kept
    }
    for (const std::int64_t end : wanted) {
      const std::int64_t start = starts_[end - wanted.front()];
      const double distance = rootOf(task_.options.method, ends[end - sweep_.first()]);
      best_.add({distance, 0, start, end - start + 1});
    }
    return true;
  }

  /// Fills `starts_` with the start of the best path to each end, from the first wanted end to the
  /// last. False if one of the wanted paths begins before `column`.
  bool trace(const OpenSweep::Column& column, std::span<const std::int64_t> wanted,
             const Control& control) {
    OpenRows rows(rowsOfQuery(queries_, source_.channels(), 0, queries_.length()), true);
    rows.resumeFrom(column.sums);
    starts_.clear();
    const std::int64_t end = wanted.back() + 1;
    for (std::int64_t first = column.first; first < end; first += OpenColumns::kMost) {
      reader_.read(first, std::min(OpenColumns::kMost, end - first), columns_);
      rows.go(columns_, nothing_, last_, control);
      for (std::int64_t j = 0; j < columns_.columns(); ++j) {
        if (first + j >= wanted.front()) starts_.push_back(*last_.startAt(j));
      }
    }
    return std::all_of(wanted.begin(), wanted.end(),
                       [&](std::int64_t at) { return starts_[at - wanted.front()] >= 0; });
  }

  /// Columns that may be recomputed; beyond this, computing all starts at once is faster.
  std::int64_t traceable() const {
    constexpr std::int64_t kAnyway = 8192;
    return kAnyway + swept_ / 2 - traced_;
  }

  const MotifTask& task_;
  const QueryRows& queries_;
  const OpenSource& source_;
  OpenSweep sweep_;
  ColumnReader reader_;
  BestSoFar& best_;
  std::int64_t swept_ = 0;
  std::int64_t traced_ = 0;
  OpenColumns columns_;
  OpenRow nothing_;
  OpenRow last_;
  std::vector<std::int64_t> starts_;
};

/// Whether every end outside exclusion zones is a match.
bool wantsAllEnds(const MotifOptions& options) {
  return options.top == 0 && options.maxDistance > kLargest;
}

}  // namespace

void searchOpen(const MotifTask& task, const QueryRows& queries, std::span<const RowLevel> levels,
                const Control& control, BestSoFar& best) {
  const OpenSource source(task, levels);
  const int threads = threadsFor(control);
  if (!wantsAllEnds(task.options)) {
    if (OpenSumsFirst(task, queries, source, threads, best).run(control)) return;
  }
  OpenSearch(task, queries, source, threads, best).run(control);
}

}  // namespace espy::signal
