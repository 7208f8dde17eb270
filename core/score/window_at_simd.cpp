// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "score/window_at.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "score/costs.h"
#include "score/window_rows.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "score/window_at_simd.cpp"
#include "base/simd.h"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
// Must follow foreach_target.h, which includes this file again.
#include "base/simd_sums-inl.h"

#ifndef ESPY_SCORE_WINDOW_AT
#define ESPY_SCORE_WINDOW_AT
namespace espy::score {
namespace {

/// Rows of a window and of a needle.
template <class Sample>
struct RowsAt {
  const Sample* window;
  std::int64_t windowPitch;
  const std::uint16_t* needle;
  std::int64_t needlePitch;
  std::int64_t width;
  std::int64_t height;
};

}  // namespace
}  // namespace espy::score
#endif

HWY_BEFORE_NAMESPACE();
namespace espy::score::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
namespace sums = espy::HWY_NAMESPACE;

/// sum I T. Needle samples of an 8-bit format are below 256, so 2^15 products fit into 31 bits.
template <class Sample>
std::uint64_t multiplyRows(const RowsAt<Sample>& rows);
template <>
std::uint64_t multiplyRows(const RowsAt<std::uint8_t>& rows) {
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
template <>
std::uint64_t multiplyRows(const RowsAt<std::uint16_t>& rows) {
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

/// Adds the sums over contiguous samples.
template <class Sample>
void addAll(const Sample* window, const std::uint16_t* needle, std::int64_t count,
            WindowSums& sums);
template <>
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
template <>
void addAll(const std::uint16_t* window, const std::uint16_t* needle, std::int64_t count,
            WindowSums& sums) {
  for (std::int64_t i = 0; i < count; ++i) {
    const std::uint32_t value = window[i];
    sums.sum += value;
    sums.squares += static_cast<std::uint64_t>(value * value);
    sums.products += static_cast<std::uint64_t>(value * std::uint32_t{needle[i]});
  }
}

/// Sets ignored pixels to 0.
template <class Sample>
void keepOpaque(Sample* window, const std::uint8_t* weights, std::int64_t count) {
  for (std::int64_t i = 0; i < count; ++i) window[i] = weights[i] != 0 ? window[i] : 0;
}

constexpr hn::ScalableTag<std::uint8_t> kTag8;
constexpr hn::ScalableTag<std::int16_t> kTag16;
constexpr hn::ScalableTag<std::int32_t> kTag32;
constexpr hn::ScalableTag<std::uint64_t> kTag64;

/// Samples in a chunk.
std::int64_t chunkLanes() {
  return static_cast<std::int64_t>(hn::Lanes(kTag8));
}

/// Products with 16-bit T, in the order in which bytes are widened here.
struct WideProducts {
  using Bytes = hn::VFromD<decltype(kTag8)>;
  static constexpr std::int64_t kBytes = 2;
  static constexpr bool kVnni = false;
  template <class Sums, class Wide>
  static ESPY_INLINE Sums add(Sums sum, Bytes /*samples*/, Wide low, Wide high,
                              const std::uint8_t* needle) {
    const auto* wide = reinterpret_cast<const std::int16_t*>(needle);
    sum = sums::addProducts<false>(sum, low, hn::LoadU(kTag16, wide));
    return sums::addProducts<false>(sum, high, hn::LoadU(kTag16, wide + hn::Lanes(kTag16)));
  }
};

#if HWY_TARGET == HWY_AVX3
/// Products with T - t.
struct ByteProducts {
  using Bytes = hn::VFromD<decltype(kTag8)>;
  static constexpr std::int64_t kBytes = 1;
  static constexpr bool kVnni = true;
  template <class Sums, class Wide>
  static ESPY_INLINE Sums add(Sums sum, Bytes samples, Wide /*low*/, Wide /*high*/,
                              const std::uint8_t* needle) {
    return sums::addByteProducts(sum, samples, hn::LoadU(kTag8, needle));
  }
};
#endif

/// The sums of one window, in lanes.
template <class Products>
struct LaneSums {
  hn::VFromD<decltype(kTag64)> sum;
  hn::VFromD<decltype(kTag32)> product;
  hn::VFromD<decltype(kTag32)> square;

  ESPY_INLINE LaneSums()
      : sum(hn::Zero(kTag64)), product(hn::Zero(kTag32)), square(hn::Zero(kTag32)) {}

  ESPY_INLINE void add(typename Products::Bytes samples, const std::uint8_t* needle) {
    const auto none = hn::Zero(kTag8);
    // Any order will do.
    const auto low = hn::BitCast(kTag16, hn::InterleaveLower(kTag8, samples, none));
    const auto high = hn::BitCast(kTag16, hn::InterleaveUpper(kTag8, samples, none));
    product = Products::add(product, samples, low, high, needle);
    square = sums::addProducts<Products::kVnni>(square, low, low);
    square = sums::addProducts<Products::kVnni>(square, high, high);
    sum = hn::Add(sum, hn::SumsOf8(samples));
  }
};

/// `kSolid`: only the last chunk of each row is masked, with the same mask.
template <class Products, bool kSolid>
ESPY_INLINE WindowSums sumsOf(const picture::TilePlanes<std::uint8_t>& tile,
                              const WindowRowsLayout& layout, std::int64_t x, std::int64_t y) {
  const std::int64_t lanes = chunkLanes();
  const std::int64_t last = layout.chunks - 1;
  const std::int64_t step = Products::kBytes * lanes;
  const auto edge = hn::LoadU(kTag8, layout.parts.data() + last * lanes);
  const std::int64_t rowsAtOnce = kMostChunks / layout.chunks;
  WindowSums all;
  std::int64_t products = 0;
  std::int64_t squares = 0;
  const std::uint8_t* needle = layout.needle.data();
  for (int c = 0; c < tile.channels(); ++c) {
    const std::uint8_t* window = tile.row(c, y) + x;
    const std::uint8_t* part = layout.parts.data();
    for (std::int64_t row = 0; row < layout.height; row += rowsAtOnce) {
      LaneSums<Products> lane;
      const std::int64_t rows = std::min(rowsAtOnce, layout.height - row);
      for (std::int64_t r = 0; r < rows; ++r, window += tile.pitch()) {
        for (std::int64_t k = 0; k < last; ++k, needle += step) {
          auto samples = hn::LoadU(kTag8, window + k * lanes);
          if constexpr (!kSolid) samples = hn::And(samples, hn::LoadU(kTag8, part + k * lanes));
          lane.add(samples, needle);
        }
        const auto samples = hn::LoadU(kTag8, window + last * lanes);
        lane.add(hn::And(samples, kSolid ? edge : hn::LoadU(kTag8, part + last * lanes)), needle);
        needle += step;
        part += layout.chunks * lanes;
      }
      products += sums::sumOfLanes(lane.product);
      squares += sums::sumOfLanes(lane.square);
      all.sum += static_cast<std::uint64_t>(sums::sumOfLanes(lane.sum));
    }
  }
  all.squares = static_cast<std::uint64_t>(squares);
  all.products =
      static_cast<std::uint64_t>(products + layout.centre * static_cast<std::int64_t>(all.sum));
  return all;
}
template <class Products>
ESPY_INLINE WindowSums sumsOf(const picture::TilePlanes<std::uint8_t>& tile,
                              const WindowRowsLayout& layout, std::int64_t x, std::int64_t y) {
  return layout.solid ? sumsOf<Products, true>(tile, layout, x, y)
                      : sumsOf<Products, false>(tile, layout, x, y);
}

WindowSums windowSums(const picture::TilePlanes<std::uint8_t>& tile, const WindowRowsLayout& layout,
                      std::int64_t x, std::int64_t y) {
  return sumsOf<WideProducts>(tile, layout, x, y);
}

/// Writes a chunk of T, widened in that order.
void putWide(const std::uint16_t* values, std::uint8_t* needle) {
  HWY_ALIGN std::uint8_t bytes[hn::MaxLanes(kTag8)];
  for (std::size_t i = 0; i < hn::Lanes(kTag8); ++i)
    bytes[i] = static_cast<std::uint8_t>(values[i]);
  const auto samples = hn::Load(kTag8, bytes);
  const auto none = hn::Zero(kTag8);
  hn::StoreU(hn::InterleaveLower(kTag8, samples, none), kTag8, needle);
  hn::StoreU(hn::InterleaveUpper(kTag8, samples, none), kTag8, needle + hn::Lanes(kTag8));
}

#if HWY_TARGET == HWY_AVX3
WindowSums windowSumsVnni(const picture::TilePlanes<std::uint8_t>& tile,
                          const WindowRowsLayout& layout, std::int64_t x, std::int64_t y) {
  return sumsOf<ByteProducts>(tile, layout, x, y);
}
#endif

}  // namespace
}  // namespace espy::score::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espy::score {
namespace {

ESPY_SIMD_TABLES(multiplyRows);
ESPY_SIMD_TABLES(addAll);
ESPY_SIMD_TABLES(keepOpaque);
ESPY_SIMD_TABLE(putWide);
ESPY_SIMD_TABLE_VNNI(windowSums, ESPY_OF_AVX512(windowSumsVnni));

}  // namespace

