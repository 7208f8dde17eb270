// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signal/motif_path.h"

#include <algorithm>
#include <cmath>

#include "base/phrase.h"
#include "base/within_memory.h"
#include "espy/error.h"
#include "signal/motif_plan.h"
#include "signal/rows.h"

namespace espy {
namespace signal {
namespace {

/// The predecessor of a cell. Ties prefer the diagonal, then a step along the query.
enum class Predecessor : std::uint8_t { diagonal, query, data };

/// The rows of one channel, warped together.
struct Rows {
  std::vector<double> query;
  std::vector<double> window;
};

double costOf(const std::vector<Rows>& channels, std::int64_t i, std::int64_t j) {
  double sum = 0;
  for (const Rows& rows : channels) {
    const double apart = rows.query[i] - rows.window[j];
    sum += apart * apart;
  }
  return sum;
}

constexpr std::int64_t kAnyBand = std::numeric_limits<std::int64_t>::max() / 4;

/// Sums of a range of cells in a row; all others exceed the limit.
struct CellRange {
  std::int64_t begin = -1;  ///< the virtual column before the first, above the first row
  std::vector<double> sums = {0};

  std::int64_t end() const { return begin + std::ssize(sums); }
  double at(std::int64_t column) const {
    return column >= begin && column < end() ? sums[column - begin] : kNever;
  }
};

/// Cells within the band, row by row. Cells above `limit` cannot be on the best path.
class Table {
 public:
  Table(const std::vector<Rows>& channels, std::int64_t band, double limit)
      : channels_(channels),
        columns_(std::ssize(channels.front().window)),
        band_(std::min(band, columns_ + rows())),
        limit_(limit) {}

  std::int64_t rows() const { return std::ssize(channels_.front().query); }
  std::int64_t columns() const { return columns_; }
  double limit() const { return limit_; }

  /// Computes row `row` from the one above, with each cell's predecessor.
  void step(std::int64_t row, const CellRange& above, CellRange& own,
            std::vector<Predecessor>& from) const {
    const std::int64_t end = std::min(columns_, row + band_ + 1);
    std::int64_t j = std::max({above.begin, row - band_, std::int64_t{0}});
    double diagonal = above.at(j - 1);
    double left = kNever;
    own.begin = j;
    own.sums.clear();
    from.clear();
    for (; j < end && (j <= above.end() || left <= limit_); ++j) {
      const double up = above.at(j);
      from.push_back(Predecessor::diagonal);
      double least = diagonal;
      if (up < least) {
        least = up;
        from.back() = Predecessor::query;
      }
      if (left < least) {
        least = left;
        from.back() = Predecessor::data;
      }
      left = costOf(channels_, row, j) + least;
      own.sums.push_back(left);
      diagonal = up;
    }
    trim(own, from);
  }

 private:
  void trim(CellRange& own, std::vector<Predecessor>& from) const {
    const auto matters = [&](double sum) { return sum <= limit_; };
    const auto last = std::find_if(own.sums.rbegin(), own.sums.rend(), matters);
    own.sums.erase(last.base(), own.sums.end());
    const auto first = std::find_if(own.sums.begin(), own.sums.end(), matters);
    const auto skipped = first - own.sums.begin();
    from.resize(own.sums.size());
    from.erase(from.begin(), from.begin() + skipped);
    own.sums.erase(own.sums.begin(), first);
    own.begin += skipped;
  }

  const std::vector<Rows>& channels_;
  std::int64_t columns_;
  std::int64_t band_;
  double limit_;
};

/// Traces the path back. To bound memory, predecessors are kept for one strip of rows at a time and
/// recomputed from the row above each strip.
class Traceback {
 public:
  Traceback(const Table& table, const Control& control)
      : table_(table),
        control_(control),
        height_(static_cast<std::int64_t>(8 * std::sqrt(static_cast<double>(table.rows()))) + 1),
        steps_(static_cast<std::size_t>(height_)) {}

  /// Empty if no path is within the limit.
  WarpingPath path() {
    CellRange last;
    for (std::int64_t first = 0; first < table_.rows(); first += height_) {
      keep(last);
      last = fillStrip(first, std::move(last));
    }
    WarpingPath path;
    std::int64_t i = table_.rows() - 1;
    std::int64_t j = table_.columns() - 1;
    if (!(last.at(j) <= table_.limit())) return path;
    for (std::int64_t filled = i / height_;;) {
      path.emplace_back(i, j);
      if (i == 0 && j == 0) break;
      const Steps& row = steps_[i % height_];
      const Predecessor from = row.from[j - row.begin];
      if (from != Predecessor::data) --i;
      if (from != Predecessor::query) --j;
      if (i / height_ == filled) continue;
      filled = i / height_;
      fillStrip(filled * height_, std::move(tops_[filled]));
    }
    std::reverse(path.begin(), path.end());
    return path;
  }

