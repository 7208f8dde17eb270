// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "score/direct_rows.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "score/costs.h"

namespace espy::score {
namespace {

/// The number nearest to `mean` that maps samples from `least` to `most` into a signed byte.
std::int32_t centreFor(std::int32_t least, std::int32_t most, std::int32_t mean) {
  return std::clamp(mean, most - 127, least + 128);
}

}  // namespace

bool DirectRows::fits(const ScoredNeedle& needle) {
  constexpr std::int64_t kMostOfOne = 255 * 128;
  return needle.form.depth == Depth::u8 && !needle.weighted &&
         needle.sums.samples <= std::numeric_limits<std::int32_t>::max() / kMostOfOne;
}

double DirectRows::nanoseconds(const ScoredNeedle& needle) {
  const int together = rowLoops().together;
  const std::int64_t height = needle.size.height + (together > 1 ? kRowsTogether - 1 : 0);
  const costs::Rows& cost = costs::rows();
  return static_cast<double>(height * needle.form.channels) *
         (cost.products * std::ceil(static_cast<double>(needle.size.width) / together) +
          cost.productsRow);
}

DirectRows::DirectRows(const ScoredNeedle& needle)
    : loops_(rowLoops()), taps_(needle.size, needle.form.channels, loops_.together) {
  std::int32_t least = 255;
  std::int32_t greatest = 0;
  const auto forEachSample = [&](const auto& take) {
    for (int c = 0; c < needle.form.channels; ++c) {
      for (std::int64_t y = 0; y < needle.size.height; ++y) {
        for (std::int64_t x = 0; x < needle.size.width; ++x) {
          if (needle.weight(x, y) != 0) take(c, x, y, std::int32_t{needle.row(c, y)[x]});
        }
      }
    }
  };
  forEachSample([&](int, std::int64_t, std::int64_t, std::int32_t value) {
    least = std::min(least, value);
    greatest = std::max(greatest, value);
  });
  const auto sum = static_cast<std::int64_t>(needle.sums.sum);
  const std::int64_t mean = (sum + needle.sums.samples / 2) / needle.sums.samples;
  centre_ = centreFor(least, greatest, static_cast<std::int32_t>(mean));
  rest_ = sum - centre_ * needle.sums.samples;
  forEachSample([&](int c, std::int64_t x, std::int64_t y, std::int32_t value) {
    magnitudes_ += std::abs(value - centre_);
    taps_.set(c, x, y, value - centre_);
  });
}

void DirectRows::correlate(const picture::TilePlanes<std::uint8_t>& tile, Size places,
                           std::int32_t* to) const {
  const std::int64_t toPitch = pitchFor(places.width);
  for (std::int64_t y = 0; y < places.height;) {
    const std::int64_t rows = y + kRowsTogether <= places.height ? kRowsTogether : 1;
    for (std::int64_t x = 0; x < places.width; x += kStretch) {
      loops_.products({tile.row(0, y) + x, tile.pitch(), tile.channelPitch()}, taps_,
                      static_cast<int>(rows), to + y * toPitch + x, toPitch);
    }
    y += rows;
  }
}

}  // namespace espy::score
