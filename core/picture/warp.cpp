// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "picture/warp.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <vector>

#include "base/cpu.h"
#include "picture/formats.h"

#if defined(ESPY_X86)
#include <immintrin.h>
#endif

namespace espy::picture {
namespace {

constexpr int kShift = TurnMap::kBits - 8;

std::int64_t floorOf(std::int64_t a, std::int64_t b) {
  return a / b - (a % b < 0 ? 1 : 0);
}

/// Columns [begin, end).
struct Span {
  std::int64_t begin = 0;
  std::int64_t end = 0;
};

/// Where of 0 <= x < width the number a + b x lies within +-most.
Span within(std::int64_t a, std::int64_t b, std::int64_t most, std::int64_t width) {
  if (most < 0) return {};
  if (b == 0) return std::abs(a) <= most ? Span{0, width} : Span{};
  if (b < 0) return within(-a, -b, most, width);
  const std::int64_t first = -floorOf(most + a, b);
  const std::int64_t last = floorOf(most - a, b);
  return {std::max<std::int64_t>(0, first), std::min(width, last + 1)};
}

/// A position in a picture, and how it changes from column to column: 2^-30 pixels from the middle
/// of its first one.
struct Line {
  std::int64_t x;
  std::int64_t y;
  std::int64_t stepX;
  std::int64_t stepY;

