// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstring>
#include <limits>

#include "find/costs.h"
#include "find/window_lanes.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "find/window_lanes_simd.cpp"
#include "base/simd.h"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
// Must follow foreach_target.h, which includes this file again.
#include "base/simd_sums-inl.h"

HWY_BEFORE_NAMESPACE();
namespace espy::finders::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
namespace sums = espy::HWY_NAMESPACE;

/// How the last chunk of a row is read without reading beyond the row.
enum class Last {
  overlaps,  ///< it ends where the row does, and may overlap the previous one
  masked,    ///< only the samples that take part are read
  narrow,    ///< the row is narrower than a chunk
};

/// Reads exactly `bytes` (1 to 8) bytes as a number.
ESPY_INLINE std::uint64_t someBytes(const std::uint8_t* from, std::int64_t bytes) {
  const auto both = [&](auto part) -> std::uint64_t {
    constexpr std::int64_t kSize = sizeof(part);
    auto end = part;
    std::memcpy(&part, from, sizeof(part));
    std::memcpy(&end, from + bytes - kSize, sizeof(end));
    return std::uint64_t{part} | std::uint64_t{end} << static_cast<unsigned>(8 * (bytes - kSize));
  };
  if (bytes >= 4) return both(std::uint32_t{});
  if (bytes >= 2) return both(std::uint16_t{});
  return *from;
}

/// Loads fewer than 8 samples into 8 lanes.
ESPY_INLINE auto loadNarrow(const std::uint8_t* from, std::int64_t width) {
  const hn::FixedTag<std::uint64_t, 1> d64;
  return hn::BitCast(hn::FixedTag<std::uint8_t, 8>(), hn::Set(d64, someBytes(from, width)));
}
ESPY_INLINE auto loadNarrow(const std::uint16_t* from, std::int64_t width) {
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(from);
  std::uint64_t words[2] = {0, 0};
  if (width <= 4) {
    words[0] = someBytes(bytes, 2 * width);
  } else {
    std::memcpy(&words[0], bytes, 8);
    std::memcpy(&words[1], bytes + 2 * width - 8, 8);
    words[1] >>= static_cast<unsigned>(8 * (16 - 2 * width));
  }
  return hn::BitCast(hn::FixedTag<std::uint16_t, 8>(),
                     hn::LoadU(hn::FixedTag<std::uint64_t, 2>(), words));
}

// Kernels: what a chunk's samples add to the lanes' sums. `needsParts`: samples that do not take
// part must be 0; otherwise their weight is. `kRowsAlone`: number of rows with separate
// accumulators, to hide latency with a single window. `total` reduces the lanes; `weights` is the
// sum of the weights so far: the instructions multiply signed numbers, so samples are shifted by
// half the range, which `total` corrects.

/// |I - T| of bytes with equal weights.
template <int lanes, bool vnni>
struct Differences {
  using Sample = std::uint8_t;
  using Tag = hn::FixedTag<std::uint8_t, lanes>;
  static constexpr bool needsParts = true;
  static constexpr int windows = 8;
  static constexpr std::int64_t kStep = lanes;
  static constexpr int kRowsAlone = 1;
  struct Weights {};
  using Sums = hn::VFromD<hn::Repartition<std::uint64_t, Tag>>;
  static ESPY_INLINE Sums zero() { return hn::Zero(hn::Repartition<std::uint64_t, Tag>()); }
  static ESPY_INLINE Sums plus(Sums a, Sums b) { return hn::Add(a, b); }
  static ESPY_INLINE Weights weights(const std::uint8_t* /*from*/) { return {}; }
  static ESPY_INLINE void add(Sums& sum, hn::VFromD<Tag> samples, const std::uint8_t* needle,
                              Weights /*weights*/) {
    sum = hn::Add(sum, sums::sumsOfDifferences(samples, hn::LoadU(Tag(), needle)));
  }
  static ESPY_INLINE std::int64_t total(Sums sum, std::int64_t /*weights*/) {
    return sums::sumOfLanes(sum);
  }
};

