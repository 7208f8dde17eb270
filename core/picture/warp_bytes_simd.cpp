// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "picture/warp_bytes.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "picture/warp_bytes_simd.cpp"
#include "base/simd.h"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace espy::picture::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

/// Columns per iteration, in blocks of constant size for the vectoriser. Pixels are loaded by
/// scalar code between vector loops: gather is slow on many AVX2 processors.
constexpr std::int64_t kColumns = 64;
constexpr std::int64_t kBlock = 16;

template <class Number>
struct Row {
  alignas(64) Number at[kColumns];
};

/// Samples of a row of columns: offsets of their upper-left neighbours, the fractional positions in
/// 2^-8 pixels, then the neighbours.
template <int kChannels>
struct Samples {
  /// A pixel and its right neighbour: two bytes for grey; for colour the first four and the last
  /// four of six bytes.
  using Word = std::conditional_t<kChannels == 1, std::uint16_t, std::uint32_t>;

  Row<std::int32_t> offsets;
  Row<std::int32_t> alongX;
  Row<std::int32_t> alongY;
  Row<Word> above[2];
  Row<Word> below[2];
};

/// A position along one axis, split to fit in 32-bit lanes: 2^-8 pixels and the remainder.
struct Axis {
  std::int32_t first;
  std::int32_t firstLow;
  std::int32_t step;
  std::int32_t stepLow;
};

Axis axisFrom(std::int64_t position, std::int64_t step) {
  constexpr std::int64_t kLow = (std::int64_t{1} << kShift) - 1;
  const std::int64_t rounded = position + (std::int64_t{1} << (kShift - 1));
  return {static_cast<std::int32_t>(rounded >> kShift), static_cast<std::int32_t>(rounded & kLow),
          static_cast<std::int32_t>(step >> kShift), static_cast<std::int32_t>(step & kLow)};
}

std::int32_t positionAt(const Axis& axis, std::int32_t column) {
  return axis.first + column * axis.step + ((axis.firstLow + column * axis.stepLow) >> kShift);
}

template <int kChannels>
void place(const Line& line, std::int64_t column, std::int64_t count, std::int32_t stride,
           Samples<kChannels>& samples) {
  const Axis alongX = axisFrom(line.x + column * line.stepX, line.stepX);
  const Axis alongY = axisFrom(line.y + column * line.stepY, line.stepY);
  for (std::int64_t block = 0; block < count; block += kBlock) {
    for (std::int64_t i = block; i < block + kBlock; ++i) {
      const std::int32_t x = positionAt(alongX, static_cast<std::int32_t>(i));
      const std::int32_t y = positionAt(alongY, static_cast<std::int32_t>(i));
      // Columns past the end are computed but not loaded.
      const auto row = static_cast<std::uint32_t>(y >> 8) * static_cast<std::uint32_t>(stride);
      samples.offsets.at[i] =
          static_cast<std::int32_t>(row + static_cast<std::uint32_t>((x >> 8) * kChannels));
      samples.alongX.at[i] = x & 255;
      samples.alongY.at[i] = y & 255;
    }
  }
}

template <int kChannels>
void loadNeighbours(const std::uint8_t* first, std::ptrdiff_t stride, std::int64_t count,
                    Samples<kChannels>& samples) {
  using Word = typename Samples<kChannels>::Word;
  const std::uint8_t* firstBelow = first + stride;
  for (std::int64_t i = 0; i < count; ++i) {
    const std::int32_t at = samples.offsets.at[i];
    std::memcpy(&samples.above[0].at[i], first + at, sizeof(Word));
    std::memcpy(&samples.below[0].at[i], firstBelow + at, sizeof(Word));
    if constexpr (kChannels == 3) {
      std::memcpy(&samples.above[1].at[i], first + at + 2, sizeof(Word));
      std::memcpy(&samples.below[1].at[i], firstBelow + at + 2, sizeof(Word));
    }
  }
}