  std::int64_t atX(std::int64_t column) const {
    return (x + column * stepX + (std::int64_t{1} << (kShift - 1))) >> kShift;
  }
  std::int64_t atY(std::int64_t column) const {
    return (y + column * stepY + (std::int64_t{1} << (kShift - 1))) >> kShift;
  }
};

/// One sample a pixel, all of whose neighbours lie in the picture.
template <class Sample, int channels, int colours>
void sampleInside(const ImageView& picture, const Line& line, Span span, Sample* to) {
  const std::ptrdiff_t stride = picture.stride();
  const std::uint8_t* first = picture.row(0);
  for (std::int64_t column = span.begin; column < span.end; ++column, to += colours) {
    const std::int64_t x = line.atX(column);
    const std::int64_t y = line.atY(column);
    const auto alongX = static_cast<std::uint32_t>(x & 255);
    const auto alongY = static_cast<std::uint32_t>(y & 255);
    const auto* above = samplesOf<Sample>(first + (y >> 8) * stride) + (x >> 8) * channels;
    const auto* below = samplesOf<Sample>(first + ((y >> 8) + 1) * stride) + (x >> 8) * channels;
    for (int c = 0; c < colours; ++c) {
      const std::uint32_t top = above[c] * (256 - alongX) + above[c + channels] * alongX;
      const std::uint32_t bottom = below[c] * (256 - alongX) + below[c + channels] * alongX;
      if constexpr (sizeof(Sample) == 1) {
        to[c] = static_cast<Sample>((top * (256 - alongY) + bottom * alongY + 32768) >> 16);
      } else {
        to[c] = static_cast<Sample>(
            (std::uint64_t{top} * (256 - alongY) + std::uint64_t{bottom} * alongY + 32768) >> 16);
      }
    }
  }
}

#if defined(ESPY_X86)

/// The same for grey bytes, sixteen pixels at a time. Reads up to two bytes behind a pixel's
/// neighbours, and addresses within 2 GB.
ESPY_AVX512
void sampleSixteen(const ImageView& picture, const Line& line, Span span, std::uint8_t* to) {
  // All lanes, said so because GCC takes what its own shifts leave undefined without for a mistake.
  constexpr __mmask8 kEight = 0xff;
  constexpr __mmask16 kSixteen = 0xffff;
  const __m512i zero = _mm512_setzero_si512();
  const __m512i eight = _mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0);
  const __m512i half = _mm512_set1_epi64(std::int64_t{1} << (kShift - 1));
  const __m512i stepX = _mm512_mullo_epi64(eight, _mm512_set1_epi64(line.stepX));
  const __m512i stepY = _mm512_mullo_epi64(eight, _mm512_set1_epi64(line.stepY));
  const __m512i byte = _mm512_set1_epi32(255);
  const __m512i one = _mm512_set1_epi32(256);
  const __m512i stride = _mm512_set1_epi32(static_cast<int>(picture.stride()));
  const std::uint8_t* first = picture.row(0);
  const auto positions = [&](std::int64_t from, __m512i steps, std::int64_t step) ESPY_AVX512 {
    const __m512i start = _mm512_add_epi64(_mm512_set1_epi64(from), half);
    const __m512i low = _mm512_maskz_srai_epi64(kEight, _mm512_add_epi64(start, steps), kShift);
    const __m512i high = _mm512_maskz_srai_epi64(
        kEight, _mm512_add_epi64(_mm512_add_epi64(start, _mm512_set1_epi64(8 * step)), steps),
        kShift);
    alignas(64) std::int32_t all[16];
    _mm256_store_si256(reinterpret_cast<__m256i*>(all), _mm512_maskz_cvtepi64_epi32(kEight, low));
    _mm256_store_si256(reinterpret_cast<__m256i*>(all + 8),
                       _mm512_maskz_cvtepi64_epi32(kEight, high));
    return _mm512_load_si512(all);
  };
  // A pixel and the one to its right as two words, times what each of them counts.
  const auto along = [&](__m512i pixels, __m512i shares) ESPY_AVX512 {
    const __m512i left = _mm512_and_si512(pixels, byte);
    const __m512i right =
        _mm512_and_si512(_mm512_maskz_slli_epi32(kSixteen, pixels, 8), _mm512_set1_epi32(0xff0000));
    return _mm512_madd_epi16(_mm512_or_si512(left, right), shares);
  };
  for (std::int64_t column = span.begin; column < span.end; column += 16, to += 16) {
    const __m512i x = positions(line.x + column * line.stepX, stepX, line.stepX);
    const __m512i y = positions(line.y + column * line.stepY, stepY, line.stepY);
    const __m512i alongX = _mm512_and_si512(x, byte);
    const __m512i alongY = _mm512_and_si512(y, byte);
    const __m512i at =
        _mm512_add_epi32(_mm512_mullo_epi32(_mm512_maskz_srai_epi32(kSixteen, y, 8), stride),
                         _mm512_maskz_srai_epi32(kSixteen, x, 8));
    const __m512i above = _mm512_mask_i32gather_epi32(zero, kSixteen, at, first, 1);
    const __m512i below =
        _mm512_mask_i32gather_epi32(zero, kSixteen, _mm512_add_epi32(at, stride), first, 1);
    const __m512i shares = _mm512_or_si512(_mm512_sub_epi32(one, alongX),
                                           _mm512_maskz_slli_epi32(kSixteen, alongX, 16));
    const __m512i sum =
        _mm512_add_epi32(_mm512_mullo_epi32(along(above, shares), _mm512_sub_epi32(one, alongY)),
                         _mm512_mullo_epi32(along(below, shares), alongY));
    const __m512i mean =
        _mm512_maskz_srli_epi32(kSixteen, _mm512_add_epi32(sum, _mm512_set1_epi32(32768)), 16);
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to), _mm512_maskz_cvtepi32_epi8(kSixteen, mean));
  }
}

#endif

/// Goes through the pixels of one turned picture.
template <class Sample, int channels>
class Warper {
 public:
  static constexpr int kColours = channels == 2 || channels == 4 ? channels - 1 : channels;

  Warper(const ImageView& picture, std::span<const std::uint8_t> weights, bool weighted,
         const Turn& turn, SomeRows rows = {})
      : picture_(picture),
        weights_(weights),
        weighted_(weighted),
        map_(picture.size(), turn),
        rows_(rows) {}

  Warped run() {
    Warped made;
    made.picture = Image(map_.to, {kColours, picture_.format().depth});
    made.weights = Image(map_.to, {1, Depth::u8});
    eachRow([&](std::int64_t y, Span span) {
      auto* to = samplesOf<Sample>(made.picture.pixels().pixel(span.begin, y));
      std::uint8_t* weights = made.weights.pixels().pixel(span.begin, y);
      if (weights_.empty()) {
        std::fill_n(weights, span.end - span.begin, std::uint8_t{255});
        made.counted += span.end - span.begin;
        fillSolid(y, span, to);
      } else {
        made.counted += fill<true>(y, span, to, weights);
      }
    });
    return made;
  }