/// w |I - T| of bytes.
template <int lanes, bool vnni>
struct WeightedDifferences {
  using Sample = std::uint8_t;
  using Tag = hn::FixedTag<std::uint8_t, lanes>;
  using Tag16 = hn::Repartition<std::int16_t, Tag>;
  using Tag32 = hn::Repartition<std::int32_t, Tag>;
  static constexpr bool needsParts = false;
  static constexpr int windows = 8;
  static constexpr std::int64_t kStep = lanes;
  static constexpr int kRowsAlone = vnni ? 4 : 1;
  struct Weights {
    hn::VFromD<Tag> bytes;
  };
  using Sums = hn::VFromD<Tag32>;
  static ESPY_INLINE Sums zero() { return hn::Zero(Tag32()); }
  static ESPY_INLINE Sums plus(Sums a, Sums b) { return hn::Add(a, b); }
  static ESPY_INLINE Weights weights(const std::uint8_t* from) { return {hn::LoadU(Tag(), from)}; }
  static ESPY_INLINE void add(Sums& sum, hn::VFromD<Tag> samples, const std::uint8_t* needle,
                              Weights weights) {
    const Tag d;
    const auto off = sums::differences(samples, hn::LoadU(d, needle));
#if HWY_TARGET == HWY_AVX3
    if constexpr (vnni) {
      sum = sums::addByteProducts(sum, weights.bytes, hn::Xor(off, hn::Set(d, 128)));
      return;
    }
#endif
    const auto none = hn::Zero(d);
    const Tag16 d16;
    sum = sums::addProducts<false>(sum, hn::BitCast(d16, hn::InterleaveLower(d, off, none)),
                                   hn::BitCast(d16, hn::InterleaveLower(d, weights.bytes, none)));
    sum = sums::addProducts<false>(sum, hn::BitCast(d16, hn::InterleaveUpper(d, off, none)),
                                   hn::BitCast(d16, hn::InterleaveUpper(d, weights.bytes, none)));
  }
  static ESPY_INLINE std::int64_t total(Sums sum, std::int64_t weights) {
    return sums::sumOfLanes(sum) + (vnni ? 128 * weights : 0);
  }
};

/// (I - T)^2 of bytes with equal weights.
template <int lanes, bool vnni>
struct Squares {
  using Sample = std::uint8_t;
  using Tag = hn::FixedTag<std::uint8_t, lanes>;
  using Tag16 = hn::FixedTag<std::int16_t, lanes>;
  using Tag32 = hn::FixedTag<std::int32_t, lanes / 2>;
  static constexpr bool needsParts = true;
  static constexpr int windows = 8;
  static constexpr std::int64_t kStep = 2 * lanes;
  static constexpr int kRowsAlone = vnni ? 4 : 1;
  struct Weights {};
  using Sums = hn::VFromD<Tag32>;
  static ESPY_INLINE Sums zero() { return hn::Zero(Tag32()); }
  static ESPY_INLINE Sums plus(Sums a, Sums b) { return hn::Add(a, b); }
  static ESPY_INLINE Weights weights(const std::uint8_t* /*from*/) { return {}; }
  static ESPY_INLINE hn::VFromD<Tag16> difference(hn::VFromD<Tag> samples,
                                                  const std::uint8_t* needle) {
    const Tag16 d;
    return hn::Sub(hn::PromoteTo(d, samples),
                   hn::LoadU(d, reinterpret_cast<const std::int16_t*>(needle)));
  }
  static ESPY_INLINE void add(Sums& sum, hn::VFromD<Tag> samples, const std::uint8_t* needle,
                              Weights /*weights*/) {
    const auto off = difference(samples, needle);
    sum = sums::addProducts<vnni>(sum, off, off);
  }
  static ESPY_INLINE std::int64_t total(Sums sum, std::int64_t /*weights*/) {
    return sums::sumOfLanes(sum);
  }
};

