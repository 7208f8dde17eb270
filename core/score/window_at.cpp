// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "score/window_at.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "base/cpu.h"

namespace espy::score {
namespace {

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
std::uint64_t productsAt(const picture::TilePlanes<Sample>& tile, const ScoredNeedle& needle,
                         std::int64_t x, std::int64_t y) {
  std::uint64_t sum = 0;
  for (int c = 0; c < needle.form.channels; ++c) {
    sum += multiplyRows({tile.row(c, y) + x, tile.pitch(), needle.row(c, 0), needle.size.width,
                         needle.size.width, needle.size.height});
  }
  return sum;
}

template <class Sample>
WindowSums windowAt(const picture::TilePlanes<Sample>& tile, const ScoredNeedle& needle,
                    std::int64_t x, std::int64_t y) {
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
std::uint64_t differencesAt(const picture::TilePlanes<Sample>& tile, const ScoredNeedle& needle,
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

template <class Sum>
void needleWindows(const picture::TileSums<Sum>& tile, const ScoredNeedle& needle, std::int64_t x,
                   std::int64_t y, std::int64_t count, Sum* sums, Sum* squares) {
  if (!needle.scattered) return tile.windows(needle.rectangles, x, y, count, sums, squares);
  // Run by run, some of them together.
  constexpr std::size_t kTogether = 64;
  std::vector<picture::Rectangle> runs;
  std::vector<Sum> more(static_cast<std::size_t>(2 * count));
  std::fill_n(sums, count, Sum{0});
  std::fill_n(squares, count, Sum{0});
  const auto add = [&] {
    tile.windows(runs, x, y, count, more.data(), more.data() + count);
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

template void needleWindows(const picture::TileSums<std::uint32_t>&, const ScoredNeedle&,
                            std::int64_t, std::int64_t, std::int64_t, std::uint32_t*,
                            std::uint32_t*);
template void needleWindows(const picture::TileSums<std::uint64_t>&, const ScoredNeedle&,
                            std::int64_t, std::int64_t, std::int64_t, std::uint64_t*,
                            std::uint64_t*);
template WindowSums windowAt(const picture::TilePlanes<std::uint8_t>&, const ScoredNeedle&,
                             std::int64_t, std::int64_t);
template WindowSums windowAt(const picture::TilePlanes<std::uint16_t>&, const ScoredNeedle&,
                             std::int64_t, std::int64_t);
template std::uint64_t productsAt(const picture::TilePlanes<std::uint8_t>& tile,
                                  const ScoredNeedle& needle, std::int64_t x, std::int64_t y);
template std::uint64_t productsAt(const picture::TilePlanes<std::uint16_t>& tile,
                                  const ScoredNeedle& needle, std::int64_t x, std::int64_t y);
template std::uint64_t differencesAt(const picture::TilePlanes<std::uint8_t>&, const ScoredNeedle&,
                                     std::int64_t, std::int64_t);
template std::uint64_t differencesAt(const picture::TilePlanes<std::uint16_t>&, const ScoredNeedle&,
                                     std::int64_t, std::int64_t);

}  // namespace espy::score
