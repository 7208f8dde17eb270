// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signal/warp_one.h"

#include <algorithm>
#include <limits>

#include "signal/strips.h"

namespace espy::signal {
namespace {

constexpr double kFar = std::numeric_limits<double>::infinity();

}  // namespace

/// The whole table, which all paths may use, in eight parts beside each other.
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
  // Rows above the table, so that its last is the last of a strip. They let no path through; all
  // begin beside the last of them.
  const std::int64_t padding = strips * kRows - length;
  query_.assign(static_cast<std::size_t>(padding), kFar);
  query_.insert(query_.end(), query.begin(), query.end());
  std::vector<double> least(static_cast<std::size_t>(strips), kFar);
  for (std::int64_t time = 0; time < strips + last; ++time) {
    control.check();
    whole_.handOver();
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

/// Nothing lies above a lane's part.
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
    if (!goThroughBand(strips, top, limit)) return kFar;
  }
  return row_[length];
}

}  // namespace espy::signal