constexpr std::int64_t kHalf = 1 << 15;

/// Adds unsigned numbers times signed weights.
template <bool vnni, class Sums, class Numbers>
ESPY_INLINE Sums addWeighted(Sums sum, Numbers numbers, Numbers weights) {
  const auto half = hn::Set(hn::DFromV<Numbers>(), static_cast<std::int16_t>(-kHalf));
  return sums::addProducts<vnni>(sum, hn::Xor(numbers, half), weights);
}

/// w (I - T)^2 of bytes.
template <int lanes, bool vnni>
struct WeightedSquares : Squares<lanes, vnni> {
  using Base = Squares<lanes, vnni>;
  using Tag16 = typename Base::Tag16;
  using Sums = typename Base::Sums;
  static constexpr bool needsParts = false;
  using Weights = hn::VFromD<Tag16>;
  static ESPY_INLINE Weights weights(const std::uint8_t* from) {
    return hn::LoadU(Tag16(), reinterpret_cast<const std::int16_t*>(from));
  }
  static ESPY_INLINE void add(Sums& sum, hn::VFromD<typename Base::Tag> samples,
                              const std::uint8_t* needle, Weights weights) {
    const auto off = Base::difference(samples, needle);
    sum = addWeighted<vnni>(sum, hn::Mul(off, off), weights);
  }
  static ESPY_INLINE std::int64_t total(Sums sum, std::int64_t weights) {
    return sums::sumOfLanes(sum) + kHalf * weights;
  }
};

/// w |I - T| of 16 bits.
template <int lanes, bool vnni>
struct DeepDifferences {
  using Sample = std::uint16_t;
  using Tag = hn::FixedTag<std::uint16_t, lanes>;
  using Tag16 = hn::FixedTag<std::int16_t, lanes>;
  using Tag32 = hn::FixedTag<std::int32_t, lanes / 2>;
  static constexpr bool needsParts = false;
  static constexpr int windows = 8;
  static constexpr std::int64_t kStep = 2 * lanes;
  static constexpr int kRowsAlone = vnni ? 4 : 1;
  using Weights = hn::VFromD<Tag16>;
  using Sums = hn::VFromD<Tag32>;
  static ESPY_INLINE Sums zero() { return hn::Zero(Tag32()); }
  static ESPY_INLINE Sums plus(Sums a, Sums b) { return hn::Add(a, b); }
  static ESPY_INLINE Weights weights(const std::uint8_t* from) {
    return hn::LoadU(Tag16(), reinterpret_cast<const std::int16_t*>(from));
  }
  static ESPY_INLINE hn::VFromD<Tag> difference(hn::VFromD<Tag> samples,
                                                const std::uint8_t* needle) {
    return sums::differences(samples,
                             hn::LoadU(Tag(), reinterpret_cast<const std::uint16_t*>(needle)));
  }
  static ESPY_INLINE void add(Sums& sum, hn::VFromD<Tag> samples, const std::uint8_t* needle,
                              Weights weights) {
    sum = addWeighted<vnni>(sum, hn::BitCast(Tag16(), difference(samples, needle)), weights);
  }
  static ESPY_INLINE std::int64_t total(Sums sum, std::int64_t weights) {
    return sums::sumOfLanes(sum) + kHalf * weights;
  }
};

