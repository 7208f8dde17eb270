// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "picture/planes.h"

#include <algorithm>
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "picture/planes_simd.cpp"
#include "base/simd.h"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace espy::picture::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

/// `TableLookupBytesOr0` indices that pick one channel's bytes from one of three vectors of RGB
/// pixels.
struct ChannelShuffle {
  constexpr ChannelShuffle(int channel, int part) {
    for (int i = 0; i < 16; ++i) {
      const int byte = 3 * i + channel - 16 * part;
      at[i] = byte >= 0 && byte < 16 ? static_cast<std::uint8_t>(byte) : std::uint8_t{0x80};
    }
  }
  std::uint8_t at[16];
};
alignas(16) constexpr ChannelShuffle kChannelShuffles[3][3] = {
    {{0, 0}, {0, 1}, {0, 2}}, {{1, 0}, {1, 1}, {1, 2}}, {{2, 0}, {2, 1}, {2, 2}}};

/// Extracts one channel of RGB bytes, sixteen pixels at a time; returns the number of pixels done.
std::int64_t extractChannel(const std::uint8_t* row, int channel, std::int64_t count,
                            std::uint8_t* to) {
  const hn::FixedTag<std::uint8_t, 16> d;
  const auto first = hn::Load(d, kChannelShuffles[channel][0].at);
  const auto second = hn::Load(d, kChannelShuffles[channel][1].at);
  const auto third = hn::Load(d, kChannelShuffles[channel][2].at);
  std::int64_t x = 0;
  for (; x + 16 <= count; x += 16) {
    const std::uint8_t* from = row + 3 * x;
    const auto a = hn::TableLookupBytesOr0(hn::LoadU(d, from), first);
    const auto b = hn::TableLookupBytesOr0(hn::LoadU(d, from + 16), second);
    const auto c = hn::TableLookupBytesOr0(hn::LoadU(d, from + 32), third);
    hn::StoreU(hn::Or(hn::Or(a, b), c), d, to + x);
  }
  return x;
}

}  // namespace
}  // namespace espy::picture::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espy::picture {
namespace {

ESPY_SIMD_TABLE(extractChannel);

/// Extracts one channel of `count` pixels of a row.
template <class From, class To>
void takeRow(const std::uint8_t* row, int step, int channel, std::int64_t count, To* to) {
  constexpr To kScale = sizeof(From) < sizeof(To) ? 257 : 1;
  const From* from = reinterpret_cast<const From*>(row) + channel;
  if (step == 1 && sizeof(From) == sizeof(To)) {
    std::memcpy(to, from, static_cast<std::size_t>(count) * sizeof(To));
    return;
  }
  std::int64_t x = 0;
  if constexpr (sizeof(From) == 1 && sizeof(To) == 1) {
    if (step == 3) x = ESPY_SIMD_CALL(extractChannel)(row, channel, count, to);
  }
  for (; x < count; ++x) to[x] = static_cast<To>(from[x * step] * kScale);
}

}  // namespace

template <class Sample>
void TilePlanes<Sample>::load(const ImageView& scene, CommonFormat form, std::int64_t x,
                              std::int64_t y, Size size) {
  size_ = size;
  channels_ = form.channels;
  pitch_ = size.width < kNarrow ? size.width : (size.width + kPadding + 31) / 32 * 32;
  channelPitch_ = size.height * pitch_ + (size.width < kNarrow ? kPadding : 0);
  samples_.resize(static_cast<std::size_t>(channelPitch_ * channels_));
  begin_ = samples_.data();
  const PixelFormat format = scene.format();
  const std::int64_t inside = std::clamp<std::int64_t>(scene.width() - x, 0, size.width);
  for (int c = 0; c < channels_; ++c) {
    const int channel = format.colourChannels() == 1 ? 0 : c;
    for (std::int64_t line = 0; line < size.height; ++line) {
      Sample* to = begin_ + c * channelPitch_ + line * pitch_;
      const std::int64_t count = y + line < scene.height() ? inside : 0;
      if (count > 0) {
        const std::uint8_t* from = scene.pixel(x, y + line);
        if (format.depth == Depth::u8) {
          takeRow<std::uint8_t>(from, format.channels, channel, count, to);
        } else {
          takeRow<std::uint16_t>(from, format.channels, channel, count, to);
        }
      }
      std::fill(to + count, to + pitch_, Sample{0});
    }
    if (size.width < kNarrow) {
      std::fill_n(begin_ + c * channelPitch_ + size.height * pitch_, kPadding, Sample{0});
    }
  }
}

template class TilePlanes<std::uint8_t>;
template class TilePlanes<std::uint16_t>;
}  // namespace espy::picture
#endif  // HWY_ONCE
