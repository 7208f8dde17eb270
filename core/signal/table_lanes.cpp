// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signal/table_lanes.h"

#include <algorithm>

#include "signal/strips.h"

namespace espy::signal {

void TableLanes::resize(std::int64_t channels, std::int64_t width) {
  width_ = width;
  samples_.resize(static_cast<std::size_t>(channels));
  for (auto& channel : samples_) channel.assign(static_cast<std::size_t>(width * kLanes), 0);
  row_.assign(static_cast<std::size_t>(width * kLanes), 0);
  query_.assign(static_cast<std::size_t>(channels * kRows * kLanes), 0);
  std::fill(&left[0][0], &left[0][0] + kRows * kLanes, 0);
  std::fill(&right[0][0], &right[0][0] + kRows * kLanes, 0);
  std::fill(corner, corner + kLanes, 0);
  std::fill(live, live + kRows, 0xff);
}

void TableLanes::passBorders() {
  for (std::int64_t k = 0; k < kRows; ++k) {
    std::copy(right[k], right[k] + kLanes - 1, left[k] + 1);
  }
}

void TableLanes::go() {
  static_assert(kLanes == kStripRows && kRows == kStripRows);
  std::vector<const double*> samples;
  for (const auto& channel : samples_) samples.push_back(channel.data());
  advanceStrip({samples.data(), channels(), width_, query_.data(), live, &left[0][0], row_.data(),
                &right[0][0], corner, least});
}

}  // namespace espy::signal