/// w (I - T)^2 of 16 bits: with h and l the bytes of the difference, w (2^16 h^2 + 2^9 h l + l^2).
template <int lanes, bool vnni>
struct DeepSquares : DeepDifferences<lanes, vnni> {
  using Base = DeepDifferences<lanes, vnni>;
  using Tag16 = typename Base::Tag16;
  using Weights = typename Base::Weights;
  // limited by 16 registers
  static constexpr int windows = HWY_TARGET == HWY_AVX3 ? 8 : 4;
  struct Sums {
    typename Base::Sums high;
    typename Base::Sums both;
    typename Base::Sums low;
  };
  static ESPY_INLINE Sums zero() { return {Base::zero(), Base::zero(), Base::zero()}; }
  static ESPY_INLINE Sums plus(const Sums& a, const Sums& b) {
    return {hn::Add(a.high, b.high), hn::Add(a.both, b.both), hn::Add(a.low, b.low)};
  }
  static ESPY_INLINE void add(Sums& sum, hn::VFromD<typename Base::Tag> samples,
                              const std::uint8_t* needle, Weights weights) {
    const Tag16 d;
    const auto off = Base::difference(samples, needle);
    const auto high = hn::BitCast(d, hn::ShiftRight<8>(off));
    const auto low = hn::BitCast(d, hn::And(off, hn::Set(typename Base::Tag(), 255)));
    sum.high = addWeighted<vnni>(sum.high, hn::Mul(high, high), weights);
    sum.both = addWeighted<vnni>(sum.both, hn::Mul(high, low), weights);
    sum.low = addWeighted<vnni>(sum.low, hn::Mul(low, low), weights);
  }
  static ESPY_INLINE Wide total(const Sums& sum, std::int64_t weights) {
    const std::int64_t rest = kHalf * weights;
    return static_cast<Wide>(sums::sumOfLanes(sum.high) + rest) * 65536 +
           static_cast<Wide>(sums::sumOfLanes(sum.both) + rest) * 512 + sums::sumOfLanes(sum.low) +
           rest;
  }
};

/// Loads a chunk; with `masks` samples that do not take part become 0.
template <class Kernel, Last last, bool masks, bool isLast>
ESPY_INLINE auto load(const typename Kernel::Sample* from, const std::uint8_t* part,
                      std::int64_t width) {
  const typename Kernel::Tag d;
  if constexpr (last == Last::narrow) {
    const auto samples = loadNarrow(from, width);
    if constexpr (Kernel::needsParts) {
      return hn::And(samples, hn::LoadU(d, part));
    } else {
      return samples;
    }
  } else if constexpr (last == Last::masked && (masks || isLast)) {
    return hn::MaskedLoad(hn::LoadMaskBits(d, part), d, from);
  } else if constexpr (Kernel::needsParts && (masks || isLast)) {
    return hn::And(hn::LoadU(d, from), hn::LoadU(d, part));
  } else {
    return hn::LoadU(d, from);
  }
}

/// Adds chunk `chunk` of `rows` rows, at the offset `at` from the windows' first samples.
template <class Kernel, Last last, bool masks, bool isLast, int windows, int rows, class Sums>
ESPY_INLINE void addChunk(const WindowLanes::Batch& batch,
                          const typename Kernel::Sample* const* from, std::int64_t at,
                          const std::uint8_t* values, const std::uint8_t* weights,
                          const std::uint8_t* parts, Sums& sums) {
  const WindowLayout& layout = batch.layout;
#pragma GCC unroll 4
  for (int r = 0; r < rows; ++r) {
    const std::int64_t chunk = r * layout.chunks;
    const auto own = Kernel::weights(weights + chunk * Kernel::kStep);
#pragma GCC unroll 8
    for (int i = 0; i < windows; ++i) {
      const auto samples = load<Kernel, last, masks, isLast>(
          from[i] + at + r * batch.pitch,
          masks ? parts + chunk * layout.partStep : layout.lastPart.data(), layout.size.width);
      Kernel::add(sums[i][r], samples, values + chunk * Kernel::kStep, own);
    }
  }
}

/// A panel's row in the layout.
struct RowAt {
  const std::uint8_t* values;
  const std::uint8_t* weights;
  const std::uint8_t* parts;
};

