// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "picture/planes.h"

#include <algorithm>
#include <cstring>

#include "base/cpu.h"
#include "base/lanes.h"

namespace espy::picture {
namespace {

/// One channel of red, green and blue bytes: sixteen pixels at a time, which are three registers.
template <int kChannel>
inline __attribute__((always_inline)) std::int64_t takeThird(const std::uint8_t* row,
                                                             std::int64_t count, std::uint8_t* to) {
  using Sixteen = Lanes<std::uint8_t, 16>;
  std::int64_t x = 0;
  for (; x + 16 <= count; x += 16) {
    Sixteen a;
    Sixteen b;
    Sixteen c;
    std::memcpy(&a, row + 3 * x, sizeof a);
    std::memcpy(&b, row + 3 * x + 16, sizeof b);
    std::memcpy(&c, row + 3 * x + 32, sizeof c);
    // Sample i of the channel is byte 3 i + channel: of the first two registers to begin with.
    constexpr auto kEarly = [](int i) { return 3 * i + kChannel < 32 ? 3 * i + kChannel : 0; };
    constexpr auto kLate = [](int i) {
      return 3 * i + kChannel < 32 ? i : 16 + 3 * i + kChannel - 32;
    };
    const Sixteen early =
        __builtin_shufflevector(a, b, kEarly(0), kEarly(1), kEarly(2), kEarly(3), kEarly(4),
                                kEarly(5), kEarly(6), kEarly(7), kEarly(8), kEarly(9), kEarly(10),
                                kEarly(11), kEarly(12), kEarly(13), kEarly(14), kEarly(15));
    const Sixteen all = __builtin_shufflevector(
        early, c, kLate(0), kLate(1), kLate(2), kLate(3), kLate(4), kLate(5), kLate(6), kLate(7),
        kLate(8), kLate(9), kLate(10), kLate(11), kLate(12), kLate(13), kLate(14), kLate(15));
    std::memcpy(to + x, &all, sizeof all);
  }
  return x;
}
ESPY_SIMD_CLONES
std::int64_t takeThirds(const std::uint8_t* row, int channel, std::int64_t count,
                        std::uint8_t* to) {
  switch (channel) {
    case 0:
      return takeThird<0>(row, count, to);
    case 1:
      return takeThird<1>(row, count, to);
    default:
      return takeThird<2>(row, count, to);
  }
}

/// One channel of `count` pixels of a row.
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
    if (step == 3) x = takeThirds(row, channel, count, to);
  }
  for (; x < count; ++x) to[x] = static_cast<To>(from[x * step] * kScale);
}

}  // namespace

template <class Sample>
void TilePlanes<Sample>::load(const ImageView& scene, CommonForm form, std::int64_t x,
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
