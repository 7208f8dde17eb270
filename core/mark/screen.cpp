// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0

// Screening: keeps a pixel if each of its colour samples is in a range.
#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>

#include "mark/engines.h"
#include "picture/formats.h"
#include "picture/tiles.h"

namespace espy::mark {
namespace {

/// The range of kept samples, for red, green and blue.
struct Ranges {
  std::array<std::int64_t, 3> low;
  std::array<std::int64_t, 3> high;

  bool empty() const { return low[0] > high[0]; }
};

Ranges rangesFor(PixelFormat format, Colour keep, std::int64_t tolerance) {
  const std::int64_t unit = format.depth == Depth::u8 ? 1 : 257;
  const std::array<std::int64_t, 3> wanted = {keep.red * unit, keep.green * unit, keep.blue * unit};
  Ranges ranges;
  for (std::size_t i = 0; i < 3; ++i) {
    ranges.low[i] = std::max<std::int64_t>(wanted[i] - tolerance, 0);
    ranges.high[i] = std::min<std::int64_t>(wanted[i] + tolerance, format.maxValue());
  }
  if (format.colourChannels() == 1) {
    // Grey must be in the range of all three.
    ranges.low.fill(*std::max_element(ranges.low.begin(), ranges.low.end()));
    ranges.high.fill(*std::min_element(ranges.high.begin(), ranges.high.end()));
  }
  return ranges;
}

/// Screens a block of pixels at a time, in loops of constant length that compilers vectorise.
template <class Sample, int channels>
class Screener {
 public:
  explicit Screener(const Ranges& ranges) {
    for (std::size_t i = 0; i < kSamples; ++i) {
      const std::size_t channel = i % channels;
      const bool alpha = channels % 2 == 0 && channel == channels - 1;
      low_[i] = static_cast<Sample>(alpha ? 0 : ranges.low[channel]);
      span_[i] = static_cast<Sample>(alpha ? kMax : ranges.high[channel] - ranges.low[channel]);
    }
  }

  void row(const Sample* samples, std::uint8_t* flags, std::int64_t pixels) const {
    for (; pixels >= kPixels; pixels -= kPixels, samples += kSamples, flags += kPixels) {
      block(samples, flags);
    }
    std::array<Sample, kSamples> lastSamples{};
    std::array<std::uint8_t, kPixels> lastFlags;
    std::copy_n(samples, pixels * channels, lastSamples.data());
    block(lastSamples.data(), lastFlags.data());
    std::copy_n(lastFlags.data(), pixels, flags);
  }

 private:
  static constexpr std::int64_t kPixels = 64;
  static constexpr std::size_t kSamples = kPixels * channels;
  static constexpr Sample kMax = std::numeric_limits<Sample>::max();

  void block(const Sample* __restrict samples, std::uint8_t* __restrict flags) const {
    std::array<Sample, kSamples> inside;
    for (std::size_t i = 0; i < kSamples; ++i) {
      // Samples below the minimum wrap around to large values.
      const auto above = static_cast<Sample>(samples[i] - low_[i]);
      inside[i] = above <= span_[i] ? kFlagInside : kFlagNothing;
    }
    for (std::size_t x = 0; x < kPixels; ++x) {
      Sample kept = inside[x * channels];
      for (std::size_t c = 1; c < channels; ++c) kept &= inside[x * channels + c];
      flags[x] = static_cast<std::uint8_t>(kept);
    }
  }

  std::array<Sample, kSamples> low_;
  std::array<Sample, kSamples> span_;
};

}  // namespace

Image screenFast(const ImageView& scene, Colour keep, int tolerance, int threads,
                 const Control& control) {
  Image result(scene.size(), {1, Depth::u8});
  const MutableImageView flags = result.pixels();
  const Ranges ranges = rangesFor(scene.format(), keep, tolerance);
  if (ranges.empty()) return result;
  picture::adviseWhole(flags);
  picture::withFormat(scene.format(), [&]<class Sample, int channels>() {
    const Screener<Sample, channels> screener(ranges);
    picture::forEachTile({scene.size(), picture::kPlainTile}, threads, control,
                         [&](const picture::Tile& tile, int) {
                           for (std::int64_t y = tile.y0; y < tile.y1; ++y) {
                             screener.row(picture::samplesOf<Sample>(scene.pixel(tile.x0, y)),
                                          flags.pixel(tile.x0, y), tile.x1 - tile.x0);
                           }
                         });
  });
  return result;
}

}  // namespace espy::mark
