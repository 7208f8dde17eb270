// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signal/exact_sums.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "signal/lane_loops.h"
#include "signal/motif_plan.h"
#include "signal/strips.h"

namespace espy::signal {
namespace {

using DoubleLanes = WarpLanes<double>;

}  // namespace

ExactSums::ExactSums(const MotifTask& task, std::span<const RowLevel> levels,
                     const Control& control)
    : task_(task), levels_(levels), control_(control), band_(bandOf(task)) {}

void ExactSums::compute(std::span<const double> query, std::int64_t channel,
                        std::span<const std::int64_t> starts, double limit,
                        std::span<double> sums) {
  // From this number of windows on, lanes are faster.
  const std::size_t pays = band_ < 64 ? 3 : 5;
  const bool lanes = task_.options.method == MotifMethod::dtw && band_ > 0;
  while (!starts.empty()) {
    control_.check();
    const std::size_t count = std::min<std::size_t>(starts.size(), DoubleLanes::kLanes);
    if (lanes && count >= pays) {
      const ChannelPair pair{query, channel};
      computeLanes({&pair, 1}, starts.first(count), limit, sums.first(count));
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

void ExactSums::computeLanes(std::span<const ChannelPair> pairs,
                             std::span<const std::int64_t> starts, double limit,
                             std::span<double> sums) {
  const std::int64_t length = std::ssize(pairs.front().query);
  const std::int64_t numbers = length * DoubleLanes::kLanes;
  windows_.resize(static_cast<std::size_t>(numbers) * pairs.size());
  work_.resize(static_cast<std::size_t>((length + 2) * DoubleLanes::kLanes));
  queries_.clear();
  alignas(64) double limits[DoubleLanes::kLanes];
  for (std::int64_t l = 0; l < DoubleLanes::kLanes; ++l)
    limits[l] = l < std::ssize(starts) ? limit : -1;
  for (std::int64_t m = 0; m < std::ssize(pairs); ++m) {
    const ChannelPair& pair = pairs[m];
    queries_.insert(queries_.end(), pair.query.begin(), pair.query.end());
    reader_.read(task_.data[pair.channel], starts, length, normaliseOf(task_),
                 levels_[pair.channel], windows_.data() + m * numbers, limits);
  }
  alignas(64) double found[DoubleLanes::kLanes];
  DoubleLanes{queries_.data(), length,  band_,     windows_.data(),  limits,
              work_.data(),    nullptr, &control_, std::ssize(pairs)}
      .run(found);
  control_.check();
  for (std::int64_t l = 0; l < std::ssize(starts); ++l) {
    sums[l] = limits[l] < 0 ? kNever : found[l];
  }
}

void ExactSums::computeTogether(const QueryRows& queries, std::span<const std::int64_t> starts,
                                double limit, std::span<double> sums) {
  constexpr std::size_t kPays = 3;  // from this number on lanes are faster
  const bool lanes = task_.options.method == MotifMethod::dtw && band_ > 0;
  std::vector<ChannelPair> pairs;
  for (std::int64_t c = 0; c < std::ssize(task_.data); ++c) {
    pairs.push_back({queries.row(c, c), c});
  }
  while (!starts.empty()) {
    control_.check();
    const std::size_t count = std::min(starts.size(), kTogether);
    if (lanes && count >= kPays) {
      computeLanes(pairs, starts.first(count), limit, sums.first(count));
    } else {
      for (std::size_t i = 0; i < count; ++i) sums[i] = togetherAlone(queries, starts[i], limit);
    }
    starts = starts.subspan(count);
    sums = sums.subspan(count);
  }
}

double ExactSums::togetherAlone(const QueryRows& queries, std::int64_t start, double limit) {
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
  std::vector<double>& sums = window_;  // of the previous row; sums[j + 1] is of column j
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

namespace {

constexpr std::int64_t kWide = WindowLanes::kLanes;
static_assert(kWide == kWideLanes);

/// `levelOfRow` of each window; none has a gap.
struct LaneLevels {
  double means[kWide] = {};
  double deviations[kWide];
};

LaneLevels levelsOf(const double* windows, std::int64_t length, MotifNormalise how) {
  LaneLevels levels;
  const auto count = static_cast<double>(length);
  const LaneSamples samples{windows, kWide, length};
  addLanes(samples, levels.means);
  for (double& mean : levels.means) mean /= count;
  std::fill(levels.deviations, levels.deviations + kWide, 1);
  if (how == MotifNormalise::mean) return levels;
  double squares[kWide] = {};
  double largest[kWide] = {};
  addSpread(samples, levels.means, squares, largest);
  for (std::int64_t l = 0; l < kWide; ++l) {
    const double deviation = std::sqrt(squares[l] / count);
    levels.deviations[l] = deviation > kFlat * largest[l] ? deviation : 0;
  }
  return levels;
}

}  // namespace

void WindowLanes::read(const Samples& data, std::span<const std::int64_t> starts,
                       std::int64_t length, MotifNormalise how, const RowLevel& channel,
                       double* windows, double* limits) {
  const std::int64_t pitch = (length + 15) / 16 * 16 + 16;  // no multiple of a page
  rows_.resize(static_cast<std::size_t>(pitch * kWide));
  for (std::int64_t l = 0; l < kWide; ++l) {
    const std::span<double> row(rows_.data() + l * pitch, static_cast<std::size_t>(length));
    if (l >= std::ssize(starts)) limits[l] = -1;
    if (limits[l] >= 0) {
      // Consecutive windows differ by one sample.
      if (l > 0 && limits[l - 1] >= 0 && starts[l] == starts[l - 1] + 1) {
        std::copy(row.data() - pitch + 1, row.data() - pitch + length, row.data());
        data.read(starts[l] + length - 1, row.last(1));
      } else {
        data.read(starts[l], row);
      }
      if (anyGap(row.data(), length)) limits[l] = -1;
    }
    if (limits[l] < 0) std::fill(row.begin(), row.end(), 0);
  }
  transposeToLanes(rows_.data(), pitch, length, windows);
  if (how == MotifNormalise::none) return;
  LaneLevels levels;
  if (how == MotifNormalise::global) {
    std::fill(levels.means, levels.means + kWide, channel.mean);
    std::fill(levels.deviations, levels.deviations + kWide, channel.deviation);
  } else {
    levels = levelsOf(windows, length, how);
  }
  applyLanes(windows, length, levels.means, levels.deviations);
}

namespace {

constexpr double kFar = std::numeric_limits<double>::infinity();

}  // namespace

/// The whole table without a band, in eight column parts.
double WarpOne::runWhole(std::span<const double> query, std::span<const double> window,
                         double limit, const Control& control) {
  constexpr std::int64_t kLanes = TableLanes::kLanes;
  constexpr std::int64_t kRows = TableLanes::kRows;
  const std::int64_t length = std::ssize(query);
  const std::int64_t width = std::max(TableLanes::kLeastWidth, (length + kLanes - 1) / kLanes);
  const std::int64_t strips = (length + kRows - 1) / kRows;
  const std::int64_t last = (length - 1) / width;  // lane
  whole_.resize(1, width);
  for (std::int64_t j = 0; j < length; ++j) {
    whole_.setSample(0, j % width, j / width, window[j]);
  }
  // Rows above the table fill the first strip. They are infinite; paths begin beside the last of
  // them.
  const std::int64_t padding = strips * kRows - length;
  query_.assign(static_cast<std::size_t>(padding), kFar);
  query_.insert(query_.end(), query.begin(), query.end());
  std::vector<double> least(static_cast<std::size_t>(strips), kFar);
  for (std::int64_t time = 0; time < strips + last; ++time) {
    control.check();
    whole_.passBorders();
    for (auto& row : whole_.left) row[0] = kFar;
    if (time < kLanes) beginLane(time);
    if (time == 0) (padding > 0 ? whole_.left[padding - 1][0] : whole_.corner[0]) = 0;
    for (std::int64_t l = 0; l < kLanes; ++l) {
      const std::int64_t strip = std::clamp<std::int64_t>(time - l, 0, strips - 1);
      for (std::int64_t k = 0; k < kRows; ++k) whole_.query(0, k)[l] = query_[strip * kRows + k];
    }
    whole_.go();
    for (std::int64_t l = std::max<std::int64_t>(0, time - strips + 1); l <= std::min(last, time);
         ++l) {
      least[time - l] = std::min(least[time - l], whole_.least[l]);
    }
    if (time >= last && least[time - last] > limit) return kFar;
  }
  return whole_.row((length - 1) % width, last);
}

/// A lane's part has no row above.
void WarpOne::beginLane(std::int64_t lane) {
  for (std::int64_t j = 0; j < whole_.width(); ++j) whole_.row(j, lane) = kFar;
  whole_.corner[lane] = kFar;
}

double WarpOne::run(std::span<const double> query, std::span<const double> window,
                    std::int64_t band, double limit, const Control& control) {
  constexpr std::int64_t kManyColumns = 128;
  if (band >= std::ssize(query) - 1 && std::ssize(query) >= kManyColumns) {
    return runWhole(query, window, limit, control);
  }
  const std::int64_t length = std::ssize(query);
  const std::int64_t padded = (length + kStripRows - 1) / kStripRows * kStripRows;
  constexpr std::int64_t kPad = BandStrips::kPad;
  query_.assign(query.begin(), query.end());
  query_.resize(static_cast<std::size_t>(padded), 0);
  backward_.assign(window.size() + 2 * kPad, 0);
  std::copy(window.rbegin(), window.rend(), backward_.begin() + kPad);
  row_.assign(query.size() + 1 + kPad, kFar);
  row_[0] = 0;
  const BandStrips strips{query_.data(), backward_.data() + kPad, row_.data(), length, band};
  for (std::int64_t top = 0; top < length; top += 2 * kStripRows) {
    control.check();
    if (!advanceBand(strips, top, limit)) return kFar;
  }
  return row_[length];
}

}  // namespace espy::signal
