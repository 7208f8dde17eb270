// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signal/window_lanes.h"

#include <algorithm>
#include <cmath>

#include "signal/lane_loops.h"

namespace espy::signal {
namespace {

constexpr std::int64_t kWide = WindowLanes::kLanes;
static_assert(kWide == kWideLanes);

/// What `levelOfRow` says of each window; none has a gap.
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
      // Of windows that begin beside each other the second has one sample that the first has not.
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
  besideEachOther(rows_.data(), pitch, length, windows);
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

}  // namespace espy::signal