  /// Row by row, where all pixels count.
  void run(const TakeRow& take) requires(sizeof(Sample) == 1) {
    std::vector<Sample> row(static_cast<std::size_t>(map_.to.width * kColours));
    eachRow([&](std::int64_t y, Span span) {
      fillSolid(y, span, row.data());
      take(y, span.begin, span.end, row.data());
    });
  }

 private:
  template <class Visit>
  void eachRow(const Visit& visit) const {
    for (std::int64_t y = 0; y < map_.to.height; ++y) {
      if (!rows_.has(y)) continue;
      const Span span = insideOf(y);
      if (span.begin < span.end) visit(y, span);
    }
  }

  std::int64_t mirror(std::int64_t x) const { return map_.mirrored ? -x : x; }

  /// The columns of a row whose pixels lie wholly inside.
  Span insideOf(std::int64_t y) const {
    const std::int64_t half = std::abs(map_.cosine) + std::abs(map_.sine);
    const auto room = [&](std::int64_t side) {
      return (side << TurnMap::kBits) + 2 * TurnMap::kTolerance - half;
    };
    const std::int64_t u = 1 - map_.to.width;
    const std::int64_t v = 2 * y + 1 - map_.to.height;
    const Span columns = within(u * map_.cosine - v * map_.sine, 2 * map_.cosine,
                                room(map_.from.width), map_.to.width);
    const Span rows = within(u * map_.sine + v * map_.cosine, 2 * map_.sine, room(map_.from.height),
                             map_.to.width);
    return {std::max(columns.begin, rows.begin), std::min(columns.end, rows.end)};
  }

  /// Of sample (i, j) of the pixels of row `y`.
  Line lineOf(std::int64_t y, int i, int j) const {
    const std::int64_t n = map_.samples;
    const std::int64_t u = 2 * i + 1 - n * map_.to.width;
    const std::int64_t v = 2 * n * y + 2 * j + 1 - n * map_.to.height;
    const auto middle = [](std::int64_t side) { return (side - 1) << (TurnMap::kBits - 1); };
    return {floorOf(mirror(u * map_.cosine - v * map_.sine), 2 * n) + middle(map_.from.width),
            floorOf(u * map_.sine + v * map_.cosine, 2 * n) + middle(map_.from.height),
            mirror(map_.cosine), map_.sine};
  }

  /// The samples of a row where all pixels count.
  void fillSolid(std::int64_t y, Span span, Sample* to) {
    if (map_.samples > 1) return static_cast<void>(fill<false>(y, span, to, nullptr));
    const Line line = lineOf(y, 0, 0);
    // What is interpolated with pixels beyond the border goes one by one.
    const Span inner = part(span, [&](std::int64_t column) {
      const std::int64_t left = line.atX(column) >> 8;
      const std::int64_t top = line.atY(column) >> 8;
      return left >= 0 && top >= 0 && left + 1 < map_.from.width && top + 1 < map_.from.height;
    });
    const auto at = [&](std::int64_t column) { return to + (column - span.begin) * kColours; };
    fill<false>(y, {span.begin, inner.begin}, to, nullptr);
    fill<false>(y, {inner.end, span.end}, at(inner.end), nullptr);
    const Span wide = sixteensIn(line, inner);
    const auto one = [&](Span some) {
      sampleInside<Sample, channels, kColours>(picture_, line, some, at(some.begin));
    };
#if defined(ESPY_X86)
    if constexpr (sizeof(Sample) == 1 && channels == 1) {
      one({inner.begin, wide.begin});
      if (wide.begin < wide.end) sampleSixteen(picture_, line, wide, at(wide.begin));
      return one({wide.end, inner.end});
    }
#endif
    one(inner);
  }

  /// The columns of a span for which something holds that holds between any two for which it does.
  template <class Holds>
  static Span part(Span span, const Holds& holds) {
    while (span.begin < span.end && !holds(span.begin)) ++span.begin;
    while (span.begin < span.end && !holds(span.end - 1)) --span.end;
    return span;
  }

