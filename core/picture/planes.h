// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/scratch.h"
#include "picture/common_format.h"

namespace espy::picture {

/// A part of the scene in the common format, one plane per channel. Zero outside the scene.
template <class Sample>
class TilePlanes {
 public:
  /// Samples that may be read past the end of a row: padding, or in narrow planes (at most
  /// kNarrow), where it would dominate, the next rows.
  static constexpr std::int64_t kPadding = 128;
  static constexpr std::int64_t kNarrow = 16;

  /// Copies and converts the part of this size at (x, y). Reuses its memory.
  void load(const ImageView& scene, CommonFormat form, std::int64_t x, std::int64_t y, Size size);

  TilePlanes() = default;
  /// A view of external samples, which must outlive it.
  TilePlanes(Sample* samples, Size size, int channels, std::int64_t pitch,
             std::int64_t channelPitch)
      : size_(size),
        channels_(channels),
        pitch_(pitch),
        channelPitch_(channelPitch),
        begin_(samples) {}

  /// Returns a view of one channel.
  TilePlanes channel(int channel) const {
    return {begin_ + channel * channelPitch_, size_, 1, pitch_, channelPitch_};
  }

  Size size() const { return size_; }
  int channels() const { return channels_; }
  std::int64_t pitch() const { return pitch_; }
  std::int64_t channelPitch() const { return channelPitch_; }
  const Sample* row(int channel, std::int64_t y) const {
    return begin_ + channel * channelPitch_ + y * pitch_;
  }

 private:
  Size size_;
  int channels_ = 1;
  std::int64_t pitch_ = 0;
  std::int64_t channelPitch_ = 0;
  Sample* begin_ = nullptr;
  ScratchVector<Sample> samples_;
};

extern template class TilePlanes<std::uint8_t>;
extern template class TilePlanes<std::uint16_t>;

}  // namespace espy::picture