/// Adds `rows` rows of a panel, at the offset `at` from the windows' first samples.
template <class Kernel, Last last, bool masks, int windows, int rows, class Sums>
ESPY_INLINE void addRows(const WindowLanes::Batch& batch,
                         const typename Kernel::Sample* const* from, std::int64_t at, RowAt row,
                         std::int64_t first, std::int64_t end, Sums& sums) {
  const WindowLayout& layout = batch.layout;
  const std::int64_t whole = std::min(end, layout.chunks - 1);
  for (std::int64_t k = first; k < whole; ++k) {
    addChunk<Kernel, last, masks, false, windows, rows>(batch, from, at + k * layout.lanes,
                                                        row.values, row.weights, row.parts, sums);
    row.values += Kernel::kStep;
    row.weights += Kernel::kStep;
    row.parts += layout.partStep;
  }
  if (whole == end) return;
  addChunk<Kernel, last, masks, true, windows, rows>(batch, from, at + layout.lastAt, row.values,
                                                     row.weights, row.parts, sums);
}

template <class Kernel, Last last, bool masks, int windows>
void sumWindows(const WindowLanes::Batch& batch, int window) {
  using Sample = typename Kernel::Sample;
  constexpr int kRows = windows == 1 ? Kernel::kRowsAlone : 1;
  const WindowLayout& layout = batch.layout;
  using Total = decltype(Kernel::total(Kernel::zero(), 0));
  const auto* from = static_cast<const Sample* const*>(batch.windows) + window;
  Wide* distances = batch.distances + window;
  Wide limit = batch.most;
  if constexpr (sizeof(Total) < sizeof(Wide)) {
    limit = std::min<Wide>(limit, std::numeric_limits<Total>::max());
  }
  const auto most = static_cast<Total>(limit);
  Total totals[windows] = {};
  const auto finish = [&] { std::copy_n(totals, windows, distances); };
  const std::int64_t height = layout.size.height;
  const std::int64_t together = batch.most >= kFar ? layout.rowsAtOnce
                                : windows == 1     ? layout.rowsAlone
                                                   : layout.rowsTogether;
  // Where samples have no weights this is moved along, but never read.
  const std::uint8_t* const weigh =
      layout.weights.empty() ? layout.values.data() : layout.weights.data();
  for (int c = 0; c < layout.channels; ++c) {
    const std::int64_t* above = layout.weightsAbove.data();
    for (std::int64_t first = 0; first < layout.chunks; first += layout.panel) {
      const std::int64_t end = std::min(layout.chunks, first + layout.panel);
      RowAt row{layout.values.data() + (c * height * layout.chunks + first) * Kernel::kStep,
                weigh + first * Kernel::kStep, layout.parts.data() + first * layout.partStep};
      const auto next = [&](std::int64_t rows) {
        row.values += rows * layout.chunks * Kernel::kStep;
        row.weights += rows * layout.chunks * Kernel::kStep;
        row.parts += rows * layout.chunks * layout.partStep;
      };
      for (std::int64_t y = 0; y < height;) {
        const std::int64_t begin = y;
        const std::int64_t until = std::min(height, y + together);
        typename Kernel::Sums sums[windows][kRows];
        for (auto& some : sums) {
          for (auto& sum : some) sum = Kernel::zero();
        }
        std::int64_t at = c * batch.channelPitch + y * batch.pitch;
        if (kRows == 1 && layout.chunks == 1) {
          for (at += layout.lastAt; y < until; ++y, at += batch.pitch) {
            addChunk<Kernel, last, masks, true, windows, 1>(batch, from, at, row.values,
                                                            row.weights, row.parts, sums);
            next(1);
          }
        }
        for (; y + kRows <= until; y += kRows, at += kRows * batch.pitch) {
          addRows<Kernel, last, masks, windows, kRows>(batch, from, at, row, first, end, sums);
          next(kRows);
        }
        if constexpr (kRows > 1) {
          for (; y < until; ++y, at += batch.pitch) {
            addRows<Kernel, last, masks, windows, 1>(batch, from, at, row, first, end, sums);
            next(1);
          }
        }
        const std::int64_t weights = above[until] - above[begin];
        bool within = false;
        for (int i = 0; i < windows; ++i) {
          auto sum = sums[i][0];
          for (int r = 1; r < kRows; ++r) sum = Kernel::plus(sum, sums[i][r]);
          totals[i] += Kernel::total(sum, weights);
          within = within || totals[i] <= most;
        }
        if (!within) return finish();
      }
      above += height + 1;
    }
  }
  finish();
}

