// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Products of stretches of windows with a needle. Part of row_loops_simd.cpp, compiled per target.
#if defined(ESPY_SCORE_PRODUCT_LOOPS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef ESPY_SCORE_PRODUCT_LOOPS_INL_H
#undef ESPY_SCORE_PRODUCT_LOOPS_INL_H
#else
#define ESPY_SCORE_PRODUCT_LOOPS_INL_H
#endif

#include "base/simd.h"
#include "base/simd_sums-inl.h"
#include "hwy/highway.h"
#include "score/row_loops.h"

HWY_BEFORE_NAMESPACE();
namespace espy::score::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
namespace sums = espy::HWY_NAMESPACE;

// Multiplication strategies. A lane sums `kTogether` neighbouring samples: lane i of vector p
// belongs to window kTogether i + p.

#if defined(ESPY_X86)
/// Pairs of samples, widened to 16 bits.
struct Products {
  using Tag = hn::ScalableTag<std::int32_t>;
  using Tag16 = hn::Repartition<std::int16_t, Tag>;
  using Sums = hn::VFromD<Tag>;
  using Samples = hn::VFromD<Tag16>;
  static constexpr int kTogether = 2;
  static ESPY_INLINE Samples load(const std::uint8_t* from) {
    return hn::PromoteTo(Tag16(), hn::LoadU(hn::Rebind<std::uint8_t, Tag16>(), from));
  }
  static ESPY_INLINE Sums add(Sums sum, Samples samples, std::int32_t taps) {
    return sums::addProducts<false>(sum, samples, hn::BitCast(Tag16(), hn::Set(Tag(), taps)));
  }
  /// Adds sum J (J - 256) of the samples in `mask`.
  static ESPY_INLINE Sums addTerms(Sums sum, Samples samples, std::int32_t mask) {
    const auto off = hn::Sub(samples, hn::Set(Tag16(), 256));
    return sums::addProducts<false>(sum, samples,
                                    hn::And(off, hn::BitCast(Tag16(), hn::Set(Tag(), mask))));
  }
  static ESPY_INLINE void store(const Sums* sums, std::int32_t* to) {
    hn::StoreInterleaved2(sums[0], sums[1], Tag(), to);
  }
};
#define ESPY_PRODUCTS_IN_LANES
#endif

#if HWY_TARGET == HWY_AVX3
/// Four bytes per lane, with AVX-512 VNNI.
struct ByteProducts {
  using Tag = hn::ScalableTag<std::int32_t>;
  using Tag8 = hn::Repartition<std::uint8_t, Tag>;
  using Sums = hn::VFromD<Tag>;
  using Samples = hn::VFromD<Tag8>;
  static constexpr int kTogether = 4;
  static ESPY_INLINE Samples load(const std::uint8_t* from) { return hn::LoadU(Tag8(), from); }
  static ESPY_INLINE Sums add(Sums sum, Samples samples, std::int32_t taps) {
    return sums::addByteProducts(sum, samples, hn::BitCast(Tag8(), hn::Set(Tag(), taps)));
  }
  /// J (J - 256) = J (J - 128) - 128 J, whose factors fit into bytes.
  static ESPY_INLINE Sums addTerms(Sums sum, Samples samples, std::int32_t mask) {
    const Tag8 d;
    const auto part = hn::BitCast(d, hn::Set(Tag(), mask));
    const auto half = hn::Set(d, 128);
    sum = sums::addByteProducts(sum, samples, hn::And(hn::Xor(samples, half), part));
    return sums::addByteProducts(sum, samples, hn::And(half, part));
  }
  static ESPY_INLINE void store(const Sums* sums, std::int32_t* to) {
    hn::StoreInterleaved4(sums[0], sums[1], sums[2], sums[3], Tag(), to);
  }
};
#endif

#if defined(ESPY_PRODUCTS_IN_LANES)
#undef ESPY_PRODUCTS_IN_LANES

/// Windows with sums in registers at a time.
template <class Strategy>
constexpr std::int64_t kWindows = Strategy::kTogether* static_cast<std::int64_t>(
    sizeof(typename Strategy::Sums) / sizeof(std::int32_t));

