// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "pose/span_needle.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>

#include "picture/warp.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "pose/span_needle_simd.cpp"
#include "base/simd.h"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace espy::pose::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

void flipBits(const std::uint8_t* from, std::int64_t count, int bits, std::int8_t* to) {
  for (std::int64_t i = 0; i < count; ++i) to[i] = static_cast<std::int8_t>(from[i] ^ bits);
}

finders::NeedleSums sumUp(const std::uint8_t* samples, std::int64_t count, bool inverted) {
  finders::NeedleSums sums;
  const std::uint32_t bits = inverted ? 255 : 0;
  for (std::int64_t i = 0; i < count; ++i) {
    const std::uint32_t value = samples[i] ^ bits;
    sums.sum += value;
    sums.squares += static_cast<std::uint64_t>(value * value);
  }
  return sums;
}

/// The three sums of spans, one vector of bytes at a time.
class SpanSums {
 public:
  using D8 = hn::ScalableTag<std::uint8_t>;
  using D16 = hn::Repartition<std::int16_t, D8>;
  using D32 = hn::Repartition<std::int32_t, D8>;
  using D64 = hn::Repartition<std::uint64_t, D8>;

  // Written out: GCC builds implicit constructors for the baseline target.
  SpanSums()
      : sum_(hn::Zero(D64())),
        squares_(hn::Zero(D32())),
        moreSquares_(hn::Zero(D32())),
        products_(hn::Zero(D32())),
        moreProducts_(hn::Zero(D32())) {}

  /// Memory is readable up to `readable`, at least to the span's end.
  void add(const std::uint8_t* window, const std::int8_t* needle, std::int64_t count,
           const std::uint8_t* readable) {
    const D8 d;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    // A 32-bit lane gains at most 4 x 255^2 per vector.
    constexpr std::int64_t kMostVectors = 8192;
    while (count > 0) {
      const std::int64_t now = std::min(count, kMostVectors * lanes);
      vectors_ += (now + lanes - 1) / lanes;
      if (vectors_ > kMostVectors) flush((now + lanes - 1) / lanes);
      std::int64_t i = 0;
      for (; i + lanes <= now; i += lanes) take(hn::LoadU(d, window + i), needle + i);
      if (i < now) take(first(window + i, now - i, readable), needle + i);
      window += now;
      needle += now;
      count -= now;
    }
  }

  score::WindowSums result() {
    flush(0);
    const std::uint64_t sum = static_cast<std::uint64_t>(total(D64(), sum_));
    return {sum, static_cast<std::uint64_t>(allSquares_),
            static_cast<std::uint64_t>(allProducts_ +
                                       static_cast<std::int64_t>(sum) * NeedleSpans::kOffset)};
  }

 private:
  void take(hn::Vec<D8> there, const std::int8_t* needle) {
    const D16 d;
    sum_ = hn::Add(sum_, hn::SumsOf8(there));
    const auto words = hn::BitCast(d, there);
    const auto even = hn::And(words, hn::Set(d, 255));
    const auto odd =
        hn::BitCast(d, hn::ShiftRight<8>(hn::BitCast(hn::RebindToUnsigned<D16>(), words)));
    const auto wanted = hn::BitCast(d, hn::LoadU(hn::RebindToSigned<D8>(), needle));
    const auto wantedEven = hn::ShiftRight<8>(hn::ShiftLeft<8>(wanted));
    const auto wantedOdd = hn::ShiftRight<8>(wanted);
    const D32 d32;
    squares_ = hn::ReorderWidenMulAccumulate(d32, even, even, squares_, moreSquares_);
    squares_ = hn::ReorderWidenMulAccumulate(d32, odd, odd, squares_, moreSquares_);
    products_ = hn::ReorderWidenMulAccumulate(d32, even, wantedEven, products_, moreProducts_);
    products_ = hn::ReorderWidenMulAccumulate(d32, odd, wantedOdd, products_, moreProducts_);
  }

  /// The first `count` bytes, zero-padded.
  static hn::Vec<D8> first(const std::uint8_t* bytes, std::int64_t count,
                           const std::uint8_t* readable) {
    const D8 d;
    if (readable - bytes >= static_cast<std::int64_t>(hn::Lanes(d))) {
      return hn::IfThenElseZero(hn::FirstN(d, static_cast<std::size_t>(count)),
                                hn::LoadU(d, bytes));
    }
    HWY_ALIGN std::uint8_t copy[hn::MaxLanes(d)] = {};
    std::memcpy(copy, bytes, static_cast<std::size_t>(count));
    return hn::Load(d, copy);
  }