template <class Kernel, Last last, bool masks>
ESPY_INLINE void sumSome(const WindowLanes::Batch& batch) {
  int i = 0;
  if constexpr (last != Last::narrow) {
    for (; i + Kernel::windows <= batch.count; i += Kernel::windows) {
      sumWindows<Kernel, last, masks, Kernel::windows>(batch, i);
    }
  }
  for (; i < batch.count; ++i) sumWindows<Kernel, last, masks, 1>(batch, i);
}

template <class Kernel, Last last>
ESPY_INLINE void sumMasked(const WindowLanes::Batch& batch) {
  if constexpr (Kernel::needsParts) {
    if (!batch.layout.solid) return sumSome<Kernel, last, true>(batch);
  }
  sumSome<Kernel, last, false>(batch);
}

constexpr int kVectorBytes = HWY_TARGET == HWY_AVX3 ? 64 : HWY_TARGET == HWY_AVX2 ? 32 : 16;

/// `most`: lanes per vector.
template <template <int, bool> class Kernel, int most, bool vnni = false>
ESPY_INLINE void sumAll(const WindowLanes::Batch& batch) {
#if HWY_TARGET == HWY_AVX3
  sumMasked<Kernel<most, vnni>, Last::masked>(batch);
#else
  const WindowLayout& layout = batch.layout;
  if (layout.size.width < 8) return sumMasked<Kernel<8, false>, Last::narrow>(batch);
  if (layout.lanes == 8) return sumMasked<Kernel<8, false>, Last::overlaps>(batch);
  if constexpr (most >= 16) {
    if (layout.lanes == 16) return sumMasked<Kernel<16, false>, Last::overlaps>(batch);
  }
  if constexpr (most >= 32) sumMasked<Kernel<32, false>, Last::overlaps>(batch);
#endif
}

void sumDifferences(const WindowLanes::Batch& batch) {
  sumAll<Differences, kVectorBytes>(batch);
}
void sumWeightedDifferences(const WindowLanes::Batch& batch) {
  sumAll<WeightedDifferences, kVectorBytes>(batch);
}
void sumSquares(const WindowLanes::Batch& batch) {
  sumAll<Squares, kVectorBytes / 2>(batch);
}
void sumWeightedSquares(const WindowLanes::Batch& batch) {
  sumAll<WeightedSquares, kVectorBytes / 2>(batch);
}
void sumDeepDifferences(const WindowLanes::Batch& batch) {
  sumAll<DeepDifferences, kVectorBytes / 2>(batch);
}
void sumDeepSquares(const WindowLanes::Batch& batch) {
  sumAll<DeepSquares, kVectorBytes / 2>(batch);
}

#if HWY_TARGET == HWY_AVX3
void sumWeightedDifferencesVnni(const WindowLanes::Batch& batch) {
  sumAll<WeightedDifferences, kVectorBytes, true>(batch);
}
void sumSquaresVnni(const WindowLanes::Batch& batch) {
  sumAll<Squares, kVectorBytes / 2, true>(batch);
}
void sumWeightedSquaresVnni(const WindowLanes::Batch& batch) {
  sumAll<WeightedSquares, kVectorBytes / 2, true>(batch);
}
void sumDeepDifferencesVnni(const WindowLanes::Batch& batch) {
  sumAll<DeepDifferences, kVectorBytes / 2, true>(batch);
}
void sumDeepSquaresVnni(const WindowLanes::Batch& batch) {
  sumAll<DeepSquares, kVectorBytes / 2, true>(batch);
}
#endif

