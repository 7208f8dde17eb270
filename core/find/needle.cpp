// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "find/needle.h"

#include <algorithm>

#include "find/needle_sums.h"
#include "picture/formats.h"

namespace espy::finders {
namespace {

/// Applies alpha or a mask to weights: clears those of ignored pixels, or scales them.
template <class Sample>
void weigh(const Sample* samples, int step, std::int64_t count, bool weighted,
           std::uint8_t* weights) {
  constexpr int kByte = sizeof(Sample) == 1 ? 1 : 257;
  for (std::int64_t x = 0; x < count; ++x) {
    const int value = samples[x * step];
    weights[x] = static_cast<std::uint8_t>(
        weighted ? (weights[x] * ((value + kByte / 2) / kByte) + 127) / 255
                 : (value != 0 ? weights[x] : 0));
  }
}

void weigh(const ImageView& picture, int channel, std::int64_t y, bool weighted,
           std::uint8_t* weights) {
  const PixelFormat format = picture.format();
  const std::uint8_t* row = picture.row(y);
  if (format.depth == Depth::u8) {
    return weigh(row + channel, format.channels, picture.width(), weighted, weights);
  }
  weigh(picture::samplesOf<std::uint16_t>(row) + channel, format.channels, picture.width(),
        weighted, weights);
}

template <class Sample>
void spread(const Sample* samples, int step, int times, std::int64_t count, std::uint16_t* values) {
  for (std::int64_t x = 0; x < count; ++x) {
    values[x] = static_cast<std::uint16_t>(samples[x * step] * times);
  }
}

/// Reads a needle row by row, converted for comparison, and adds up its sums.
class NeedleRows {
 public:
  NeedleRows(const Needle& needle, PixelFormat scene, bool weighted)
      : needle_(needle), scene_(scene), weighted_(weighted) {
    sums_.maxValue = std::max(needle.picture.format().maxValue(), scene.maxValue());
    sums_.channels = form().channels;
  }

  picture::CommonFormat form() const {
    return picture::commonForm(needle_.picture.format(), scene_);
  }
  const NeedleSums& sums() const { return sums_; }

  /// Reads row `y`: its weights, and its samples; `pitch`: from channel to channel.
  void read(std::int64_t y, std::uint8_t* weights, std::uint16_t* values, std::int64_t pitch) {
    const ImageView& picture = needle_.picture;
    const PixelFormat own = picture.format();
    const std::int64_t width = picture.width();
    std::fill_n(weights, width, static_cast<std::uint8_t>(weighted_ ? 255 : 1));
    if (own.hasAlpha()) weigh(picture, own.channels - 1, y, weighted_, weights);
    if (needle_.mask) weigh(*needle_.mask, 0, y, weighted_, weights);
    const RowWeights row = sumUpWeights(weights, width);
    const int channels = form().channels;
    const int times = own.depth == Depth::u8 && form().depth == Depth::u16 ? 257 : 1;
    for (int c = 0; c < channels; ++c) {
      std::uint16_t* to = values + c * pitch;
      const int channel = own.colourChannels() == 1 ? 0 : c;
      if (own.depth == Depth::u8) {
        spread(picture.row(y) + channel, own.channels, times, width, to);
      } else {
        spread(picture::samplesOf<std::uint16_t>(picture.row(y)) + channel, own.channels, times,
               width, to);
      }
      if (row.pixels < width) dropIgnored(weights, width, to);
      const RowSums sums = sumUpValues(to, width);
      sums_.sum += sums.sum;
      sums_.sumOf[static_cast<std::size_t>(c)] += sums.sum;
      sums_.squares += sums.squares;
    }
    sums_.samples += channels * row.pixels;
    sums_.weight += channels * row.weight;
  }

 private:
  const Needle& needle_;
  PixelFormat scene_;
  bool weighted_;
  NeedleSums sums_;
};

}  // namespace

bool takesPart(const Needle& needle, std::int64_t x, std::int64_t y) {
  const PixelFormat format = needle.picture.format();
  if (format.hasAlpha() && sampleAt(needle.picture, x, y, format.channels - 1) == 0) return false;
  return !needle.mask || sampleAt(*needle.mask, x, y, 0) != 0;
}

NeedleSums needleSums(const Needle& needle, PixelFormat scene, bool weighted,
                      const Control& control) {
  NeedleRows rows(needle, scene, weighted);
  const auto width = static_cast<std::size_t>(needle.picture.width());
  std::vector<std::uint8_t> weights(width);
  std::vector<std::uint16_t> values(width);
  for (std::int64_t y = 0; y < needle.picture.height(); ++y) {
    control.check();
    rows.read(y, weights.data(), values.data(), 0);
  }
  return rows.sums();
}

PreparedNeedle prepareNeedle(const Needle& needle, std::uint32_t index, PixelFormat scene,
                             bool weighted, const Control& control) {
  NeedleRows rows(needle, scene, weighted);
  PreparedNeedle made;
  made.index = index;
  made.size = needle.picture.size();
  made.form = rows.form();
  const std::int64_t pixels = made.size.pixels();
  made.values.resize(static_cast<std::size_t>(pixels * made.form.channels));
  made.weights.resize(static_cast<std::size_t>(pixels));
  for (std::int64_t y = 0; y < made.size.height; ++y) {
    control.check();
    const std::int64_t at = y * made.size.width;
    rows.read(y, made.weights.data() + at, made.values.data() + at, pixels);
  }
  made.sums = rows.sums();
  made.solid = made.sums.samples == pixels * made.form.channels;
  made.weighted = made.sums.weight != made.sums.samples;
  return made;
}

}  // namespace espy::finders