  template <class D, class V>
  static std::int64_t total(D d, V lanes) {
    HWY_ALIGN hn::TFromD<D> numbers[hn::MaxLanes(d)];
    hn::Store(lanes, d, numbers);
    std::int64_t sum = 0;
    for (const auto number : numbers) sum += static_cast<std::int64_t>(number);
    return sum;
  }
  /// Empties the lanes before the next `next` vectors would overflow.
  void flush(std::int64_t next) {
    const D32 d;
    allSquares_ += total(d, squares_) + total(d, moreSquares_);
    allProducts_ += total(d, products_) + total(d, moreProducts_);
    squares_ = moreSquares_ = products_ = moreProducts_ = hn::Zero(d);
    vectors_ = next;
  }

  hn::Vec<D64> sum_;
  hn::Vec<D32> squares_;
  hn::Vec<D32> moreSquares_;
  hn::Vec<D32> products_;
  hn::Vec<D32> moreProducts_;
  std::int64_t vectors_ = 0;
  std::int64_t allSquares_ = 0;
  std::int64_t allProducts_ = 0;
};

score::WindowSums sumUnder(const NeedleSpans& needle, const std::uint8_t* window,
                           std::ptrdiff_t stride) {
  if (needle.spans.empty()) return {};
  SpanSums sums;
  // Padding between a picture's rows belongs to it.
  const NeedleSpans::Span& last = needle.spans.back();
  const std::uint8_t* readable =
      stride > 0 ? window + last.row * stride + last.begin + last.count : nullptr;
  for (const NeedleSpans::Span& span : needle.spans) {
    const std::uint8_t* from = window + span.row * stride + span.begin;
    sums.add(from, needle.samples.data() + span.at, span.count,
             std::max(readable, from + span.count));
  }
  return sums.result();
}

}  // namespace
}  // namespace espy::pose::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espy::pose {
namespace {

#if defined(ESPY_X86)

/// The three sums of spans by VNNI, 64 samples at a time.
class ByVnni {
 public:
  ESPY_TARGET_VNNI ByVnni()
      : sum_(_mm512_setzero_si512()),
        squares_(_mm512_setzero_si512()),
        products_(_mm512_setzero_si512()) {}

  ESPY_TARGET_VNNI void add(const std::uint8_t* window, const std::int8_t* needle,
                            std::int64_t count) {
    const __m512i sign = _mm512_set1_epi8(-128);
    const auto take = [&](__m512i there, const std::int8_t* wanted) ESPY_TARGET_VNNI {
      sum_ = _mm512_add_epi64(sum_, _mm512_sad_epu8(there, _mm512_setzero_si512()));
      squares_ = _mm512_dpbusd_epi32(squares_, there, _mm512_xor_si512(there, sign));
      products_ = _mm512_dpbusd_epi32(products_, there, _mm512_loadu_si512(wanted));
    };
    std::int64_t i = 0;
    for (; i + NeedleSpans::kChunk <= count; i += NeedleSpans::kChunk)
      take(_mm512_loadu_si512(window + i), needle + i);
    if (i < count) {
      const __mmask64 left =
          ~std::uint64_t{0} >> static_cast<unsigned>(NeedleSpans::kChunk - (count - i));
      take(_mm512_maskz_loadu_epi8(left, window + i), needle + i);
    }
    // A 32-bit lane gains at most 4 x 255 x 128 per chunk.
    constexpr std::int64_t kMostChunks = 8192;
    chunks_ += count / NeedleSpans::kChunk + 1;
    if (chunks_ > kMostChunks) flush();
  }

  ESPY_TARGET_VNNI score::WindowSums result() {
    flush();
    const std::uint64_t sum = static_cast<std::uint64_t>(total<std::int64_t>(sum_));
    const auto all = static_cast<std::int64_t>(sum) * NeedleSpans::kOffset;
    return {sum, static_cast<std::uint64_t>(allSquares_ + all),
            static_cast<std::uint64_t>(allProducts_ + all)};
  }