/// Maximal lanes per chunk for samples of `bytes` bytes.
std::int64_t lanesOf(int bytes) {
  return kVectorBytes / bytes;
}
/// True if rows end with masked chunks, with `parts` as bits; otherwise `parts` are bytes.
bool masksLast() {
  return HWY_TARGET == HWY_AVX3;
}

}  // namespace
}  // namespace espy::finders::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espy::finders {
namespace {

ESPY_SIMD_TABLE(sumDifferences);
ESPY_SIMD_TABLE_VNNI(sumWeightedDifferences, ESPY_OF_AVX512(sumWeightedDifferencesVnni));
ESPY_SIMD_TABLE_VNNI(sumSquares, ESPY_OF_AVX512(sumSquaresVnni));
ESPY_SIMD_TABLE_VNNI(sumWeightedSquares, ESPY_OF_AVX512(sumWeightedSquaresVnni));
ESPY_SIMD_TABLE_VNNI(sumDeepDifferences, ESPY_OF_AVX512(sumDeepDifferencesVnni));
ESPY_SIMD_TABLE_VNNI(sumDeepSquares, ESPY_OF_AVX512(sumDeepSquaresVnni));
ESPY_SIMD_TABLE(lanesOf);
ESPY_SIMD_TABLE(masksLast);

WindowLanes::Loops loopsFor(bool squared, bool deep, bool weighted) {
  if (deep) return squared ? ESPY_SIMD_PICK(sumDeepSquares) : ESPY_SIMD_PICK(sumDeepDifferences);
  if (weighted) {
    return squared ? ESPY_SIMD_PICK(sumWeightedSquares) : ESPY_SIMD_PICK(sumWeightedDifferences);
  }
  return squared ? ESPY_SIMD_PICK(sumSquares) : ESPY_SIMD_PICK(sumDifferences);
}

double costOfChunk(bool squared, bool deep, bool weighted) {
  const costs::Lanes cost = costs::lanes();
  if (deep) return squared ? cost.deepSquares : cost.wide;
  if (squared) return weighted ? cost.wide : cost.squares;
  return weighted ? cost.weighted : cost.differences;
}

}  // namespace

WindowLanes::WindowLanes(const PreparedNeedle& needle, Method method) {
  const bool squared = method != Method::sad;
  const bool deep = needle.form.depth == Depth::u16;
  const ChunkForm form{ESPY_SIMD_CALL(lanesOf)(deep || squared ? 2 : 1), deep || squared ? 2 : 1,
                       deep ? 2 : 1, deep || needle.weighted, ESPY_SIMD_CALL(masksLast)()};
  layOut(needle, form, layout_);
  loops_ = loopsFor(squared, deep, needle.weighted);
  chunkCost_ = costOfChunk(squared, deep, needle.weighted);
}

double WindowLanes::nanoseconds() const {
  return costs::lanes().window +
         chunkCost_ * static_cast<double>(layout_.channels * layout_.size.height * layout_.chunks);
}

template <class Sample>
void WindowLanes::at(const Sample* const* windows, int count, std::int64_t pitch,
                     std::int64_t channelPitch, Wide most, Wide* distances) const {
  loops_({layout_, windows, count, pitch, channelPitch, most, distances});
}

template void WindowLanes::at(const std::uint8_t* const* windows, int count, std::int64_t pitch,
                              std::int64_t channelPitch, Wide most, Wide* distances) const;
template void WindowLanes::at(const std::uint16_t* const* windows, int count, std::int64_t pitch,
                              std::int64_t channelPitch, Wide most, Wide* distances) const;

}  // namespace espy::finders
#endif  // HWY_ONCE