  /// The columns of a span that may be had sixteen at once: what is read behind a pixel and the one
  /// below it must be memory of the picture, as rows are that have another one below.
  Span sixteensIn(const Line& line, Span span) const {
    constexpr std::int64_t kFar = std::int64_t{1} << 30;
    const std::int64_t stride = picture_.stride();
    if (!cpuHas(CpuLevel::avx512) || stride < 0 || stride * map_.from.height >= kFar) {
      return {span.end, span.end};
    }
    Span wide = part(
        span, [&](std::int64_t column) { return (line.atY(column) >> 8) + 2 < map_.from.height; });
    wide.end = wide.begin + (wide.end - wide.begin) / 16 * 16;
    return wide;
  }

  /// Samples of a row, and what its pixels weigh; returns how many count.
  template <bool weighs>
  std::int64_t fill(std::int64_t y, Span span, Sample* to, std::uint8_t* weight) {
    if (span.begin >= span.end) return 0;
    constexpr std::size_t kSums = kColours + 1;
    const auto count = static_cast<std::size_t>(span.end - span.begin);
    sums_.assign(count * kSums, 0);
    ignored_.assign(weighs ? count : 0, 0);
    for (int j = 0; j < map_.samples; ++j) {
      for (int i = 0; i < map_.samples; ++i) {
        const Line line = lineOf(y, i, j);
        const Span alike = weighs ? Span{span.end, span.end} : addAlike(line, span);
        add<weighs>(line, span, {span.begin, alike.begin});
        add<weighs>(line, span, {alike.end, span.end});
      }
    }
    const std::uint64_t all = static_cast<std::uint64_t>(map_.samples) * map_.samples << 16U;
    const int shift = std::has_single_bit(all) ? std::countr_zero(all) : 0;
    const auto meanOf = [&](std::uint64_t sum) {
      return shift > 0 ? (sum + all / 2) >> static_cast<unsigned>(shift) : (sum + all / 2) / all;
    };
    std::int64_t counted = 0;
    for (std::size_t k = 0; k < count; ++k) {
      const std::uint64_t* sums = sums_.data() + k * kSums;
      if constexpr (weighs) {
        if (ignored_[k] != 0) continue;
        const std::uint64_t mean = meanOf(sums[kColours]);
        weight[k] = static_cast<std::uint8_t>(weighted_ ? std::max<std::uint64_t>(1, mean) : 255);
        ++counted;
      }
      for (int c = 0; c < kColours; ++c) {
        to[k * kColours + static_cast<std::size_t>(c)] = static_cast<Sample>(meanOf(sums[c]));
      }
    }
    return counted;
  }

  /// Adds one sample of each pixel of a row that is not turned and shrinks to a whole part: all of
  /// them lie alike between their neighbours. Returns which; those at the border are left out.
  Span addAlike(const Line& line, Span span) {
    constexpr std::int64_t kPixel = std::int64_t{1} << TurnMap::kBits;
    const std::int64_t pixels = line.stepX >> TurnMap::kBits;
    const std::int64_t y = line.atY(span.begin);
    if (line.stepY != 0 || pixels < 1 || line.stepX % kPixel != 0 || y < 0 ||
        (y >> 8) + 1 >= map_.from.height) {
      return {span.end, span.end};
    }
    const Span inner = part(span, [&](std::int64_t column) {
      const std::int64_t left = line.atX(column) >> 8;
      return left >= 0 && left + 1 < map_.from.width;
    });
    if (inner.begin >= inner.end) return {span.end, span.end};
    const std::int64_t x = line.atX(inner.begin);
    const auto alongX = static_cast<std::uint32_t>(x & 255);
    const auto alongY = static_cast<std::uint32_t>(y & 255);
    const std::uint32_t shares[4] = {(256 - alongX) * (256 - alongY), alongX * (256 - alongY),
                                     (256 - alongX) * alongY, alongX * alongY};
    const auto* above = samplesOf<Sample>(picture_.row(y >> 8)) + (x >> 8) * channels;
    const auto* below = samplesOf<Sample>(picture_.row((y >> 8) + 1)) + (x >> 8) * channels;
    constexpr std::size_t kSums = kColours + 1;
    std::uint64_t* sums = sums_.data() + static_cast<std::size_t>(inner.begin - span.begin) * kSums;
    const std::int64_t step = pixels * channels;
    for (std::int64_t column = inner.begin; column < inner.end; ++column, sums += kSums) {
      for (int c = 0; c < kColours; ++c) {
        // At most 65535 in all, times 2^16.
        sums[c] += shares[0] * above[c] + shares[1] * above[c + channels] + shares[2] * below[c] +
                   shares[3] * below[c + channels];
      }
      above += step;
      below += step;
    }
    return inner;
  }

