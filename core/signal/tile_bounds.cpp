// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signal/tile_bounds.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "signal/tile_loops.h"
#include "signal/warp_lanes.h"

namespace espy::signal {
void rangeAround(std::span<const float> samples, std::int64_t reach, std::vector<float>& lower,
                 std::vector<float>& upper) {
  const std::int64_t size = std::ssize(samples);
  lower.assign(samples.begin(), samples.end());
  upper.assign(samples.begin(), samples.end());
  // Minima over 1, 2, 4, ... samples; two of these cover any range.
  const std::int64_t width = std::min(2 * reach + 1, 2 * size + 1);
  std::int64_t had = 1;
  std::vector<float> low(lower);
  std::vector<float> high(upper);
  while (had < width) {
    const std::int64_t step = std::min(had, width - had);
    for (std::int64_t i = 0; i + step < size; ++i) {
      low[i] = std::min(low[i], low[i + step]);
      high[i] = std::max(high[i], high[i + step]);
    }
    had += step;
  }
  // These cover samples i to i + width; sample i needs those from i - reach on.
  for (std::int64_t i = 0; i < size; ++i) {
    const std::int64_t begin = i - reach;
    if (begin >= 0) {
      lower[i] = low[begin];
      upper[i] = high[begin];
    } else {
      const auto end = samples.begin() + std::min(size, i + reach + 1);
      lower[i] =
          i > 0 ? std::min(lower[i - 1], *(end - 1)) : *std::min_element(samples.begin(), end);
      upper[i] =
          i > 0 ? std::max(upper[i - 1], *(end - 1)) : *std::max_element(samples.begin(), end);
    }
  }
}

Envelope::Envelope(const FloatQuery& query, MotifMethod method, std::int64_t band)
    : isExact_(method != MotifMethod::dtw || band == 0), isSad_(method == MotifMethod::sad) {
  rangeAround(query.samples, isExact_ ? 0 : band, lowerAt_, upperAt_);
  lowerAt_.front() = upperAt_.front() = query.samples.front();
  lowerAt_.back() = upperAt_.back() = query.samples.back();
  // The initial order: far from 0 and narrow first.
  std::vector<double> weights;
  for (std::size_t k = 0; k < lowerAt_.size(); ++k) {
    const double off = std::max({0.0F, lowerAt_[k], -upperAt_[k]});
    weights.push_back(off + 1e-3 * std::abs(lowerAt_[k] + upperAt_[k]));
  }
  order(weights);
}

void Envelope::order(std::span<const double> weights) {
  offsets_.resize(weights.size());
  std::iota(offsets_.begin(), offsets_.end(), 0);
  std::stable_sort(offsets_.begin(), offsets_.end(),
                   [&](std::int32_t a, std::int32_t b) { return weights[a] > weights[b]; });
  lower_.clear();
  upper_.clear();
  for (const std::int32_t k : offsets_) {
    lower_.push_back(lowerAt_[k]);
    upper_.push_back(upperAt_[k]);
  }
}

void weighSamples(const Tile& tile, const Envelope& envelope, std::vector<double>& weights) {
  constexpr std::int64_t kSome = 61;  // stride of sampled windows
  std::vector<float> window(static_cast<std::size_t>(tile.length()));
  weights.resize(window.size(), 0);
  for (std::int64_t place = 0; place < tile.count(); place += kSome) {
    if (tile.state(place) != WindowState::plain) continue;
    tile.copyWindow(place, window.data());
    double sum = 0;
    for (std::size_t k = 0; k < window.size(); ++k) {
      const float held = std::clamp(window[k], envelope.lowerAt()[k], envelope.upperAt()[k]);
      window[k] = std::abs(window[k] - held);
      if (!envelope.isSad()) window[k] *= window[k];
      sum += static_cast<double>(window[k]);
    }
    // Windows count equally, however hard they are to prune.
    for (std::size_t k = 0; k < window.size() && sum > 0; ++k) weights[k] += window[k] / sum;
  }
}

void boundRests(const Envelope& envelope, const float* windows, std::int64_t band, float* rests) {
  constexpr std::int64_t kLanes = WarpLanes<float>::kLanes;
  static_assert(kLanes == BoundTask::kTogether);
  const std::int64_t length = envelope.size();
  const WarpLanes<float> lanes{nullptr, length, band, nullptr, nullptr, nullptr};
  float sums[kLanes] = {};
  std::int64_t reached = length;  // columns from here on are in the sums
  for (std::int64_t r = WarpLanes<float>::restCount(length) - 1; r >= 0; --r) {
    const std::int64_t column = std::min(length, lanes.restRow(r) + band + 1);
    addRests(windows, envelope.lowerAt(), envelope.upperAt(), column, reached, sums);
    reached = std::min(reached, column);
    std::copy(sums, sums + kLanes, rests + r * kLanes);
  }
}

void boundPlaces(const Tile& tile, const Envelope& envelope, const float* limits,
                 const Control& control, float* sums) {
  constexpr std::int64_t kTogether = BoundTask::kTogether;
  static_assert(kTogether <= Tile::kPad);
  auto* const bound = envelope.isSad()     ? boundDifferences
                      : envelope.isExact() ? boundSquares
                                           : boundRanges;
  for (std::int64_t place = 0; place < tile.count(); place += kTogether) {
    control.check();
    bound({tile.samples() + place, tile.factors() + place, tile.shifts() + place, limits + place,
           envelope.offsets(), envelope.lower(), envelope.upper(), envelope.size(), sums + place});
  }
}

void WindowEnvelope::prepare(const Tile& tile, std::int64_t band) {
  const std::int64_t size = tile.count() + tile.length() - 1;
  rangeAround({tile.samples(), static_cast<std::size_t>(size)}, band, lower_, upper_);
}

float WindowEnvelope::bound(const Tile& tile, const FloatQuery& query, std::int64_t place,
                            float limit) const {
  constexpr std::int64_t kUntilLooked = 256;
  const float factor = tile.factors()[place];
  const float shift = tile.shifts()[place];
  float sum = 0;
  for (std::int64_t k = 0; k < tile.length() && sum <= limit; k += kUntilLooked) {
    sum += boundHeld(query.samples.data() + k, lower_.data() + place + k, upper_.data() + place + k,
                     std::min(kUntilLooked, tile.length() - k), factor, shift);
  }
  return sum;
}

}  // namespace espy::signal