 private:
  template <class Lane>
  ESPY_TARGET_VNNI static std::int64_t total(__m512i lanes) {
    alignas(64) std::array<Lane, 64 / sizeof(Lane)> all;
    _mm512_store_si512(all.data(), lanes);
    return std::accumulate(all.begin(), all.end(), std::int64_t{0});
  }
  ESPY_TARGET_VNNI void flush() {
    allSquares_ += total<std::int32_t>(squares_);
    allProducts_ += total<std::int32_t>(products_);
    squares_ = _mm512_setzero_si512();
    products_ = _mm512_setzero_si512();
    chunks_ = 0;
  }

  __m512i sum_;
  __m512i squares_;
  __m512i products_;
  std::int64_t chunks_ = 0;
  std::int64_t allSquares_ = 0;
  std::int64_t allProducts_ = 0;
};

ESPY_TARGET_VNNI score::WindowSums sumUnderVnni(const NeedleSpans& needle,
                                                const std::uint8_t* window, std::ptrdiff_t stride) {
  ByVnni sums;
  for (const NeedleSpans::Span& span : needle.spans) {
    sums.add(window + span.row * stride + span.begin, needle.samples.data() + span.at, span.count);
  }
  return sums.result();
}

#else
constexpr auto sumUnderVnni = nullptr;
#endif

ESPY_SIMD_TABLE(flipBits);
ESPY_SIMD_TABLE(sumUp);
ESPY_SIMD_TABLE_VNNI(sumUnder, sumUnderVnni);

}  // namespace

std::optional<SpanNeedle> SpanNeedle::of(const NeedleWarper& needle, const GridPose& pose,
                                         PixelFormat scene) {
  const PixelFormat own = needle.needle().picture.format();
  const bool spread = own.channels == 1 && scene.channels == 3;
  if (!needle.isSolid() || own.depth != Depth::u8 || scene.depth != Depth::u8 || scene.hasAlpha() ||
      (own.channels != scene.channels && !spread)) {
    return {};
  }
  SpanNeedle made;
  made.own_.samples.reserve(
      static_cast<std::size_t>(needle.windowOf(pose).pixels() * own.channels * (spread ? 3 : 1)));
  picture::warpRows(
      needle.needle().picture, needle.turnOf(pose),
      [&](std::int64_t y, std::int64_t begin, std::int64_t end, const std::uint8_t* samples) {
        made.add(samples, y, begin, end, own.channels, spread, pose.inverted);
      });
  return made;
}

void SpanNeedle::add(const std::uint8_t* samples, std::int64_t row, std::int64_t begin,
                     std::int64_t end, int channels, bool spread, bool inverted) {
  const int times = spread ? 3 : 1;
  const std::int64_t own = (end - begin) * channels;
  const std::int64_t count = own * times;
  const std::size_t at = own_.samples.size();
  own_.samples.resize(at + static_cast<std::size_t>((count + NeedleSpans::kChunk - 1) /
                                                    NeedleSpans::kChunk * NeedleSpans::kChunk));
  std::int8_t* to = own_.samples.data() + at;
  // 255 - v - 128 is the complement of v - 128.
  const int turned = inverted ? 0x7f : 0x80;
  if (spread) {
    for (std::int64_t i = 0; i < count; ++i) {
      to[i] = static_cast<std::int8_t>(samples[i / 3] ^ turned);
    }
  } else {
    ESPY_SIMD_CALL(flipBits)(samples, count, turned, to);
  }
  std::fill(own_.samples.begin() + static_cast<std::ptrdiff_t>(at) + count, own_.samples.end(),
            static_cast<std::int8_t>(0));
  const finders::NeedleSums sums = ESPY_SIMD_CALL(sumUp)(samples, own, inverted);
  sums_.samples += count;
  sums_.weight += count;
  sums_.sum += sums.sum * static_cast<std::uint64_t>(times);
  sums_.squares += sums.squares * static_cast<std::uint64_t>(times);
  own_.spans.push_back({row, begin * channels * times, count, at});
}

score::WindowSums SpanNeedle::under(const std::uint8_t* window, std::ptrdiff_t stride) const {
  return ESPY_SIMD_CALL(sumUnder)(own_, window, stride);
}

}  // namespace espy::pose
#endif  // HWY_ONCE