  /// Adds one sample of each pixel of a part of a row.
  template <bool weighs>
  void add(const Line& line, Span row, Span span) {
    constexpr std::size_t kSums = kColours + 1;
    const std::int64_t lastX = map_.from.width - 1;
    const std::int64_t lastY = map_.from.height - 1;
    std::uint64_t* sums = sums_.data() + static_cast<std::size_t>(span.begin - row.begin) * kSums;
    for (std::int64_t column = span.begin; column < span.end; ++column, sums += kSums) {
      const std::int64_t x = line.atX(column);
      const std::int64_t y = line.atY(column);
      const std::int64_t left = std::clamp<std::int64_t>(x >> 8, 0, lastX);
      const std::int64_t right = std::clamp<std::int64_t>((x >> 8) + 1, 0, lastX);
      const std::int64_t top = std::clamp<std::int64_t>(y >> 8, 0, lastY);
      const std::int64_t bottom = std::clamp<std::int64_t>((y >> 8) + 1, 0, lastY);
      const auto alongX = static_cast<std::uint32_t>(x & 255);
      const auto alongY = static_cast<std::uint32_t>(y & 255);
      const std::uint32_t shares[4] = {(256 - alongX) * (256 - alongY), alongX * (256 - alongY),
                                       (256 - alongX) * alongY, alongX * alongY};
      const auto* above = samplesOf<Sample>(picture_.row(top));
      const auto* below = samplesOf<Sample>(picture_.row(bottom));
      for (int c = 0; c < kColours; ++c) {
        const Sample corners[4] = {above[left * channels + c], above[right * channels + c],
                                   below[left * channels + c], below[right * channels + c]};
        std::uint64_t value = 0;
        for (int k = 0; k < 4; ++k) value += std::uint64_t{shares[k]} * corners[k];
        sums[c] += value;
      }
      if constexpr (weighs) {
        const std::int64_t pixels[4] = {top * (lastX + 1) + left, top * (lastX + 1) + right,
                                        bottom * (lastX + 1) + left, bottom * (lastX + 1) + right};
        std::uint64_t value = 0;
        for (int k = 0; k < 4; ++k) {
          const std::uint8_t weight = weights_[static_cast<std::size_t>(pixels[k])];
          value += std::uint64_t{shares[k]} * weight;
          if (shares[k] != 0 && weight == 0) {
            ignored_[static_cast<std::size_t>(column - row.begin)] = 1;
          }
        }
        sums[kColours] += value;
      }
    }
  }

  const ImageView& picture_;
  std::span<const std::uint8_t> weights_;
  bool weighted_;
  TurnMap map_;
  SomeRows rows_;
  std::vector<std::uint64_t> sums_;    ///< of a row: of each channel, and of weights
  std::vector<std::uint8_t> ignored_;  ///< likewise
};

}  // namespace

Warped warp(const ImageView& picture, std::span<const std::uint8_t> weights, bool weighted,
            const Turn& turn, SomeRows rows) {
  return withFormat(picture.format(), [&]<class Sample, int channels>() {
    return Warper<Sample, channels>(picture, weights, weighted, turn, rows).run();
  });
}

void warpRows(const ImageView& picture, const Turn& turn, const TakeRow& take) {
  if (picture.format().channels == 3) {
    Warper<std::uint8_t, 3>(picture, {}, false, turn).run(take);
  } else {
    Warper<std::uint8_t, 1>(picture, {}, false, turn).run(take);
  }
}

}  // namespace espy::picture
