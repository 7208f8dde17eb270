// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "exact/colour_plane.h"

#include <algorithm>
#include <cstring>

#include "base/bit_pack.h"
#include "exact/loops.h"

namespace espy::exact {
namespace {

/// Pixels whose results, a byte each, are buffered before they are packed into bits.
constexpr std::int64_t kChunk = 512;

template <class Sample>
inline Sample load(const std::uint8_t* at) {
  Sample value;
  std::memcpy(&value, at, sizeof value);
  return value;
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
    comparePixels(format_, pixels + done * format_.bytesPerPixel(), now, low_.data(), span_.data(),
                  answers.data());
    packBits(answers.data(), (now + 63) / 64, bits + done / 64);
  }
}

}  // namespace espy::exact