template <class Sample>
std::uint64_t productsAt(const picture::TilePlanes<Sample>& tile, const ScoredNeedle& needle,
                         std::int64_t x, std::int64_t y) {
  const auto multiply = ESPY_SIMD_PICK_OF(multiplyRows, Sample);
  std::uint64_t sum = 0;
  for (int c = 0; c < needle.form.channels; ++c) {
    sum += multiply({tile.row(c, y) + x, tile.pitch(), needle.row(c, 0), needle.size.width,
                     needle.size.width, needle.size.height});
  }
  return sum;
}

namespace {

/// Also writes sum I of each channel.
template <class Sample>
WindowSums windowAt(const picture::TilePlanes<Sample>& tile, const ScoredNeedle& needle,
                    std::int64_t x, std::int64_t y, finders::ChannelSums& sumOf) {
  // The window is copied first: one long loop is faster than one per row.
  const auto add = ESPY_SIMD_PICK_OF(addAll, Sample);
  const auto keep = ESPY_SIMD_PICK_OF(keepOpaque, Sample);
  thread_local ScratchVector<Sample> window;
  const std::int64_t pixels = needle.size.pixels();
  window.resize(static_cast<std::size_t>(pixels));
  WindowSums sums;
  for (int c = 0; c < needle.form.channels; ++c) {
    for (std::int64_t line = 0; line < needle.size.height; ++line) {
      std::memcpy(window.data() + line * needle.size.width, tile.row(c, y + line) + x,
                  static_cast<std::size_t>(needle.size.width) * sizeof(Sample));
    }
    if (!needle.solid) keep(window.data(), needle.weights.data(), pixels);
    const std::uint64_t before = sums.sum;
    add(window.data(), needle.row(c, 0), pixels, sums);
    sumOf[static_cast<std::size_t>(c)] = sums.sum - before;
  }
  return sums;
}

}  // namespace