 private:
  struct Steps {
    std::int64_t begin;
    std::vector<Predecessor> from;
  };

  void keep(const CellRange& top) {
    constexpr std::int64_t kMost = std::int64_t{1} << 29;
    kept_ += std::ssize(top.sums);
    if (kept_ > kMost) {
      throw Error(ErrorCode::tooLarge, phrase("the path of {} by {} samples takes too much memory",
                                              table_.rows(), table_.columns()));
    }
    tops_.push_back(top);
  }
  /// Predecessors of the strip that begins at `first`; returns its last row.
  CellRange fillStrip(std::int64_t first, CellRange above) {
    CellRange own;
    for (std::int64_t i = first; i < std::min(table_.rows(), first + height_); ++i) {
      control_.check();
      Steps& steps = steps_[i % height_];
      table_.step(i, above, own, steps.from);
      steps.begin = own.begin;
      std::swap(above, own);
    }
    return above;
  }

  const Table& table_;
  const Control& control_;
  std::int64_t height_;
  std::int64_t kept_ = 0;
  std::vector<CellRange> tops_;  ///< the row above each strip
  std::vector<Steps> steps_;
};

/// The rows compared for one channel of a match.
Rows rowsOf(const MotifTask& task, const QueryRows& queries, std::span<const RowLevel> levels,
            const MotifMatch& match, const ChannelMatch& channel) {
  const auto query = queries.row(channel.query, channel.data);
  Rows rows{{query.begin(), query.end()}, {}};
  readWindow(task.data[channel.data], match.start + channel.lag, match.length, normaliseOf(task),
             levels[channel.data], rows.window);
  if (rows.window.empty()) {
    throw Error(ErrorCode::badUse, phrase("the window of the match now contains a gap"));
  }
  return rows;
}

/// The channels that share this channel's path.
std::vector<Rows> rowsBeside(const MotifTask& task, std::span<const RowLevel> levels,
                             const MotifMatch& match, const ChannelMatch& channel) {
  const std::int64_t length = task.options.open ? queryLength(task) : match.length;
  const QueryRows queries(task, length, levels);
  if (task.options.rule != ChannelRule::together) {
    return {rowsOf(task, queries, levels, match, channel)};
  }
  std::vector<Rows> all;
  for (const ChannelMatch& each : match.channels) {
    all.push_back(rowsOf(task, queries, levels, match, each));
  }
  return all;
}

/// The path of rows whose distance is known.
WarpingPath pathOf(const MotifTask& task, const std::vector<Rows>& rows, double distance,
                   const Control& control) {
  const std::int64_t length = std::ssize(rows.front().query);
  WarpingPath path;
  if (task.options.method != MotifMethod::dtw) {
    for (std::int64_t i = 0; i < length; ++i) path.emplace_back(i, i);
    return path;
  }
  const std::int64_t band = task.options.open ? kAnyBand : bandOf(task);
  const double share = static_cast<double>(length) / static_cast<double>(queryLength(task));
  // Allows for rounding of the distance.
  const double limit = distance * distance * share * (1 + 1e-9);
  path = Traceback(Table(rows, band, limit), control).path();
  // The match may not belong to this data.
  return path.empty() ? Traceback(Table(rows, band, kNever), control).path() : path;
}

}  // namespace

void fillChannelParts(const MotifTask& task, std::span<const RowLevel> levels,
                      const Control& control, MotifMatch& match) {
  const std::int64_t count = std::ssize(task.query);
  for (std::int64_t i = 0; i < count; ++i) match.channels.push_back({i, i, 0, match.distance});
  if (count == 1) return;
  control.check();
  const std::vector<Rows> rows = rowsBeside(task, levels, match, match.channels.front());
  const WarpingPath path = pathOf(task, rows, match.distance, control);
  for (ChannelMatch& channel : match.channels) {
    const Rows& own = rows[static_cast<std::size_t>(channel.query)];
    double sum = 0;
    for (const auto& [i, j] : path) {
      const double apart = own.query[i] - own.window[j];
      sum += task.options.method == MotifMethod::sad ? std::abs(apart) : apart * apart;
    }
    if (!task.options.open) {
      sum *= static_cast<double>(queryLength(task)) / static_cast<double>(match.length);
    }
    channel.distance = rootOf(task.options.method, sum);
  }
}

}  // namespace signal

WarpingPath warpingPath(const MotifTask& asked, const MotifMatch& match, std::size_t channel,
                        const Control& control) {
  return withinMemory([&] {
    const MotifTask task = resolved(asked);
    const ChannelMatch& one = match.channels.at(channel);
    const auto levels = signal::channelLevels(task, control);
    const bool together = task.options.rule == ChannelRule::together;
    WarpingPath path = signal::pathOf(task, signal::rowsBeside(task, levels, match, one),
                                      together ? match.distance : one.distance, control);
    for (auto& [i, j] : path) j += match.start + one.lag;
    return path;
  });
}

}  // namespace espy
