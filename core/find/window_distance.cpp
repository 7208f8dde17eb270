// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "find/window_distance.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <type_traits>

#include "base/cpu.h"

namespace espy::find {
namespace {

/// So many samples at a time: their differences fit into 32 bits, and the weighted squares of
/// 16-bit ones into 64.
constexpr std::int64_t kPiece = 1 << 14;

template <class Sample>
inline __attribute__((always_inline)) std::uint32_t sumPlain(const Sample* a, const Sample* b,
                                                             std::int64_t count) {
  std::uint32_t sum = 0;
  for (std::int64_t i = 0; i < count; ++i) {
    sum += static_cast<std::uint32_t>(std::abs(static_cast<int>(a[i]) - static_cast<int>(b[i])));
  }
  return sum;
}

/// Squares of 8-bit differences fit into 32 bits, too.
template <class Sample>
using SquareSum = std::conditional_t<sizeof(Sample) == 1, std::uint32_t, std::uint64_t>;

template <class Sample>
inline __attribute__((always_inline)) std::uint64_t sumSquares(const Sample* a, const Sample* b,
                                                               std::int64_t count) {
  SquareSum<Sample> sum = 0;
  for (std::int64_t i = 0; i < count; ++i) {
    const auto off =
        static_cast<std::uint32_t>(std::abs(static_cast<int>(a[i]) - static_cast<int>(b[i])));
    sum += off * off;
  }
  return sum;
}

template <class Sample>
inline __attribute__((always_inline)) std::uint64_t sumAny(const Sample* a, const Sample* b,
                                                           const std::uint8_t* weights,
                                                           bool squared, std::int64_t count) {
  std::uint64_t sum = 0;
  for (std::int64_t i = 0; i < count; ++i) {
    const auto off =
        static_cast<std::uint32_t>(std::abs(static_cast<int>(a[i]) - static_cast<int>(b[i])));
    // The square of a 16-bit difference fits into 32 bits.
    sum += std::uint64_t{weights[i]} * (squared ? off * off : off);
  }
  return sum;
}

// Templates cannot be built for several processors; these can.
#define ESPY_SUMS(sample)                                                            \
  ESPY_SIMD_CLONES std::uint32_t sumOfPlain(const sample* a, const sample* b,        \
                                            std::int64_t count) {                    \
    return sumPlain(a, b, count);                                                    \
  }                                                                                  \
  ESPY_SIMD_CLONES std::uint64_t sumOfSquares(const sample* a, const sample* b,      \
                                              std::int64_t count) {                  \
    return sumSquares(a, b, count);                                                  \
  }                                                                                  \
  ESPY_SIMD_CLONES std::uint64_t sumOfAny(const sample* a, const sample* b,          \
                                          const std::uint8_t* weights, bool squared, \
                                          std::int64_t count) {                      \
    return sumAny(a, b, weights, squared, count);                                    \
  }
ESPY_SUMS(std::uint8_t)
ESPY_SUMS(std::uint16_t)
#undef ESPY_SUMS

}  // namespace

template <class Sample>
WindowDistance<Sample>::WindowDistance(const PreparedNeedle& needle, Method method)
    : needle_(needle), squared_(method != Method::sad), plain_(needle.solid && !needle.weighted) {
  if (WindowLanes::can(needle)) {
    lanes_.emplace(needle, method);
  } else {
    values_.assign(needle.values.begin(), needle.values.end());
  }
}

template <class Sample>
void WindowDistance<Sample>::at(const picture::TilePlanes<Sample>& tile,
                                std::span<const Place> places, Wide most, Wide* distances) const {
  for (std::size_t first = 0; first < places.size(); first += WindowLanes::kTogether) {
    const std::size_t count = std::min<std::size_t>(WindowLanes::kTogether, places.size() - first);
    std::array<const Sample*, WindowLanes::kTogether> windows{};
    for (std::size_t i = 0; i < count; ++i) {
      const Place& place = places[first + i];
      if (lanes_) {
        windows[i] = tile.row(0, place.y) + place.x;
      } else {
        distances[first + i] = at(tile, place.x, place.y, most);
      }
    }
    if (!lanes_) continue;
    lanes_->at(windows.data(), static_cast<int>(count), tile.pitch(), tile.channelPitch(), most,
               distances + first);
  }
}

template <class Sample>
std::optional<double> WindowDistance<Sample>::nanoseconds() const {
  if (!lanes_) return {};
  return lanes_->nanoseconds();
}

template <class Sample>
Wide WindowDistance<Sample>::at(const picture::TilePlanes<Sample>& tile, std::int64_t x,
                                std::int64_t y, Wide most) const {
  const Size size = needle_.size;
  Wide distance = 0;
  if (lanes_) {
    const Sample* const window = tile.row(0, y) + x;
    lanes_->at(&window, 1, tile.pitch(), tile.channelPitch(), most, &distance);
    return distance;
  }
  for (int c = 0; c < needle_.form.channels; ++c) {
    for (std::int64_t dy = 0; dy < size.height; ++dy) {
      const Sample* there = tile.row(c, y + dy) + x;
      const Sample* wanted = values_.data() + (c * size.height + dy) * size.width;
      const std::uint8_t* weights = needle_.weights.data() + dy * size.width;
      for (std::int64_t dx = 0; dx < size.width; dx += kPiece) {
        const std::int64_t count = std::min(kPiece, size.width - dx);
        if (!plain_) {
          distance += sumOfAny(there + dx, wanted + dx, weights + dx, squared_, count);
        } else if (squared_) {
          distance += sumOfSquares(there + dx, wanted + dx, count);
        } else {
          distance += sumOfPlain(there + dx, wanted + dx, count);
        }
      }
      if (distance > most) return distance;
    }
  }
  return distance;
}

template class WindowDistance<std::uint8_t>;
template class WindowDistance<std::uint16_t>;

}  // namespace espy::find
