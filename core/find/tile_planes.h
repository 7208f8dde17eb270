// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "base/work_memory.h"
#include "find/scored_needle.h"

namespace espy::find {

/// A piece of the scene in the common form, one plane for each channel, and its sums. What would
/// lie outside the scene is 0.
template <class Sample>
class TilePlanes {
 public:
  /// Samples that may be read behind the end of a row.
  static constexpr std::int64_t kPadding = 128;

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

/// Sums of samples and of their squares over rectangles of a tile, over all channels together. They
/// are added and subtracted modulo the range of `Sum`, which must hold those of a needle's window.
template <class Sum>
class TileSums {
 public:
  template <class Sample>
  void load(const TilePlanes<Sample>& tile);
  /// Of samples less `mean`, whose squares lose `shift` bits; the first so many columns and rows.
  void loadLess(const TilePlanes<std::uint16_t>& tile, Size size, std::int32_t mean, int shift);

  /// The sums of `count` windows beside each other, the first of which is at (x, y), over these
  /// parts of the window.
  void windows(std::span<const Rectangle> parts, std::int64_t x, std::int64_t y, std::int64_t count,
               Sum* sums, Sum* squares) const;
  /// Over the pixels of a needle that take part.
  void windows(const ScoredNeedle& needle, std::int64_t x, std::int64_t y, std::int64_t count,
               Sum* sums, Sum* squares) const;

 private:
  /// `add(y)` adds a row's samples to what are the row's values.
  template <class Add>
  void sumUp(Size size, const Add& add);

  std::int64_t pitch_ = 0;
  WorkVector<Sum> sums_;  ///< of all that is above and to the left
  WorkVector<Sum> squares_;
  WorkVector<Sum> values_;  ///< of a row
  WorkVector<Sum> valueSquares_;
};

extern template class TileSums<std::uint32_t>;
extern template class TileSums<std::uint64_t>;

/// The exact sums of one window over the pixels that take part; its upper-left pixel is (x, y) of
/// the tile.
template <class Sample>
WindowSums windowAt(const TilePlanes<Sample>& tile, const ScoredNeedle& needle, std::int64_t x,
                    std::int64_t y);

/// Only sum I T; its upper-left pixel is (x, y) of the tile.
template <class Sample>
std::uint64_t productsAt(const TilePlanes<Sample>& tile, const ScoredNeedle& needle, std::int64_t x,
                         std::int64_t y);

/// The sum of absolute differences over the pixels that take part; likewise.
template <class Sample>
std::uint64_t differencesAt(const TilePlanes<Sample>& tile, const ScoredNeedle& needle,
                            std::int64_t x, std::int64_t y);

}  // namespace espy::find