/// The sums of `kWindows` windows in each of `rows` rows: each row of samples is multiplied with
/// `rows` rows of the needle, one per row of windows.
template <class Strategy, int rows>
ESPY_INLINE void multiply(const Stretch& stretch, std::int64_t x, const ProductTaps& taps,
                          typename Strategy::Sums (*sums)[Strategy::kTogether]) {
  constexpr int kTogether = Strategy::kTogether;
  const std::int64_t groups = taps.groups();
  const std::int64_t height = taps.size().height + rows - 1;
  typename Strategy::Sums own[rows][kTogether];
#pragma GCC unroll 4
  for (int r = 0; r < rows; ++r) {
#pragma GCC unroll 4
    for (int p = 0; p < kTogether; ++p) own[r][p] = hn::Zero(typename Strategy::Tag());
  }
  for (int c = 0; c < taps.channels(); ++c) {
    const std::uint8_t* from = stretch.from + c * stretch.channelPitch + x;
    const std::int32_t* needle = taps.row(c, 0);
    for (std::int64_t y = 0; y < height; ++y) {
      for (std::int64_t g = 0; g < groups; ++g) {
        typename Strategy::Samples samples[kTogether];
#pragma GCC unroll 4
        for (int p = 0; p < kTogether; ++p) samples[p] = Strategy::load(from + kTogether * g + p);
#pragma GCC unroll 4
        for (int r = 0; r < rows; ++r) {
#pragma GCC unroll 4
          for (int p = 0; p < kTogether; ++p) {
            own[r][p] = Strategy::add(own[r][p], samples[p], needle[g - r * groups]);
          }
        }
      }
      from += stretch.pitch;
      needle += groups;
    }
  }
#pragma GCC unroll 4
  for (int r = 0; r < rows; ++r) {
#pragma GCC unroll 4
    for (int p = 0; p < kTogether; ++p) sums[r][p] = own[r][p];
  }
}

template <class Strategy, int rows>
ESPY_INLINE void storeProductsOf(const Stretch& stretch, const ProductTaps& taps, std::int32_t* to,
                                 std::int64_t toPitch) {
  for (std::int64_t x = 0; x < kStretch; x += kWindows<Strategy>) {
    typename Strategy::Sums sums[rows][Strategy::kTogether];
    multiply<Strategy, rows>(stretch, x, taps, sums);
    for (int r = 0; r < rows; ++r) Strategy::store(sums[r], to + r * toPitch + x);
  }
}

template <class Strategy>
ESPY_INLINE void storeTermsOf(const Stretch& stretch, const ProductTaps& taps, std::int32_t* to) {
  constexpr int kTogether = Strategy::kTogether;
  const std::int64_t groups = taps.groups();
  for (std::int64_t x = 0; x < kStretch; x += kWindows<Strategy>) {
    typename Strategy::Sums sums[kTogether];
    for (auto& sum : sums) sum = hn::Zero(typename Strategy::Tag());
    for (int c = 0; c < taps.channels(); ++c) {
      const std::uint8_t* from = stretch.from + c * stretch.channelPitch + x;
      for (std::int64_t g = 0; g < groups; ++g) {
        const auto mask = static_cast<std::int32_t>(g + 1 < groups ? ~0U : taps.lastMask());
#pragma GCC unroll 4
        for (int p = 0; p < kTogether; ++p) {
          sums[p] = Strategy::addTerms(sums[p], Strategy::load(from + kTogether * g + p), mask);
        }
      }
    }
    for (int p = 0; p < kTogether; ++p) {
      hn::StoreU(sums[p], typename Strategy::Tag(), to + x + p * kWindows<Strategy> / kTogether);
    }
  }
}

/// Moves bit i of 32 to bit 2 i.
ESPY_INLINE std::uint64_t spreadBits(std::uint64_t bits) {
  bits = (bits | bits << 16U) & 0x0000ffff0000ffffU;
  bits = (bits | bits << 8U) & 0x00ff00ff00ff00ffU;
  bits = (bits | bits << 4U) & 0x0f0f0f0f0f0f0f0fU;
  bits = (bits | bits << 2U) & 0x3333333333333333U;
  return (bits | bits << 1U) & 0x5555555555555555U;
}

/// Converts bits from lane order to window order.
template <class Strategy>
ESPY_INLINE std::uint64_t inOrder(const std::uint64_t* bits) {
  if constexpr (Strategy::kTogether == 2) {
    return (bits[0] | bits[1]) == 0 ? 0 : spreadBits(bits[0]) | spreadBits(bits[1]) << 1U;
  } else {
    if ((bits[0] | bits[1] | bits[2] | bits[3]) == 0) return 0;
    return spreadBits(spreadBits(bits[0]) | spreadBits(bits[2]) << 1U) |
           spreadBits(spreadBits(bits[1]) | spreadBits(bits[3]) << 1U) << 1U;
  }
}

template <class Strategy, int rows>
ESPY_INLINE void markProductsOf(const Stretch& stretch, const ProductTaps& taps,
                                const std::int32_t* above, std::int64_t pitch, std::int32_t limit,
                                std::uint64_t* words) {
  constexpr int kTogether = Strategy::kTogether;
  constexpr std::int64_t kSums = kWindows<Strategy> / kTogether;
  const typename Strategy::Tag d;
  const auto most = hn::Set(d, limit);
  std::uint64_t bits[rows][kTogether] = {};
  for (std::int64_t x = 0; x < kStretch; x += kWindows<Strategy>) {
    typename Strategy::Sums products[rows][kTogether];
    multiply<Strategy, rows>(stretch, x, taps, products);
    for (int r = 0; r < rows; ++r) {
#pragma GCC unroll 4
      for (int p = 0; p < kTogether; ++p) {
        const auto sum = hn::LoadU(d, above + r * pitch + x + p * kSums);
        const auto twice = hn::Add(products[r][p], products[r][p]);
        const auto may = hn::Not(hn::Gt(hn::Sub(sum, twice), most));
#if HWY_TARGET == HWY_AVX3
        const std::uint64_t word = may.raw;
#else
        std::uint8_t word = 0;
        hn::StoreMaskBits(d, may, &word);
#endif
        bits[r][p] |= std::uint64_t{word} << static_cast<unsigned>(x / kTogether);
      }
    }
  }
  for (int r = 0; r < rows; ++r) words[r] = inOrder<Strategy>(bits[r]);
}

