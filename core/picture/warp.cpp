// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "picture/warp.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <span>
#include <vector>

#include "base/scratch.h"
#include "picture/formats.h"
#include "picture/warp_bytes.h"

namespace espy::picture {
namespace {

std::int64_t floorOf(std::int64_t a, std::int64_t b) {
  return a / b - (a % b < 0 ? 1 : 0);
}

/// Returns the x in [0, width) for which |a + b x| <= most.
Span within(std::int64_t a, std::int64_t b, std::int64_t most, std::int64_t width) {
  if (most < 0) return {};
  if (b == 0) return std::abs(a) <= most ? Span{0, width} : Span{};
  if (b < 0) return within(-a, -b, most, width);
  const std::int64_t first = -floorOf(most + a, b);
  const std::int64_t last = floorOf(most - a, b);
  return {std::max<std::int64_t>(0, first), std::min(width, last + 1)};
}

/// Uninitialised, in scratch memory: fresh memory of the system takes longer than to warp into it.
Image inScratch(Size size, PixelFormat format) {
  const int ofPixel = format.bytesPerPixel();
  const auto bytes = static_cast<std::size_t>(countPixels(size.width, size.height, ofPixel)) *
                     static_cast<std::size_t>(ofPixel);
  auto* memory = static_cast<std::uint8_t*>(takeScratch(bytes));
  const auto giveBack = [bytes](std::uint8_t* given) { returnScratch(given, bytes); };
  return {MutableImageView(memory, size, format, size.width * ofPixel),
          std::shared_ptr<std::uint8_t>(memory, giveBack)};
}

/// Zeros in a part of a row outside the span.
void clearOutside(const MutableImageView& picture, std::int64_t row, Span part, Span span) {
  const Span inner = span.begin < span.end ? span : Span{part.end, part.end};
  const auto clear = [&](std::int64_t begin, std::int64_t end) {
    std::memset(picture.pixel(begin, row), 0,
                static_cast<std::size_t>((end - begin) * picture.format().bytesPerPixel()));
  };
  if (inner.begin > part.begin) clear(part.begin, inner.begin);
  if (inner.end < part.end) clear(inner.end, part.end);
}

/// Mean of `samples` samples, each scaled by 2^16.
class Mean {
 public:
  explicit Mean(std::size_t samples)
      : all_(std::uint64_t{samples} << 16U),
        shift_(std::has_single_bit(samples) ? std::countr_zero(all_) : 0) {}

  std::uint64_t of(std::uint64_t sum) const {
    const std::uint64_t up = sum + all_ / 2;
    return shift_ > 0 ? up >> static_cast<unsigned>(shift_) : up / all_;
  }

 private:
  std::uint64_t all_;
  int shift_;
};

/// Pixels whose samples have all neighbours inside the picture. One line per sample of a pixel.
template <class Sample, int channels, int colours>
void sampleInside(const ImageView& picture, std::span<const Line> lines, Span span, Sample* to) {
  const std::ptrdiff_t stride = picture.stride();
  const std::uint8_t* first = picture.row(0);
  const Mean mean(lines.size());
  for (std::int64_t column = span.begin; column < span.end; ++column, to += colours) {
    std::array<std::uint64_t, colours> sums{};
    for (const Line& line : lines) {
      const std::int64_t x = line.atX(column);
      const std::int64_t y = line.atY(column);
      const auto alongX = static_cast<std::uint32_t>(x & 255);
      const auto alongY = static_cast<std::uint32_t>(y & 255);
      const auto* above = samplesOf<Sample>(first + (y >> 8) * stride) + (x >> 8) * channels;
      const auto* below = samplesOf<Sample>(first + ((y >> 8) + 1) * stride) + (x >> 8) * channels;
      for (int c = 0; c < colours; ++c) {
        const std::uint32_t top = above[c] * (256 - alongX) + above[c + channels] * alongX;
        const std::uint32_t bottom = below[c] * (256 - alongX) + below[c + channels] * alongX;
        sums[static_cast<std::size_t>(c)] +=
            std::uint64_t{top} * (256 - alongY) + std::uint64_t{bottom} * alongY;
      }
    }
    for (int c = 0; c < colours; ++c) {
      to[c] = static_cast<Sample>(mean.of(sums[static_cast<std::size_t>(c)]));
    }
  }
}

/// Computes the pixels of one warped picture.
template <class Sample, int channels>
class Warper {
 public:
  static constexpr int kColours = channels == 2 || channels == 4 ? channels - 1 : channels;

