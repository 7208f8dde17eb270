// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "picture/scaled_rows.h"

#include <bit>
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "picture/scaled_rows_simd.cpp"
#include "base/simd.h"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace espy::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

/// The upper 8 bits of a sample.
template <class Sample>
std::uint32_t upperBits(const std::uint8_t* row, std::int64_t index) {
  Sample value;
  std::memcpy(&value, row + index * static_cast<std::int64_t>(sizeof value), sizeof value);
  return static_cast<std::uint32_t>(value >> (8 * (sizeof value - 1)));
}

static_assert(std::endian::native == std::endian::little, "pixels are taken apart by shifts");

/// Loads a pixel as one integer, the first sample in the lowest bits.
template <class Pixel>
Pixel pixelAt(const std::uint8_t* row, std::int64_t index) {
  Pixel pixel;
  std::memcpy(&pixel, row + index * static_cast<std::int64_t>(sizeof pixel), sizeof pixel);
  return pixel;
}

template <class Sample, int Rows>
void addPlain(const std::uint8_t* row, std::ptrdiff_t apart, std::int64_t samples,
              std::uint32_t* sums) {
  for (std::int64_t i = 0; i < samples; ++i) {
    std::uint16_t sum = 0;
    for (int r = 0; r < Rows; ++r) {
      sum = static_cast<std::uint16_t>(sum + upperBits<Sample>(row + r * apart, i));
    }
    sums[i] += sum;
  }
}

template <class Sample, class Pixel, int Rows>
void addWeighted(const std::uint8_t* row, std::ptrdiff_t apart, std::int64_t pixels,
                 std::uint32_t* sums) {
  constexpr int kColours = static_cast<int>(sizeof(Pixel) / sizeof(Sample)) - 1;
  constexpr int kBits = 8 * sizeof(Sample);
  for (std::int64_t i = 0; i < pixels; ++i) {
    std::uint32_t sum[kColours + 1] = {};
    for (int r = 0; r < Rows; ++r) {
      const auto pixel = pixelAt<Pixel>(row + r * apart, i);
      const auto sample = [pixel](int c) {
        return static_cast<std::uint32_t>(pixel >> (c * kBits + kBits - 8)) & 255U;
      };
      const std::uint32_t alpha = sample(kColours);
      for (int c = 0; c < kColours; ++c) sum[c] += sample(c) * alpha;
      sum[kColours] += 255 * alpha;
    }
    for (int c = 0; c <= kColours; ++c) sums[c * kMostColumns + i] += sum[c];
  }
}

template <class Sample, class Two, class Four, int Rows>
void addAny(int channels, const std::uint8_t* row, std::ptrdiff_t apart, std::int64_t pixels,
            std::uint32_t* sums) {
  if (channels == 2) {
    addWeighted<Sample, Two, Rows>(row, apart, pixels, sums);
  } else if (channels == 4) {
    addWeighted<Sample, Four, Rows>(row, apart, pixels, sums);
  } else {
    addPlain<Sample, Rows>(row, apart, pixels * channels, sums);
  }
}

template <int Rows>
void addFormat(PixelFormat format, const std::uint8_t* row, std::ptrdiff_t apart,
               std::int64_t pixels, std::uint32_t* sums) {
  if (format.depth == Depth::u8) {
    addAny<std::uint8_t, std::uint16_t, std::uint32_t, Rows>(format.channels, row, apart, pixels,
                                                             sums);
  } else {
    addAny<std::uint16_t, std::uint32_t, std::uint64_t, Rows>(format.channels, row, apart, pixels,
                                                              sums);
  }
}

template <int Channels>
void addSquaresOf(const std::uint32_t* sums, std::int64_t count, std::int64_t squares,
                  std::uint64_t* totals) {
  for (std::int64_t s = 0; s < squares; ++s) {
    std::uint32_t total[Channels] = {};
    for (std::int64_t i = 0; i < count; ++i) {
      for (int c = 0; c < Channels; ++c) total[c] += sums[(s * count + i) * Channels + c];
    }
    for (int c = 0; c < Channels; ++c) totals[s * 4 + c] += total[c];
  }
}

/// Converts one pixel to the screen's format (BGRA).
template <int Channels>
void put(const std::uint8_t* samples, std::uint8_t* screen) {
  constexpr bool kColour = Channels >= 3;
  constexpr bool kAlpha = Channels % 2 == 0;
  screen[0] = samples[kColour ? 2 : 0];
  screen[1] = samples[kColour ? 1 : 0];
  screen[2] = samples[0];
  screen[3] = kAlpha ? samples[Channels - 1] : std::uint8_t{255};
}