template <class Sample>
WindowSums windowAt(const picture::TilePlanes<Sample>& tile, const ScoredNeedle& needle,
                    std::int64_t x, std::int64_t y) {
  finders::ChannelSums sumOf{};
  return windowAt(tile, needle, x, y, sumOf);
}

template <class Sample>
double correlationAt(const picture::TilePlanes<Sample>& tile, const ScoredNeedle& needle,
                     std::int64_t x, std::int64_t y) {
  finders::ChannelSums sumOf{};
  const WindowSums window = windowAt(tile, needle, x, y, sumOf);
  return scoreOfWindow(needle.sums, window, sumOf);
}

template <class Sum>
void needleWindows(const picture::TileSums<Sum>& tile, const ScoredNeedle& needle, std::int64_t x,
                   std::int64_t y, std::int64_t count, Sum* sums, Sum* squares) {
  if (!needle.scattered) return tile.windows(needle.rectangles, x, y, count, sums, squares);
  // Run by run, in groups.
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
template double correlationAt(const picture::TilePlanes<std::uint8_t>&, const ScoredNeedle&,
                              std::int64_t, std::int64_t);
template double correlationAt(const picture::TilePlanes<std::uint16_t>&, const ScoredNeedle&,
                              std::int64_t, std::int64_t);
template std::uint64_t productsAt(const picture::TilePlanes<std::uint8_t>& tile,
                                  const ScoredNeedle& needle, std::int64_t x, std::int64_t y);
template std::uint64_t productsAt(const picture::TilePlanes<std::uint16_t>& tile,
                                  const ScoredNeedle& needle, std::int64_t x, std::int64_t y);

ESPY_SIMD_DEFINE_AS(windowLanes, chunkLanes);

WindowRows::WindowRows(const ScoredNeedle& needle) : needle_(&needle) {
  const Size size = needle.size;
  const std::int64_t lanes = windowLanes();
  if (needle.form.depth != Depth::u8 || needle.weighted) return;
  if ((size.width + lanes - 1) / lanes > kMostChunks) return;
  loops_ = ESPY_SIMD_PICK(windowSums);
  layout_.solid = needle.solid;
  const bool byBytes = hasSimd(SimdLevel::avx512vnni);
  const std::int64_t step = lanes * (byBytes ? 1 : 2);
  layout_.height = size.height;
  layout_.chunks = (size.width + lanes - 1) / lanes;
  const auto [least, greatest] = std::minmax_element(needle.values.begin(), needle.values.end());
  // Ignored samples are 0, which only widens the range.
  if (byBytes) layout_.centre = std::clamp<std::int32_t>(128, *greatest - 127, *least + 128);
  const std::int64_t all = size.height * layout_.chunks;
  layout_.parts.assign(static_cast<std::size_t>(all * lanes), 0);
  layout_.needle.assign(static_cast<std::size_t>(all * step * needle.form.channels), 0);
  std::vector<std::uint16_t> values(static_cast<std::size_t>(lanes));
  for (int c = 0; c < needle.form.channels; ++c) {
    for (std::int64_t chunk = 0; chunk < all; ++chunk) {
      const std::int64_t y = chunk / layout_.chunks;
      const std::int64_t first = chunk % layout_.chunks * lanes;
      std::uint8_t* to = layout_.needle.data() + (c * all + chunk) * step;
      std::fill(values.begin(), values.end(), 0);
      for (std::int64_t i = 0; i < std::min(lanes, size.width - first); ++i) {
        if (needle.weight(first + i, y) == 0) continue;
        const std::uint16_t value = needle.row(c, y)[first + i];
        values[static_cast<std::size_t>(i)] = value;
        if (byBytes) to[i] = static_cast<std::uint8_t>(value - layout_.centre);
        layout_.parts[static_cast<std::size_t>(chunk * lanes + i)] = 255;
      }
      if (!byBytes) ESPY_SIMD_CALL(putWide)(values.data(), to);
    }
  }
}

double WindowRows::nanoseconds() const {
  const costs::Windows cost = costs::windows();
  const double rows = static_cast<double>(needle_->size.height * needle_->form.channels);
  if (loops_ != nullptr) {
    const costs::SimdLevelCosts& own = costs::ofSimdLevel();
    return own.window + own.windowVector * rows * static_cast<double>(layout_.chunks);
  }
  return cost.plain + cost.plainRow * rows +
         cost.plainSample * static_cast<double>(needle_->values.size());
}

template <class Sample>
WindowSums WindowRows::sums(const picture::TilePlanes<Sample>& tile, std::int64_t x,
                            std::int64_t y) const {
  if constexpr (sizeof(Sample) == 1) {
    if (loops_ != nullptr) return loops_(tile, layout_, x, y);
  }
  return windowAt(tile, *needle_, x, y);
}

WindowSums WindowRows::sumsInPicture(const picture::TilePlanes<std::uint8_t>& picture,
                                     std::int64_t x, std::int64_t y) const {
  const std::int64_t vectors = layout_.chunks * windowLanes();
  const std::int64_t last = (y + needle_->size.height - 1) * picture.pitch() + x;
  const std::int64_t all = (picture.size().height - 1) * picture.pitch() + picture.size().width;
  return last + vectors <= all ? sums(picture, x, y) : windowAt(picture, *needle_, x, y);
}

template WindowSums WindowRows::sums(const picture::TilePlanes<std::uint8_t>& tile, std::int64_t x,
                                     std::int64_t y) const;
template WindowSums WindowRows::sums(const picture::TilePlanes<std::uint16_t>& tile, std::int64_t x,
                                     std::int64_t y) const;
}  // namespace espy::score
#endif  // HWY_ONCE