#else

/// One sample at a time, in loops that the compiler vectorises.
struct Products {
  static constexpr int kTogether = 1;
};

template <class Strategy, int rows>
ESPY_INLINE void storeProductsOf(const Stretch& stretch, const ProductTaps& taps, std::int32_t* to,
                                 std::int64_t toPitch) {
  for (int r = 0; r < rows; ++r) {
    std::int32_t sums[kStretch] = {};
    for (int c = 0; c < taps.channels(); ++c) {
      for (std::int64_t y = 0; y < taps.size().height; ++y) {
        const std::uint8_t* from =
            stretch.from + c * stretch.channelPitch + (r + y) * stretch.pitch;
        const std::int32_t* needle = taps.row(c, y);
        for (std::int64_t g = 0; g < taps.groups(); ++g) {
          // Both fit into 16 bits, which lets compilers use 16-bit multiplies.
          const auto tap = static_cast<std::int16_t>(needle[g]);
          for (std::int64_t i = 0; i < kStretch; ++i) {
            sums[i] += static_cast<std::int16_t>(from[g + i]) * tap;
          }
        }
      }
    }
    std::copy(sums, sums + kStretch, to + r * toPitch);
  }
}

template <class Strategy>
ESPY_INLINE void storeTermsOf(const Stretch& stretch, const ProductTaps& taps, std::int32_t* to) {
  std::int32_t sums[kStretch] = {};
  for (int c = 0; c < taps.channels(); ++c) {
    const std::uint8_t* from = stretch.from + c * stretch.channelPitch;
    for (std::int64_t g = 0; g < taps.groups(); ++g) {
      for (std::int64_t i = 0; i < kStretch; ++i) {
        const auto sample = static_cast<std::int16_t>(from[g + i]);
        sums[i] += sample * static_cast<std::int16_t>(sample - 256);
      }
    }
  }
  std::copy(sums, sums + kStretch, to);
}

template <class Strategy, int rows>
ESPY_INLINE void markProductsOf(const Stretch& stretch, const ProductTaps& taps,
                                const std::int32_t* above, std::int64_t pitch, std::int32_t limit,
                                std::uint64_t* words) {
  std::int32_t products[rows * kStretch];
  storeProductsOf<Strategy, rows>(stretch, taps, products, kStretch);
  for (int r = 0; r < rows; ++r) {
    words[r] = 0;
    for (std::int64_t i = 0; i < kStretch; ++i) {
      const bool may = above[r * pitch + i] - 2 * products[r * kStretch + i] <= limit;
      words[r] |= std::uint64_t{may ? 1U : 0U} << static_cast<unsigned>(i);
    }
  }
}

#endif

template <class Strategy>
void storeProducts(const Stretch& stretch, const ProductTaps& taps, int rows, std::int32_t* to,
                   std::int64_t toPitch) {
  if (rows == 1) return storeProductsOf<Strategy, 1>(stretch, taps, to, toPitch);
  storeProductsOf<Strategy, kRowsTogether>(stretch, taps, to, toPitch);
}

template <class Strategy>
void storeTerms(const Stretch& stretch, std::int64_t count, const ProductTaps& taps,
                std::int32_t* to) {
  Stretch here = stretch;
  for (std::int64_t i = 0; i < count; ++i, here.from += kStretch) {
    storeTermsOf<Strategy>(here, taps, to + i * kStretch);
  }
}

template <class Strategy, int rows>
ESPY_INLINE void markRows(Stretch stretch, std::int64_t count, const ProductTaps& taps,
                          const std::int32_t* sums, std::int32_t limit, const std::uint64_t* valid,
                          const Marks& marks) {
  for (std::int64_t i = 0; i < count; ++i, stretch.from += kStretch) {
    std::uint64_t words[rows];
    markProductsOf<Strategy, rows>(stretch, taps, sums + i * kStretch, count * kStretch, limit,
                                   words);
    for (int r = 0; r < rows; ++r) {
      const std::uint64_t word = words[r] & valid[i];
      marks.bits[r * marks.bitsPitch + i] = word;
      marks.counts[r * marks.countsPitch] += static_cast<std::uint32_t>(std::popcount(word));
    }
  }
}

template <class Strategy>
void markProducts(const Stretch& stretch, std::int64_t count, const ProductTaps& taps, int rows,
                  const std::int32_t* sums, std::int32_t limit, const std::uint64_t* valid,
                  const Marks& marks) {
  if (rows == 1) return markRows<Strategy, 1>(stretch, count, taps, sums, limit, valid, marks);
  markRows<Strategy, kRowsTogether>(stretch, count, taps, sums, limit, valid, marks);
}

}  // namespace
}  // namespace espy::score::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
