// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "pose/run_needle.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "base/cpu.h"
#include "picture/warp.h"

#if defined(ESPY_X86)
#include <immintrin.h>
#endif

namespace espy::pose {
namespace {

constexpr int kOffset = 128;  ///< taken off the needle's samples
constexpr std::int64_t kChunk = 64;

struct Sums {
  std::uint64_t sum = 0;
  std::uint64_t squares = 0;
};

ESPY_SIMD_CLONES
void flipBits(const std::uint8_t* from, std::int64_t count, int bits, std::int8_t* to) {
  for (std::int64_t i = 0; i < count; ++i) to[i] = static_cast<std::int8_t>(from[i] ^ bits);
}

ESPY_SIMD_CLONES
Sums sumUp(const std::uint8_t* samples, std::int64_t count, bool inverted) {
  Sums sums;
  const std::uint32_t bits = inverted ? 255 : 0;
  for (std::int64_t i = 0; i < count; ++i) {
    const std::uint32_t value = samples[i] ^ bits;
    sums.sum += value;
    sums.squares += static_cast<std::uint64_t>(value * value);
  }
  return sums;
}

ESPY_SIMD_CLONES
void addRun(const std::uint8_t* window, const std::int8_t* needle, std::int64_t count,
            score::WindowSums& sums, std::int64_t& products) {
  for (std::int64_t first = 0; first < count; first += 16384) {
    const std::int64_t last = std::min<std::int64_t>(count, first + 16384);
    std::int32_t sum = 0;
    std::int32_t squares = 0;
    std::int32_t product = 0;
    for (std::int64_t i = first; i < last; ++i) {
      const std::int16_t value = window[i];
      sum += value;
      squares += value * value;
      product += value * static_cast<std::int16_t>(needle[i]);
    }
    sums.sum += static_cast<std::uint32_t>(sum);
    sums.squares += static_cast<std::uint32_t>(squares);
    products += product;
  }
}

#if defined(ESPY_X86)

/// The three sums of runs, 64 samples at a time.
class ByVnni {
 public:
  ESPY_VNNI ByVnni()
      : sum_(_mm512_setzero_si512()),
        squares_(_mm512_setzero_si512()),
        products_(_mm512_setzero_si512()) {}

  ESPY_VNNI void add(const std::uint8_t* window, const std::int8_t* needle, std::int64_t count) {
    const __m512i sign = _mm512_set1_epi8(-128);
    const auto take = [&](__m512i there, const std::int8_t* wanted) ESPY_VNNI {
      sum_ = _mm512_add_epi64(sum_, _mm512_sad_epu8(there, _mm512_setzero_si512()));
      squares_ = _mm512_dpbusd_epi32(squares_, there, _mm512_xor_si512(there, sign));
      products_ = _mm512_dpbusd_epi32(products_, there, _mm512_loadu_si512(wanted));
    };
    std::int64_t i = 0;
    for (; i + kChunk <= count; i += kChunk) take(_mm512_loadu_si512(window + i), needle + i);
    if (i < count) {
      const __mmask64 left = ~std::uint64_t{0} >> static_cast<unsigned>(kChunk - (count - i));
      take(_mm512_maskz_loadu_epi8(left, window + i), needle + i);
    }
    // A lane of 32 bits gains at most 4 x 255 x 128 from a chunk.
    constexpr std::int64_t kMostChunks = 8192;
    chunks_ += count / kChunk + 1;
    if (chunks_ > kMostChunks) flush();
  }

  ESPY_VNNI score::WindowSums result() {
    flush();
    const std::uint64_t sum = static_cast<std::uint64_t>(total<std::int64_t>(sum_));
    const auto all = static_cast<std::int64_t>(sum) * kOffset;
    return {sum, static_cast<std::uint64_t>(allSquares_ + all),
            static_cast<std::uint64_t>(allProducts_ + all)};
  }

 private:
  template <class Lane>
  ESPY_VNNI static std::int64_t total(__m512i lanes) {
    alignas(64) std::array<Lane, 64 / sizeof(Lane)> all;
    _mm512_store_si512(all.data(), lanes);
    return std::accumulate(all.begin(), all.end(), std::int64_t{0});
  }
  ESPY_VNNI void flush() {
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

#endif

}  // namespace

std::optional<RunNeedle> RunNeedle::of(const NeedleWarper& needle, const GridPose& pose,
                                       PixelFormat scene) {
  const PixelFormat own = needle.needle().picture.format();
  const bool spread = own.channels == 1 && scene.channels == 3;
  if (!needle.isSolid() || own.depth != Depth::u8 || scene.depth != Depth::u8 || scene.hasAlpha() ||
      (own.channels != scene.channels && !spread)) {
    return {};
  }
  RunNeedle made;
  made.samples_.reserve(
      static_cast<std::size_t>(needle.windowOf(pose).pixels() * own.channels * (spread ? 3 : 1)));
  picture::warpRows(
      needle.needle().picture, needle.turnOf(pose),
      [&](std::int64_t y, std::int64_t begin, std::int64_t end, const std::uint8_t* samples) {
        made.add(samples, y, begin, end, own.channels, spread, pose.inverted);
      });
  return made;
}

void RunNeedle::add(const std::uint8_t* samples, std::int64_t row, std::int64_t begin,
                    std::int64_t end, int channels, bool spread, bool inverted) {
  const int times = spread ? 3 : 1;
  const std::int64_t own = (end - begin) * channels;
  const std::int64_t count = own * times;
  const std::size_t at = samples_.size();
  samples_.resize(at + static_cast<std::size_t>((count + kChunk - 1) / kChunk * kChunk));
  std::int8_t* to = samples_.data() + at;
  // 255 - v less 128 is v less 128 with all bits turned.
  const int turned = inverted ? 0x7f : 0x80;
  if (spread) {
    for (std::int64_t i = 0; i < count; ++i) {
      to[i] = static_cast<std::int8_t>(samples[i / 3] ^ turned);
    }
  } else {
    flipBits(samples, count, turned, to);
  }
  std::fill(samples_.begin() + static_cast<std::ptrdiff_t>(at) + count, samples_.end(),
            static_cast<std::int8_t>(0));
  const Sums sums = sumUp(samples, own, inverted);
  sums_.samples += count;
  sums_.weight += count;
  sums_.sum += sums.sum * static_cast<std::uint64_t>(times);
  sums_.squares += sums.squares * static_cast<std::uint64_t>(times);
  runs_.push_back({row, begin * channels * times, count, at});
}

score::WindowSums RunNeedle::under(const std::uint8_t* window, std::ptrdiff_t stride) const {
#if defined(ESPY_X86)
  if (hasSimd(SimdLevel::avx512vnni)) return underByVnni(window, stride);
#endif
  score::WindowSums sums;
  std::int64_t products = 0;
  for (const Run& run : runs_) {
    addRun(window + run.row * stride + run.begin, samples_.data() + run.at, run.count, sums,
           products);
  }
  sums.products =
      static_cast<std::uint64_t>(products + static_cast<std::int64_t>(sums.sum) * kOffset);
  return sums;
}

#if defined(ESPY_X86)
ESPY_VNNI score::WindowSums RunNeedle::underByVnni(const std::uint8_t* window,
                                                   std::ptrdiff_t stride) const {
  ByVnni sums;
  for (const Run& run : runs_) {
    sums.add(window + run.row * stride + run.begin, samples_.data() + run.at, run.count);
  }
  return sums.result();
}
#endif

}  // namespace espy::pose
