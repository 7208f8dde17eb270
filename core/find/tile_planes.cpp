// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "find/tile_planes.h"

#include <algorithm>
#include <cstring>

#include "base/simd.h"

namespace espy::find {
namespace {

/// One channel of red, green and blue bytes: sixteen pixels at a time, which are three registers.
template <int kChannel>
inline __attribute__((always_inline)) std::int64_t takeThird(const std::uint8_t* row,
                                                             std::int64_t count, std::uint8_t* to) {
  using Sixteen __attribute__((vector_size(16))) = std::uint8_t;
  std::int64_t x = 0;
  for (; x + 16 <= count; x += 16) {
    Sixteen a;
    Sixteen b;
    Sixteen c;
    std::memcpy(&a, row + 3 * x, sizeof a);
    std::memcpy(&b, row + 3 * x + 16, sizeof b);
    std::memcpy(&c, row + 3 * x + 32, sizeof c);
    // Sample i of the channel is byte 3 i + channel: of the first two registers to begin with.
    constexpr auto kEarly = [](int i) { return 3 * i + kChannel < 32 ? 3 * i + kChannel : 0; };
    constexpr auto kLate = [](int i) {
      return 3 * i + kChannel < 32 ? i : 16 + 3 * i + kChannel - 32;
    };
    const Sixteen early =
        __builtin_shufflevector(a, b, kEarly(0), kEarly(1), kEarly(2), kEarly(3), kEarly(4),
                                kEarly(5), kEarly(6), kEarly(7), kEarly(8), kEarly(9), kEarly(10),
                                kEarly(11), kEarly(12), kEarly(13), kEarly(14), kEarly(15));
    const Sixteen all = __builtin_shufflevector(
        early, c, kLate(0), kLate(1), kLate(2), kLate(3), kLate(4), kLate(5), kLate(6), kLate(7),
        kLate(8), kLate(9), kLate(10), kLate(11), kLate(12), kLate(13), kLate(14), kLate(15));
    std::memcpy(to + x, &all, sizeof all);
  }
  return x;
}
ESPY_SIMD_CLONES
std::int64_t takeThirds(const std::uint8_t* row, int channel, std::int64_t count,
                        std::uint8_t* to) {
  switch (channel) {
    case 0:
      return takeThird<0>(row, count, to);
    case 1:
      return takeThird<1>(row, count, to);
    default:
      return takeThird<2>(row, count, to);
  }
}

/// One channel of `count` pixels of a row.
template <class From, class To>
void takeRow(const std::uint8_t* row, int step, int channel, std::int64_t count, To* to) {
  constexpr To kScale = sizeof(From) < sizeof(To) ? 257 : 1;
  const From* from = reinterpret_cast<const From*>(row) + channel;
  if (step == 1 && sizeof(From) == sizeof(To)) {
    std::memcpy(to, from, static_cast<std::size_t>(count) * sizeof(To));
    return;
  }
  std::int64_t x = 0;
  if constexpr (sizeof(From) == 1 && sizeof(To) == 1) {
    if (step == 3) x = takeThirds(row, channel, count, to);
  }
  for (; x < count; ++x) to[x] = static_cast<To>(from[x * step] * kScale);
}

ESPY_SIMD_CLONES
void addSquares(const std::uint8_t* row, std::int64_t count, std::uint32_t* sums,
                std::uint32_t* squares) {
  for (std::int64_t x = 0; x < count; ++x) {
    const std::uint32_t value = row[x];
    sums[x] += value;
    squares[x] += value * value;
  }
}
ESPY_SIMD_CLONES
void addSquares(const std::uint8_t* row, std::int64_t count, std::uint64_t* sums,
                std::uint64_t* squares) {
  for (std::int64_t x = 0; x < count; ++x) {
    const std::uint32_t value = row[x];
    sums[x] += value;
    squares[x] += value * value;
  }
}
ESPY_SIMD_CLONES
void addSquares(const std::uint16_t* row, std::int64_t count, std::uint64_t* sums,
                std::uint64_t* squares) {
  for (std::int64_t x = 0; x < count; ++x) {
    const std::uint64_t value = row[x];
    sums[x] += value;
    squares[x] += value * value;
  }
}
template <class Sum>
inline __attribute__((always_inline)) void addLess(const std::uint16_t* row, std::int64_t count,
                                                   std::int32_t mean, int shift, Sum* sums,
                                                   Sum* squares) {
  for (std::int64_t x = 0; x < count; ++x) {
    const std::int32_t off = row[x] - mean;
    sums[x] += static_cast<Sum>(off);
    squares[x] += static_cast<std::uint32_t>(off) * static_cast<std::uint32_t>(off) >> shift;
  }
}
ESPY_SIMD_CLONES
void addSquaresLess(const std::uint16_t* row, std::int64_t count, std::int32_t mean, int shift,
                    std::uint32_t* sums, std::uint32_t* squares) {
  addLess(row, count, mean, shift, sums, squares);
}
ESPY_SIMD_CLONES
void addSquaresLess(const std::uint16_t* row, std::int64_t count, std::int32_t mean, int shift,
                    std::uint64_t* sums, std::uint64_t* squares) {
  addLess(row, count, mean, shift, sums, squares);
}
/// Sums along the row and, from the row above, downwards. Of 32 bits sixteen at a time: four steps
/// of shifting and adding make the sums within a register.
using SixteenSums __attribute__((vector_size(64))) = std::uint32_t;

inline __attribute__((always_inline)) void sumsWithin(SixteenSums& v) {
  constexpr SixteenSums kZero = {};
  v += __builtin_shufflevector(kZero, v, 0, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29,
                               30);
  v += __builtin_shufflevector(kZero, v, 0, 0, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28,
                               29);
  v +=
      __builtin_shufflevector(kZero, v, 0, 0, 0, 0, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27);
  v += __builtin_shufflevector(kZero, v, 0, 0, 0, 0, 0, 0, 0, 0, 16, 17, 18, 19, 20, 21, 22, 23);
}

inline __attribute__((always_inline)) void accumulateSixteens(const std::uint32_t* values,
                                                              std::int64_t count,
                                                              const std::uint32_t* above,
                                                              std::uint32_t* sums) {
  std::uint32_t sum = 0;
  sums[0] = 0;
  std::int64_t x = 0;
  for (; x + 16 <= count; x += 16) {
    SixteenSums v;
    SixteenSums over;
    std::memcpy(&v, values + x, sizeof v);
    std::memcpy(&over, above + x + 1, sizeof over);
    sumsWithin(v);
    v += sum;
    sum = v[15];
    v += over;
    std::memcpy(sums + x + 1, &v, sizeof v);
  }
  for (; x < count; ++x) {
    sum += values[x];
    sums[x + 1] = above[x + 1] + sum;
  }
}
ESPY_SIMD_CLONES
void accumulate(const std::uint32_t* values, const std::uint32_t* squares, std::int64_t count,
                const std::uint32_t* sumsAbove, const std::uint32_t* squaresAbove,
                std::uint32_t* sums, std::uint32_t* squareSums) {
  accumulateSixteens(values, count, sumsAbove, sums);
  accumulateSixteens(squares, count, squaresAbove, squareSums);
}

template <class Sum>
void accumulate(const Sum* values, const Sum* squares, std::int64_t count, const Sum* sumsAbove,
                const Sum* squaresAbove, Sum* sums, Sum* squareSums) {
  Sum sum = 0;
  Sum square = 0;
  sums[0] = 0;
  squareSums[0] = 0;
  for (std::int64_t x = 0; x < count; ++x) {
    sum += values[x];
    square += squares[x];
    sums[x + 1] = sumsAbove[x + 1] + sum;
    squareSums[x + 1] = squaresAbove[x + 1] + square;
  }
}

/// Sums of `count` windows beside each other, over all parts of them; a register of windows at a
/// time, the last of which may reach over the end of the sums (`kBehind`).
template <class Sum, class Register>
inline __attribute__((always_inline)) void sumParts(const Sum* corners, std::int64_t pitch,
                                                    std::span<const Rectangle> parts,
                                                    std::int64_t count, Sum* sums) {
  constexpr auto kTogether = static_cast<std::int64_t>(sizeof(Register) / sizeof(Sum));
  for (std::int64_t x = 0; x < count; x += kTogether) {
    Register sum = {};
    for (const Rectangle& part : parts) {
      const Sum* upper = corners + part.y * pitch + part.x + x;
      const Sum* lower = upper + part.height * pitch;
      Register a;
      Register b;
      Register c;
      Register d;
      std::memcpy(&a, upper, sizeof a);
      std::memcpy(&b, upper + part.width, sizeof b);
      std::memcpy(&c, lower, sizeof c);
      std::memcpy(&d, lower + part.width, sizeof d);
      sum += (d - c) - (b - a);
    }
    if (count - x >= kTogether) {
      std::memcpy(sums + x, &sum, sizeof sum);
    } else {
      std::memcpy(sums + x, &sum, static_cast<std::size_t>(count - x) * sizeof(Sum));
    }
  }
}
constexpr std::int64_t kBehind = 16;

ESPY_SIMD_CLONES
void sumWindows(const std::uint32_t* corners, std::int64_t pitch, std::span<const Rectangle> parts,
                std::int64_t count, std::uint32_t* sums) {
  sumParts<std::uint32_t, SixteenSums>(corners, pitch, parts, count, sums);
}
using EightSums __attribute__((vector_size(64))) = std::uint64_t;
ESPY_SIMD_CLONES
void sumWindows(const std::uint64_t* corners, std::int64_t pitch, std::span<const Rectangle> parts,
                std::int64_t count, std::uint64_t* sums) {
  sumParts<std::uint64_t, EightSums>(corners, pitch, parts, count, sums);
}

/// Rows of a window and of a needle.
template <class Sample>
struct Rows {
  const Sample* window;
  std::int64_t windowPitch;
  const std::uint16_t* needle;
  std::int64_t needlePitch;
  std::int64_t width;
  std::int64_t height;
};

/// sum I T. Needle samples of an 8-bit form are below 256, so 2^15 products fit into 31 bits.
ESPY_SIMD_CLONES
std::uint64_t multiplyRows(const Rows<std::uint8_t>& rows) {
  std::uint64_t sum = 0;
  for (std::int64_t y = 0; y < rows.height; ++y) {
    const std::uint8_t* a = rows.window + y * rows.windowPitch;
    const std::uint16_t* b = rows.needle + y * rows.needlePitch;
    for (std::int64_t first = 0; first < rows.width; first += 32768) {
      const std::int64_t last = std::min<std::int64_t>(rows.width, first + 32768);
      std::int32_t part = 0;
      for (std::int64_t i = first; i < last; ++i) {
        part += static_cast<std::int16_t>(a[i]) * static_cast<std::int16_t>(b[i]);
      }
      sum += static_cast<std::uint32_t>(part);
    }
  }
  return sum;
}
ESPY_SIMD_CLONES
std::uint64_t multiplyRows(const Rows<std::uint16_t>& rows) {
  std::uint64_t sum = 0;
  for (std::int64_t y = 0; y < rows.height; ++y) {
    const std::uint16_t* a = rows.window + y * rows.windowPitch;
    const std::uint16_t* b = rows.needle + y * rows.needlePitch;
    for (std::int64_t i = 0; i < rows.width; ++i) {
      sum += static_cast<std::uint64_t>(std::uint32_t{a[i]} * std::uint32_t{b[i]});
    }
  }
  return sum;
}

/// Sums over samples that lie one after another.
ESPY_SIMD_CLONES
void addAll(const std::uint8_t* window, const std::uint16_t* needle, std::int64_t count,
            WindowSums& sums) {
  for (std::int64_t first = 0; first < count; first += 32768) {
    const std::int64_t last = std::min<std::int64_t>(count, first + 32768);
    std::int32_t sum = 0;
    std::int32_t squares = 0;
    std::int32_t products = 0;
    for (std::int64_t i = first; i < last; ++i) {
      const std::int16_t value = window[i];
      sum += value;
      squares += value * value;
      products += value * static_cast<std::int16_t>(needle[i]);
    }
    sums.sum += static_cast<std::uint32_t>(sum);
    sums.squares += static_cast<std::uint32_t>(squares);
    sums.products += static_cast<std::uint32_t>(products);
  }
}
ESPY_SIMD_CLONES
void addAll(const std::uint16_t* window, const std::uint16_t* needle, std::int64_t count,
            WindowSums& sums) {
  for (std::int64_t i = 0; i < count; ++i) {
    const std::uint32_t value = window[i];
    sums.sum += value;
    sums.squares += static_cast<std::uint64_t>(value * value);
    sums.products += static_cast<std::uint64_t>(value * std::uint32_t{needle[i]});
  }
}

ESPY_SIMD_CLONES
std::uint64_t differencesOfRow(const std::uint8_t* window, const std::uint16_t* needle,
                               const std::uint8_t* weights, std::int64_t count) {
  std::uint64_t all = 0;
  for (std::int64_t first = 0; first < count; first += 32768) {
    const std::int64_t last = std::min<std::int64_t>(count, first + 32768);
    std::int32_t sum = 0;
    for (std::int64_t i = first; i < last; ++i) {
      const int off = static_cast<std::int16_t>(window[i]) - static_cast<std::int16_t>(needle[i]);
      sum += weights[i] != 0 ? (off < 0 ? -off : off) : 0;
    }
    all += static_cast<std::uint32_t>(sum);
  }
  return all;
}
ESPY_SIMD_CLONES
std::uint64_t differencesOfRow(const std::uint16_t* window, const std::uint16_t* needle,
                               const std::uint8_t* weights, std::int64_t count) {
  std::uint64_t all = 0;
  for (std::int64_t i = 0; i < count; ++i) {
    const std::int32_t off = std::int32_t{window[i]} - needle[i];
    all += static_cast<std::uint32_t>(weights[i] != 0 ? (off < 0 ? -off : off) : 0);
  }
  return all;
}

/// Ignored pixels become 0.
ESPY_SIMD_CLONES
void keepOpaque(std::uint8_t* window, const std::uint8_t* weights, std::int64_t count) {
  for (std::int64_t i = 0; i < count; ++i) window[i] = weights[i] != 0 ? window[i] : 0;
}
ESPY_SIMD_CLONES
void keepOpaque(std::uint16_t* window, const std::uint8_t* weights, std::int64_t count) {
  for (std::int64_t i = 0; i < count; ++i) window[i] = weights[i] != 0 ? window[i] : 0;
}

}  // namespace

template <class Sample>
void TilePlanes<Sample>::load(const ImageView& scene, CommonForm form, std::int64_t x,
                              std::int64_t y, Size size) {
  size_ = size;
  channels_ = form.channels;
  pitch_ = (size.width + kPadding + 31) / 32 * 32;
  channelPitch_ = size.height * pitch_;
  samples_.resize(static_cast<std::size_t>(channelPitch_ * channels_));
  begin_ = samples_.data();
  const PixelFormat format = scene.format();
  const std::int64_t inside = std::clamp<std::int64_t>(scene.width() - x, 0, size.width);
  for (int c = 0; c < channels_; ++c) {
    const int channel = format.colourChannels() == 1 ? 0 : c;
    for (std::int64_t line = 0; line < size.height; ++line) {
      Sample* to = begin_ + c * channelPitch_ + line * pitch_;
      const std::int64_t count = y + line < scene.height() ? inside : 0;
      if (count > 0) {
        const std::uint8_t* from = scene.pixel(x, y + line);
        if (format.depth == Depth::u8) {
          takeRow<std::uint8_t>(from, format.channels, channel, count, to);
        } else {
          takeRow<std::uint16_t>(from, format.channels, channel, count, to);
        }
      }
      std::fill(to + count, to + pitch_, Sample{0});
    }
  }
}

template <class Sum>
template <class Add>
void TileSums<Sum>::sumUp(Size size, const Add& add) {
  pitch_ = size.width + 1;
  const auto numbers = static_cast<std::size_t>(pitch_ * (size.height + 1));
  sums_.resize(numbers + kBehind);
  squares_.resize(sums_.size());
  std::fill_n(sums_.begin(), pitch_, Sum{0});
  std::fill_n(squares_.begin(), pitch_, Sum{0});
  values_.resize(static_cast<std::size_t>(size.width));
  valueSquares_.resize(values_.size());
  for (std::int64_t y = 0; y < size.height; ++y) {
    std::fill(values_.begin(), values_.end(), Sum{0});
    std::fill(valueSquares_.begin(), valueSquares_.end(), Sum{0});
    add(y);
    Sum* sums = sums_.data() + (y + 1) * pitch_;
    Sum* squareSums = squares_.data() + (y + 1) * pitch_;
    accumulate(values_.data(), valueSquares_.data(), size.width, sums - pitch_, squareSums - pitch_,
               sums, squareSums);
  }
}

template <class Sum>
template <class Sample>
void TileSums<Sum>::load(const TilePlanes<Sample>& tile) {
  sumUp(tile.size(), [&](std::int64_t y) {
    for (int c = 0; c < tile.channels(); ++c) {
      addSquares(tile.row(c, y), tile.size().width, values_.data(), valueSquares_.data());
    }
  });
}

template <class Sum>
void TileSums<Sum>::loadLess(const TilePlanes<std::uint16_t>& tile, Size size, std::int32_t mean,
                             int shift) {
  sumUp(size, [&](std::int64_t y) {
    for (int c = 0; c < tile.channels(); ++c) {
      addSquaresLess(tile.row(c, y), size.width, mean, shift, values_.data(), valueSquares_.data());
    }
  });
}

template <class Sum>
void TileSums<Sum>::windows(std::span<const Rectangle> parts, std::int64_t x, std::int64_t y,
                            std::int64_t count, Sum* sums, Sum* squares) const {
  const std::int64_t at = y * pitch_ + x;
  sumWindows(sums_.data() + at, pitch_, parts, count, sums);
  sumWindows(squares_.data() + at, pitch_, parts, count, squares);
}

template <class Sum>
void TileSums<Sum>::windows(const ScoredNeedle& needle, std::int64_t x, std::int64_t y,
                            std::int64_t count, Sum* sums, Sum* squares) const {
  if (!needle.scattered) return windows(needle.rectangles, x, y, count, sums, squares);
  // Run by run, some of them together.
  constexpr std::size_t kTogether = 64;
  std::vector<Rectangle> runs;
  std::vector<Sum> more(static_cast<std::size_t>(2 * count));
  std::fill_n(sums, count, Sum{0});
  std::fill_n(squares, count, Sum{0});
  const auto add = [&] {
    windows(runs, x, y, count, more.data(), more.data() + count);
    for (std::int64_t i = 0; i < count; ++i) {
      sums[i] += more[static_cast<std::size_t>(i)];
      squares[i] += more[static_cast<std::size_t>(count + i)];
    }
    runs.clear();
  };
  for (std::int64_t row = 0; row < needle.size.height; ++row) {
    for (std::int64_t column = 0; column < needle.size.width; ++column) {
      const std::int64_t begin = column;
      while (column < needle.size.width && needle.weight(column, row) != 0) ++column;
      if (column > begin) runs.push_back({begin, row, column - begin, 1});
      if (runs.size() == kTogether) add();
    }
  }
  add();
}

template <class Sample>
std::uint64_t productsAt(const TilePlanes<Sample>& tile, const ScoredNeedle& needle, std::int64_t x,
                         std::int64_t y) {
  std::uint64_t sum = 0;
  for (int c = 0; c < needle.form.channels; ++c) {
    sum += multiplyRows({tile.row(c, y) + x, tile.pitch(), needle.row(c, 0), needle.size.width,
                         needle.size.width, needle.size.height});
  }
  return sum;
}

template <class Sample>
WindowSums windowAt(const TilePlanes<Sample>& tile, const ScoredNeedle& needle, std::int64_t x,
                    std::int64_t y) {
  // Copied together first: one long loop is faster than one for each row.
  thread_local WorkVector<Sample> window;
  const std::int64_t pixels = needle.size.pixels();
  window.resize(static_cast<std::size_t>(pixels));
  WindowSums sums;
  for (int c = 0; c < needle.form.channels; ++c) {
    for (std::int64_t line = 0; line < needle.size.height; ++line) {
      std::memcpy(window.data() + line * needle.size.width, tile.row(c, y + line) + x,
                  static_cast<std::size_t>(needle.size.width) * sizeof(Sample));
    }
    if (!needle.solid) keepOpaque(window.data(), needle.weights.data(), pixels);
    addAll(window.data(), needle.row(c, 0), pixels, sums);
  }
  return sums;
}

template <class Sample>
std::uint64_t differencesAt(const TilePlanes<Sample>& tile, const ScoredNeedle& needle,
                            std::int64_t x, std::int64_t y) {
  std::uint64_t sum = 0;
  const std::int64_t width = needle.size.width;
  for (int c = 0; c < needle.form.channels; ++c) {
    for (std::int64_t line = 0; line < needle.size.height; ++line) {
      sum += differencesOfRow(tile.row(c, y + line) + x, needle.row(c, line),
                              needle.weights.data() + line * width, width);
    }
  }
  return sum;
}

template class TilePlanes<std::uint8_t>;
template class TilePlanes<std::uint16_t>;
template class TileSums<std::uint32_t>;
template class TileSums<std::uint64_t>;
template void TileSums<std::uint32_t>::load(const TilePlanes<std::uint8_t>& tile);
template void TileSums<std::uint64_t>::load(const TilePlanes<std::uint8_t>& tile);
template void TileSums<std::uint64_t>::load(const TilePlanes<std::uint16_t>& tile);
template WindowSums windowAt(const TilePlanes<std::uint8_t>&, const ScoredNeedle&, std::int64_t,
                             std::int64_t);
template WindowSums windowAt(const TilePlanes<std::uint16_t>&, const ScoredNeedle&, std::int64_t,
                             std::int64_t);
template std::uint64_t productsAt(const TilePlanes<std::uint8_t>& tile, const ScoredNeedle& needle,
                                  std::int64_t x, std::int64_t y);
template std::uint64_t productsAt(const TilePlanes<std::uint16_t>& tile, const ScoredNeedle& needle,
                                  std::int64_t x, std::int64_t y);
template std::uint64_t differencesAt(const TilePlanes<std::uint8_t>&, const ScoredNeedle&,
                                     std::int64_t, std::int64_t);
template std::uint64_t differencesAt(const TilePlanes<std::uint16_t>&, const ScoredNeedle&,
                                     std::int64_t, std::int64_t);

}  // namespace espy::find
