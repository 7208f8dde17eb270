// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "exact/colour_plane.h"

#include <algorithm>
#include <cstring>

#include "base/bit_pack.h"

namespace espy::exact {
namespace {

/// Pixels whose answers, a byte each, are gathered before they are packed into bits.
constexpr std::int64_t kChunk = 512;

template <class Sample>
inline Sample load(const std::uint8_t* at) {
  Sample value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

/// One byte a pixel: 0xff where each of the `Colours` samples (of `Channels` in memory) is in
/// range. Unsigned subtraction makes one comparison of two: below `low` wraps to above any span.
template <class Sample, int Channels, int Colours>
inline void comparePixels(const std::uint8_t* pixels, std::int64_t count, const std::uint16_t* low,
                          const std::uint16_t* span, std::uint8_t* answers) {
  for (std::int64_t i = 0; i < count; ++i) {
    std::uint8_t inside = 0xff;
    for (int c = 0; c < Colours; ++c) {
      const auto value =
          load<Sample>(pixels + (i * Channels + c) * static_cast<std::int64_t>(sizeof(Sample)));
      const auto above = static_cast<Sample>(value - static_cast<Sample>(low[c]));
      inside =
          static_cast<std::uint8_t>(inside & (above <= static_cast<Sample>(span[c]) ? 0xff : 0));
    }
    answers[i] = inside;
  }
}

template <class Sample>
inline void compareFormat(int channels, const std::uint8_t* pixels, std::int64_t count,
                          const std::uint16_t* low, const std::uint16_t* span,
                          std::uint8_t* answers) {
  switch (channels) {
    case 1:
      comparePixels<Sample, 1, 1>(pixels, count, low, span, answers);
      break;
    case 2:
      comparePixels<Sample, 2, 1>(pixels, count, low, span, answers);
      break;
    case 3:
      comparePixels<Sample, 3, 3>(pixels, count, low, span, answers);
      break;
    default:
      comparePixels<Sample, 4, 3>(pixels, count, low, span, answers);
      break;
  }
}

ESPY_SIMD_CLONES void compareChunk(PixelFormat format, const std::uint8_t* pixels,
                                   std::int64_t count, const std::uint16_t* low,
                                   const std::uint16_t* span, std::uint8_t* answers) {
  if (format.depth == Depth::u8) {
    compareFormat<std::uint8_t>(format.channels, pixels, count, low, span, answers);
  } else {
    compareFormat<std::uint16_t>(format.channels, pixels, count, low, span, answers);
  }
}

}  // namespace

ColourPlane::ColourPlane(const Pattern& pattern, std::int64_t at) : format_(pattern.format) {
  for (int c = 0; c < format_.colourChannels(); ++c) {
    const std::int64_t sample = at + c * format_.bytesPerSample();
    const std::uint8_t* low = pattern.low.data() + sample;
    const std::uint8_t* high = pattern.highest() + sample;
    const bool narrow = format_.depth == Depth::u8;
    low_[c] = narrow ? *low : load<std::uint16_t>(low);
    span_[c] = static_cast<std::uint16_t>((narrow ? *high : load<std::uint16_t>(high)) - low_[c]);
  }
}

void ColourPlane::compare(const std::uint8_t* pixels, std::int64_t count,
                          std::uint64_t* bits) const {
  alignas(64) std::array<std::uint8_t, kChunk> answers;
  for (std::int64_t done = 0; done < count; done += kChunk) {
    const std::int64_t now = std::min(kChunk, count - done);
    compareChunk(format_, pixels + done * format_.bytesPerPixel(), now, low_.data(), span_.data(),
                 answers.data());
    packBits(answers.data(), (now + 63) / 64, bits + done / 64);
  }
}

}  // namespace espy::exact
