// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signal/settle.h"

#include <algorithm>
#include <cmath>

#include "signal/motif_plan.h"

namespace espy::signal {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();
using Lanes = WarpLanes<double>;

}  // namespace

Settler::Settler(const MotifTask& task, std::span<const RowLevel> levels, const Control& control)
    : task_(task), levels_(levels), control_(control), band_(bandOf(task)) {}

void Settler::settle(std::span<const double> query, std::int64_t channel,
                     std::span<const std::int64_t> starts, double limit, std::span<double> sums) {
  // From so many windows on it is quicker to have them side by side.
  const std::size_t pays = band_ < 64 ? 3 : 5;
  const bool lanes = task_.options.method == MotifMethod::dtw && band_ > 0;
  while (!starts.empty()) {
    control_.check();
    const std::size_t count = std::min<std::size_t>(starts.size(), Lanes::kLanes);
    if (lanes && count >= pays) {
      const Meeting meeting{query, channel};
      settleLanes({&meeting, 1}, starts.first(count), limit, sums.first(count));
    } else {
      for (std::size_t i = 0; i < count; ++i) {
        readWindow(task_.data[channel], starts[i], std::ssize(query), normaliseOf(task_),
                   levels_[channel], window_);
        sums[i] = window_.empty() ? kNever
                  : lanes         ? one_.run(query, window_, band_, limit, control_)
                                  : sumOf(task_.options.method, query, window_);
      }
    }
    starts = starts.subspan(count);
    sums = sums.subspan(count);
  }
}

void Settler::settleLanes(std::span<const Meeting> meetings, std::span<const std::int64_t> starts,
                          double limit, std::span<double> sums) {
  const std::int64_t length = std::ssize(meetings.front().query);
  const std::int64_t numbers = length * Lanes::kLanes;
  windows_.resize(static_cast<std::size_t>(numbers) * meetings.size());
  work_.resize(static_cast<std::size_t>((length + 2) * Lanes::kLanes));
  queries_.clear();
  alignas(64) double limits[Lanes::kLanes];
  for (std::int64_t l = 0; l < Lanes::kLanes; ++l) limits[l] = l < std::ssize(starts) ? limit : -1;
  for (std::int64_t m = 0; m < std::ssize(meetings); ++m) {
    const Meeting& meeting = meetings[m];
    queries_.insert(queries_.end(), meeting.query.begin(), meeting.query.end());
    reader_.read(task_.data[meeting.channel], starts, length, normaliseOf(task_),
                 levels_[meeting.channel], windows_.data() + m * numbers, limits);
  }
  alignas(64) double found[Lanes::kLanes];
  Lanes{queries_.data(), length,  band_,     windows_.data(),     limits,
        work_.data(),    nullptr, &control_, std::ssize(meetings)}
      .run(found);
  control_.check();
  for (std::int64_t l = 0; l < std::ssize(starts); ++l) {
    sums[l] = limits[l] < 0 ? kNever : found[l];
  }
}

void Settler::settleTogether(const QueryRows& queries, std::span<const std::int64_t> starts,
                             double limit, std::span<double> sums) {
  constexpr std::size_t kPays = 3;  // so many are quicker side by side
  const bool lanes = task_.options.method == MotifMethod::dtw && band_ > 0;
  std::vector<Meeting> meetings;
  for (std::int64_t c = 0; c < std::ssize(task_.data); ++c) {
    meetings.push_back({queries.row(c, c), c});
  }
  while (!starts.empty()) {
    control_.check();
    const std::size_t count = std::min(starts.size(), kTogether);
    if (lanes && count >= kPays) {
      settleLanes(meetings, starts.first(count), limit, sums.first(count));
    } else {
      for (std::size_t i = 0; i < count; ++i) sums[i] = togetherAlone(queries, starts[i], limit);
    }
    starts = starts.subspan(count);
    sums = sums.subspan(count);
  }
}

double Settler::togetherAlone(const QueryRows& queries, std::int64_t start, double limit) {
  rows_.resize(task_.data.size());
  const std::int64_t length = queries.length();
  for (std::size_t c = 0; c < rows_.size(); ++c) {
    readWindow(task_.data[c], start, length, normaliseOf(task_), levels_[c], rows_[c]);
    if (rows_[c].empty()) return kNever;
  }
  const auto cost = [&](std::int64_t a, std::int64_t b) {
    double sum = 0;
    for (std::size_t c = 0; c < rows_.size(); ++c) {
      const auto channel = static_cast<std::int64_t>(c);
      const double apart = queries.row(channel, channel)[a] - rows_[c][b];
      sum += task_.options.method == MotifMethod::sad ? std::abs(apart) : apart * apart;
    }
    return sum;
  };
  const std::int64_t band = task_.options.method == MotifMethod::dtw ? band_ : 0;
  window_.assign(static_cast<std::size_t>(length) + 1, kNever);
  std::vector<double>& sums = window_;  // of the row before; sums[j + 1] is of column j
  sums[0] = 0;
  for (std::int64_t i = 0; i < length; ++i) {
    const std::int64_t begin = std::max<std::int64_t>(0, i - band);
    const std::int64_t end = std::min(length - 1, i + band);
    control_.check();
    double diagonal = sums[begin];
    double left = kNever;
    double least = kNever;
    sums[begin] = kNever;
    for (std::int64_t j = begin; j <= end; ++j) {
      const double up = sums[j + 1];
      left = cost(i, j) + std::min({up, left, diagonal});
      sums[j + 1] = left;
      diagonal = up;
      least = std::min(least, left);
    }
    if (least > limit) return kNever;
  }
  return sums[length];
}

}  // namespace espy::signal