template <class Sample, int Channels>
void copyPixels(const std::uint8_t* row, std::int64_t pixels, std::uint8_t* screen) {
  for (std::int64_t i = 0; i < pixels; ++i) {
    std::uint8_t samples[Channels];
    for (int c = 0; c < Channels; ++c) {
      samples[c] = static_cast<std::uint8_t>(upperBits<Sample>(row, i * Channels + c));
    }
    if constexpr (Channels % 2 == 0) {
      const std::uint32_t alpha = samples[Channels - 1];
      for (int c = 0; c < Channels - 1; ++c) {
        samples[c] = static_cast<std::uint8_t>((samples[c] * alpha + 127) / 255);
      }
    }
    put<Channels>(samples, screen + i * 4);
  }
}

/// Converts RGB bytes a vector at a time; returns the number of pixels done.
std::int64_t copyColours(const std::uint8_t* row, std::int64_t pixels, std::uint8_t* screen) {
  std::int64_t i = 0;
  const hn::FixedTag<std::uint8_t, 16> d;
  for (; i + 16 <= pixels; i += 16) {
    hn::Vec<decltype(d)> red;
    hn::Vec<decltype(d)> green;
    hn::Vec<decltype(d)> blue;
    hn::LoadInterleaved3(d, row + 3 * i, red, green, blue);
    hn::StoreInterleaved4(blue, green, red, hn::Set(d, 255), d, screen + 4 * i);
  }
  return i;
}

template <class Sample>
void copyAny(int channels, const std::uint8_t* row, std::int64_t pixels, std::uint8_t* screen) {
  switch (channels) {
    case 1:
      return copyPixels<Sample, 1>(row, pixels, screen);
    case 2:
      return copyPixels<Sample, 2>(row, pixels, screen);
    case 3: {
      const std::int64_t done = sizeof(Sample) == 1 ? copyColours(row, pixels, screen) : 0;
      return copyPixels<Sample, 3>(row + 3 * done, pixels - done, screen + 4 * done);
    }
    default:
      return copyPixels<Sample, 4>(row, pixels, screen);
  }
}

/// Totals are below 2^44, so that the truncated double-precision quotient is exact.
template <int Channels>
void finishPixels(const std::uint64_t* totals, std::int64_t pixels, std::uint64_t divisor,
                  std::uint8_t* screen) {
  const auto by = static_cast<double>(divisor);
  for (std::int64_t i = 0; i < pixels; ++i) {
    std::uint8_t samples[Channels];
    for (int c = 0; c < Channels; ++c) {
      const auto raised = static_cast<std::int64_t>(totals[i * 4 + c] + divisor / 2);
      samples[c] = static_cast<std::uint8_t>(static_cast<double>(raised) / by);
    }
    put<Channels>(samples, screen + i * 4);
  }
}

void addRow(PixelFormat format, const std::uint8_t* row, std::int64_t pixels, std::uint32_t* sums) {
  addFormat<1>(format, row, 0, pixels, sums);
}

void addSquares(int channels, const std::uint32_t* sums, std::int64_t count, std::int64_t squares,
                std::uint64_t* totals) {
  switch (channels) {
    case 1:
      return addSquaresOf<1>(sums, count, squares, totals);
    case 2:
      return addSquaresOf<2>(sums, count, squares, totals);
    case 3:
      return addSquaresOf<3>(sums, count, squares, totals);
    default:
      return addSquaresOf<4>(sums, count, squares, totals);
  }
}

void finishRow(PixelFormat format, const std::uint64_t* totals, std::int64_t pixels,
               std::uint64_t divisor, std::uint8_t* screen) {
  switch (format.channels) {
    case 1:
      return finishPixels<1>(totals, pixels, divisor, screen);
    case 2:
      return finishPixels<2>(totals, pixels, divisor * 255, screen);
    case 3:
      return finishPixels<3>(totals, pixels, divisor, screen);
    default:
      return finishPixels<4>(totals, pixels, divisor * 255, screen);
  }
}

void copyRow(PixelFormat format, const std::uint8_t* row, std::int64_t pixels,
             std::uint8_t* screen) {
  if (format.depth == Depth::u8) {
    copyAny<std::uint8_t>(format.channels, row, pixels, screen);
  } else {
    copyAny<std::uint16_t>(format.channels, row, pixels, screen);
  }
}

}  // namespace
}  // namespace espy::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espy {

ESPY_SIMD_DEFINE(addRow);
ESPY_SIMD_DEFINE_AS(addEightRows, addFormat<8>);
ESPY_SIMD_DEFINE(addSquares);
ESPY_SIMD_DEFINE(finishRow);
ESPY_SIMD_DEFINE(copyRow);

}  // namespace espy
#endif  // HWY_ONCE
