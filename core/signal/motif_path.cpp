// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signal/motif_path.h"

#include <algorithm>
#include <cmath>

#include "base/phrase.h"
#include "espy/error.h"
#include "signal/motif_plan.h"
#include "signal/rows.h"

namespace espy {
namespace signal {
namespace {

/// Where the best way to a cell comes from. A diagonal step is taken rather than others, and one
/// along the query rather than one along the data.
enum class From : std::uint8_t { diagonal, query, data };

/// The rows of one channel that are warped together.
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

/// The steps of a table whose cells lie within a band, row after row.
class Steps {
 public:
  Steps(std::int64_t rows, std::int64_t columns, std::int64_t band)
      : columns_(columns), band_(band) {
    width_ = std::min(columns, 2 * std::min(band, columns) + 1);
    constexpr std::int64_t kMost = std::int64_t{4} << 30;
    if (rows > kMost / width_) {
      throw Error(ErrorCode::tooLarge,
                  phrase("the path of {} by {} samples takes too much memory", rows, columns));
    }
    steps_.resize(static_cast<std::size_t>(rows * width_));
  }
  std::int64_t begin(std::int64_t row) const { return std::max<std::int64_t>(0, row - band_); }
  std::int64_t end(std::int64_t row) const {
    return band_ >= columns_ ? columns_ : std::min(columns_, row + band_ + 1);
  }
  From& at(std::int64_t row, std::int64_t column) {
    return steps_[row * width_ + column - begin(row)];
  }

 private:
  std::int64_t columns_;
  std::int64_t band_;
  std::int64_t width_;
  std::vector<From> steps_;
};

WarpingPath pathOf(const std::vector<Rows>& channels, std::int64_t band) {
  const std::int64_t rows = std::ssize(channels.front().query);
  const std::int64_t columns = std::ssize(channels.front().window);
  Steps steps(rows, columns, band);
  constexpr double kNever = std::numeric_limits<double>::infinity();
  std::vector<double> sums(static_cast<std::size_t>(columns) + 1, kNever);
  sums[0] = 0;  // sums[j + 1] belongs to column j
  for (std::int64_t i = 0; i < rows; ++i) {
    double diagonal = sums[steps.begin(i)];
    double left = kNever;
    sums[steps.begin(i)] = kNever;
    for (std::int64_t j = steps.begin(i); j < steps.end(i); ++j) {
      const double up = sums[j + 1];
      From& from = steps.at(i, j);
      from = From::diagonal;
      double least = diagonal;
      if (up < least) {
        least = up;
        from = From::query;
      }
      if (left < least) {
        least = left;
        from = From::data;
      }
      left = costOf(channels, i, j) + least;
      sums[j + 1] = left;
      diagonal = up;
    }
  }
  WarpingPath path;
  std::int64_t i = rows - 1;
  std::int64_t j = columns - 1;
  for (;;) {
    path.emplace_back(i, j);
    if (i == 0 && j == 0) break;
    const From from = steps.at(i, j);
    if (from != From::data) --i;
    if (from != From::query) --j;
  }
  std::reverse(path.begin(), path.end());
  return path;
}

/// What is compared for one channel of a match.
Rows rowsOf(const MotifTask& task, const QueryRows& queries, std::span<const RowLevel> levels,
            const MotifMatch& match, const ChannelMatch& channel) {
  const auto query = queries.row(channel.query, channel.data);
  Rows rows{{query.begin(), query.end()}, {}};
  readWindow(task.data[channel.data], match.start + channel.lag, match.length, normaliseOf(task),
             levels[channel.data], rows.window);
  if (rows.window.empty()) {
    throw Error(ErrorCode::badUse, phrase("there is a gap in the window of the match now"));
  }
  return rows;
}

/// The channels whose path this one shares.
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

WarpingPath pathOf(const MotifTask& task, const std::vector<Rows>& rows) {
  if (task.options.method == MotifMethod::dtw) {
    return pathOf(rows, task.options.open
                            ? std::ssize(rows.front().window) + std::ssize(rows.front().query)
                            : bandOf(task));
  }
  WarpingPath path;
  for (std::int64_t i = 0; i < std::ssize(rows.front().query); ++i) path.emplace_back(i, i);
  return path;
}

}  // namespace

void tellParts(const MotifTask& task, std::span<const RowLevel> levels, const Control& control,
               MotifMatch& match) {
  const std::int64_t count = std::ssize(task.query);
  for (std::int64_t i = 0; i < count; ++i) match.channels.push_back({i, i, 0, match.distance});
  if (count == 1) return;
  control.check();
  const std::vector<Rows> rows = rowsBeside(task, levels, match, match.channels.front());
  const WarpingPath path = pathOf(task, rows);
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

WarpingPath warpingPath(const MotifTask& asked, const MotifMatch& match, std::size_t channel) {
  const MotifTask task = settled(asked);
  const ChannelMatch& one = match.channels.at(channel);
  const auto levels = signal::channelLevels(task, {});
  WarpingPath path = signal::pathOf(task, signal::rowsBeside(task, levels, match, one));
  for (auto& [i, j] : path) j += match.start + one.lag;
  return path;
}

}  // namespace espy