  Warper(const ImageView& picture, std::span<const std::uint8_t> weights, bool weighted,
         const Turn& turn, SomePixels some = {})
      : picture_(picture),
        weights_(weights),
        weighted_(weighted),
        map_(picture.size(), turn),
        some_(some) {}

  Warped run() {
    Warped made;
    const std::int64_t ofEach = some_.columnsOfEach(map_.to.width);
    const Size size{some_.taken() * ofEach, some_.rowsAbove(map_.to.height)};
    made.picture = inScratch(size, {kColours, picture_.format().depth});
    made.weights = inScratch(size, {1, Depth::u8});
    eachRow([&](std::int64_t y, Span inside) {
      const std::int64_t row = some_.rowsAbove(y);
      for (first_ = 0; first_ < some_.taken(); ++first_) {
        const Span span{indexOf(inside.begin), indexOf(inside.end)};
        const std::int64_t left = first_ * ofEach;
        // With weights, pixels within the span may be ignored, too.
        const Span written = weights_.empty() ? Span{left + span.begin, left + span.end} : Span{};
        clearOutside(made.picture.pixels(), row, {left, left + ofEach}, written);
        clearOutside(made.weights.pixels(), row, {left, left + ofEach}, written);
        if (span.begin >= span.end) continue;
        auto* to = samplesOf<Sample>(made.picture.pixels().pixel(left + span.begin, row));
        std::uint8_t* weights = made.weights.pixels().pixel(left + span.begin, row);
        if (weights_.empty()) {
          std::fill_n(weights, span.end - span.begin, std::uint8_t{255});
          made.counted += span.end - span.begin;
          fillSolid(y, span, to);
        } else {
          made.counted += fill<true>(y, span, to, weights);
        }
      }
    });
    return made;
  }

  /// Row by row, without weights.
  void run(const TakeRow& take) requires(sizeof(Sample) == 1) {
    std::vector<Sample> row(static_cast<std::size_t>(map_.to.width * kColours));
    eachRow([&](std::int64_t y, Span span) {
      if (span.begin >= span.end) return;
      fillSolid(y, span, row.data());
      take(y, span.begin, span.end, row.data());
    });
  }

 private:
  template <class Visit>
  void eachRow(const Visit& visit) const {
    for (std::int64_t y = 0; y < map_.to.height; ++y) {
      if (!some_.hasRow(y)) continue;
      visit(y, insideOf(y));
    }
  }

  std::int64_t mirror(std::int64_t x) const { return map_.mirrored ? -x : x; }
  /// The number of columns before `x` among first_, first_ + every, ...
  std::int64_t indexOf(std::int64_t x) const {
    return std::max<std::int64_t>(0, x - first_ + some_.every - 1) / some_.every;
  }

  /// The columns of a row whose pixels are completely inside.
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

  /// Source positions of sample (i, j) for the columns first_, first_ + every, ... of row `y`.
  Line lineOf(std::int64_t y, int i, int j) const {
    const std::int64_t n = map_.samples;
    const std::int64_t u = 2 * i + 1 - n * map_.to.width;
    const std::int64_t v = 2 * n * y + 2 * j + 1 - n * map_.to.height;
    const auto middle = [](std::int64_t side) { return (side - 1) << (TurnMap::kBits - 1); };
    const std::int64_t right = mirror(map_.cosine);
    return {floorOf(mirror(u * map_.cosine - v * map_.sine), 2 * n) + middle(map_.from.width) +
                first_ * right,
            floorOf(u * map_.sine + v * map_.cosine, 2 * n) + middle(map_.from.height) +
                first_ * map_.sine,
            some_.every * right, some_.every * map_.sine};
  }