/// Horizontal interpolation, times 2^8.
template <int kChannels>
std::int32_t between(const Row<typename Samples<kChannels>::Word>* row, int channel, std::int64_t i,
                     std::int32_t share) {
  const auto left = static_cast<std::int32_t>(row[0].at[i] >> (8 * channel) & 255U);
  const auto right = static_cast<std::int32_t>(
      kChannels == 1 ? row[0].at[i] >> 8U : row[1].at[i] >> (8 * channel + 8) & 255U);
  return left * 256 + (right - left) * share;
}

/// Adds the vertical interpolation, times 2^16.
template <int kChannels>
void addSamples(const Samples<kChannels>& samples, std::int64_t count, Row<std::uint32_t>* sums) {
  for (std::int64_t block = 0; block < count; block += kBlock) {
    for (int c = 0; c < kChannels; ++c) {
      for (std::int64_t i = block; i < block + kBlock; ++i) {
        const std::int32_t above = between<kChannels>(samples.above, c, i, samples.alongX.at[i]);
        const std::int32_t below = between<kChannels>(samples.below, c, i, samples.alongX.at[i]);
        sums[c].at[i] +=
            static_cast<std::uint32_t>(above * 256 + (below - above) * samples.alongY.at[i]);
      }
    }
  }
}

/// Means of `samples` samples; the sums include the rounding term.
void meansOf(const Row<std::uint32_t>& sums, float samples, Row<std::uint8_t>& means) {
  // Exact: float quotients of integers below 2^16, truncated.
  for (std::int64_t i = 0; i < kColumns; ++i) {
    const auto sum = static_cast<float>(static_cast<std::int32_t>(sums.at[i] >> 16U));
    means.at[i] = static_cast<std::uint8_t>(static_cast<std::int32_t>(sum / samples));
  }
}

template <int kChannels>
void warpRow(const std::uint8_t* first, std::ptrdiff_t stride, std::span<const Line> lines,
             Span span, std::uint8_t* to) {
  Samples<kChannels> samples = {};
  Row<std::uint32_t> sums[kChannels];
  Row<std::uint8_t> means[kChannels];
  alignas(64) std::uint8_t pixels[kChannels * kColumns];
  const auto half = static_cast<std::uint32_t>(lines.size() << 15U);
  for (std::int64_t column = span.begin; column < span.end; column += kColumns) {
    const std::int64_t count = std::min(kColumns, span.end - column);
    for (Row<std::uint32_t>& row : sums) std::fill_n(row.at, kColumns, half);
    for (const Line& line : lines) {
      place(line, column, count, static_cast<std::int32_t>(stride), samples);
      loadNeighbours(first, stride, count, samples);
      addSamples(samples, count, sums);
    }
    for (int c = 0; c < kChannels; ++c) {
      meansOf(sums[c], static_cast<float>(lines.size()), means[c]);
    }
    const std::uint8_t* from = means[0].at;
    if constexpr (kChannels == 3) {
      const hn::FixedTag<std::uint8_t, kBlock> d;
      for (std::int64_t i = 0; i < kColumns; i += kBlock) {
        hn::StoreInterleaved3(hn::Load(d, means[0].at + i), hn::Load(d, means[1].at + i),
                              hn::Load(d, means[2].at + i), d, pixels + kChannels * i);
      }
      from = pixels;
    }
    std::memcpy(to + (column - span.begin) * kChannels, from,
                static_cast<std::size_t>(count * kChannels));
  }
}

void warpBytes(const std::uint8_t* first, std::ptrdiff_t stride, int channels,
               std::span<const Line> lines, Span span, std::uint8_t* to) {
  if (channels == 1) return warpRow<1>(first, stride, lines, span, to);
  warpRow<3>(first, stride, lines, span, to);
}

}  // namespace
}  // namespace espy::picture::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espy::picture {

ESPY_SIMD_DEFINE(warpBytes);

}  // namespace espy::picture
#endif  // HWY_ONCE
