// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/work_memory.h"
#include "picture/form.h"

namespace espy::picture {

/// A piece of the scene in the common form, one plane for each channel, and its sums. What would
/// lie outside the scene is 0.
template <class Sample>
class TilePlanes {
 public:
  /// Samples that may be read behind the end of a row: nothing, or, of narrow planes, whose rows
  /// would be mostly that, the next rows.
  static constexpr std::int64_t kPadding = 128;
  static constexpr std::int64_t kNarrow = 16;

  /// Takes the piece of this size at (x, y) over. Keeps its memory for the next one.
  void load(const ImageView& scene, CommonForm form, std::int64_t x, std::int64_t y, Size size);

  TilePlanes() = default;
  /// A view of samples that lie elsewhere and live on, from row to row and from channel to channel
  /// so far apart.
  TilePlanes(Sample* samples, Size size, int channels, std::int64_t pitch,
             std::int64_t channelPitch)
      : size_(size),
        channels_(channels),
        pitch_(pitch),
        channelPitch_(channelPitch),
        begin_(samples) {}

  /// A view of one channel.
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
  WorkVector<Sample> samples_;
};

extern template class TilePlanes<std::uint8_t>;
extern template class TilePlanes<std::uint16_t>;

}  // namespace espy::picture