  /// The samples of a row without weights.
  void fillSolid(std::int64_t y, Span span, Sample* to) {
    lines_.clear();
    for (int j = 0; j < map_.samples; ++j) {
      for (int i = 0; i < map_.samples; ++i) lines_.push_back(lineOf(y, i, j));
    }
    // Pixels that need neighbours beyond the border are computed one by one.
    const Span inner = part(span, [&](std::int64_t column) {
      return cornersAt(column, [&](std::int64_t left, std::int64_t top) {
        return left >= 0 && top >= 0 && left + 1 < map_.from.width && top + 1 < map_.from.height;
      });
    });
    const auto at = [&](std::int64_t column) { return to + (column - span.begin) * kColours; };
    fill<false>(y, {span.begin, inner.begin}, to, nullptr);
    fill<false>(y, {inner.end, span.end}, at(inner.end), nullptr);
    if constexpr (sizeof(Sample) == 1 && (channels == 1 || channels == 3)) {
      if (isForVectors()) {
        return warpBytes(picture_.row(0), picture_.stride(), channels, lines_, inner,
                         at(inner.begin));
      }
    }
    sampleInside<Sample, channels, kColours>(picture_, lines_, inner, at(inner.begin));
  }

  /// Whether `holds` for the upper-left neighbours of the corner samples of a column, and hence for
  /// all samples.
  template <class Holds>
  bool cornersAt(std::int64_t column, const Holds& holds) const {
    const std::size_t last = static_cast<std::size_t>(map_.samples) - 1;
    for (const std::size_t k :
         {std::size_t{0}, last, lines_.size() - 1 - last, lines_.size() - 1}) {
      const Line& line = lines_[k];
      if (!holds(line.atX(column) >> 8, line.atY(column) >> 8)) return false;
    }
    return true;
  }

  /// Shrinks a span to the columns for which `holds`, which must form an interval.
  template <class Holds>
  static Span part(Span span, const Holds& holds) {
    while (span.begin < span.end && !holds(span.begin)) ++span.begin;
    while (span.begin < span.end && !holds(span.end - 1)) --span.end;
    return span;
  }

  /// Whether `warpBytes` applies.
  bool isForVectors() const {
    const std::int64_t stride = picture_.stride();
    return stride >= 0 && stride * map_.from.height < kByteRange &&
           std::max(map_.from.width, map_.from.height) < kByteSide &&
           lines_.size() <= kMostByteLines;
  }

  /// Computes the samples and weights of a row; returns the number of pixels with a weight above 0.
  template <bool weighs>
  std::int64_t fill(std::int64_t y, Span span, Sample* to, std::uint8_t* weight) {
    if (span.begin >= span.end) return 0;
    constexpr std::size_t kSums = kColours + 1;
    const auto count = static_cast<std::size_t>(span.end - span.begin);
    sums_.assign(count * kSums, 0);
    ignored_.assign(weighs ? count : 0, 0);
    for (int j = 0; j < map_.samples; ++j) {
      for (int i = 0; i < map_.samples; ++i) add<weighs>(lineOf(y, i, j), span);
    }
    const Mean means(static_cast<std::size_t>(map_.samples) * map_.samples);
    std::int64_t counted = 0;
    for (std::size_t k = 0; k < count; ++k) {
      const std::uint64_t* sums = sums_.data() + k * kSums;
      if constexpr (weighs) {
        if (ignored_[k] != 0) continue;
        const std::uint64_t mean = means.of(sums[kColours]);
        weight[k] = static_cast<std::uint8_t>(weighted_ ? std::max<std::uint64_t>(1, mean) : 255);
        ++counted;
      }
      for (int c = 0; c < kColours; ++c) {
        to[k * kColours + static_cast<std::size_t>(c)] = static_cast<Sample>(means.of(sums[c]));
      }
    }
    return counted;
  }

  /// Adds one sample of each pixel of a row.
  template <bool weighs>
  void add(const Line& line, Span span) {
    constexpr std::size_t kSums = kColours + 1;
    const std::int64_t lastX = map_.from.width - 1;
    const std::int64_t lastY = map_.from.height - 1;
    std::uint64_t* sums = sums_.data();
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
            ignored_[static_cast<std::size_t>(column - span.begin)] = 1;
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
  SomePixels some_;
  std::int64_t first_ = 0;   ///< the first of the columns that are computed, every `some_.every`-th
  std::vector<Line> lines_;  ///< of a row, one per sample of a pixel
  std::vector<std::uint64_t> sums_;    ///< of a row, per channel, and of weights
  std::vector<std::uint8_t> ignored_;  ///< of a row
};

}  // namespace

Warped warp(const ImageView& picture, std::span<const std::uint8_t> weights, bool weighted,
            const Turn& turn, SomePixels some) {
  return withFormat(picture.format(), [&]<class Sample, int channels>() {
    return Warper<Sample, channels>(picture, weights, weighted, turn, some).run();
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
