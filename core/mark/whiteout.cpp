// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0

// White-out, dimming and lightening: changes unflagged pixels, 64 at a time where all are
// unflagged.
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <limits>

#include "mark/engines.h"
#include "mark/flag_bits.h"
#include "picture/formats.h"
#include "picture/tiles.h"

namespace espy::mark {
namespace {

/// Calls `block(samples)` for 64 unflagged pixels and `single(samples)` for one.
template <class Sample, int channels, class Block, class Single>
void forUnflagged(const MutableImageView& picture, const ImageView& flags,
                  const picture::Tile& tile, const Block& block, const Single& single) {
  for (std::int64_t y = tile.y0; y < tile.y1; ++y) {
    auto* row = picture::samplesOf<Sample>(picture.row(y));
    const std::uint8_t* flagRow = flags.row(y);
    for (std::int64_t x = tile.x0; x < tile.x1; x += kWordPixels) {
      const std::int64_t count = std::min<std::int64_t>(kWordPixels, tile.x1 - x);
      std::uint64_t unflagged = ~flagBits(flagRow + x, count) & lowBits(count);
      Sample* at = row + x * channels;
      if (unflagged == kAllFlagged) {
        block(at);
        continue;
      }
      for (; unflagged != 0; unflagged &= unflagged - 1) {
        single(at + std::countr_zero(unflagged) * channels);
      }
    }
  }
}

/// Mask of the alpha samples of 64 pixels, which dimming keeps.
template <class Sample, int channels>
constexpr std::array<Sample, kWordPixels * channels> alphaBits() {
  std::array<Sample, kWordPixels * channels> bits{};
  if (channels % 2 != 0) return bits;
  for (std::size_t i = channels - 1; i < bits.size(); i += channels) {
    bits[i] = std::numeric_limits<Sample>::max();
  }
  return bits;
}

/// Writes every sample, alpha unchanged, which is faster than skipping it. `flip` has all bits set
/// to dim the negative, which lightens.
template <class Sample, int channels>
void dimPixels(Sample* at, int pixels, Sample flip) {
  static constexpr auto kAlpha = alphaBits<Sample, channels>();
  for (std::size_t i = 0; i < static_cast<std::size_t>(pixels) * channels; ++i) {
    const auto third = static_cast<Sample>((at[i] ^ flip) / 3u ^ flip);
    at[i] = static_cast<Sample>((third & ~kAlpha[i]) | (at[i] & kAlpha[i]));
  }
}

}  // namespace

void paintWhite(const MutableImageView& picture, const ImageView& flags, int threads,
                const Control& control) {
  picture::forEachTile(
      {picture.size(), picture::kPlainTile}, threads, control, [&](const picture::Tile& tile, int) {
        picture::withFormat(picture.format(), [&]<class Sample, int channels>() {
          // Opaque white has all bits set in every format.
          constexpr std::size_t kPixel = sizeof(Sample) * channels;
          forUnflagged<Sample, channels>(
              picture, flags, tile, [](Sample* at) { std::memset(at, 0xff, kPixel * kWordPixels); },
              [](Sample* at) { std::memset(at, 0xff, kPixel); });
        });
      });
}

void paintDim(const MutableImageView& picture, const ImageView& flags, bool lighten, int threads,
              const Control& control) {
  picture::forEachTile(
      {picture.size(), picture::kPlainTile}, threads, control, [&](const picture::Tile& tile, int) {
        picture::withFormat(picture.format(), [&]<class Sample, int channels>() {
          const Sample flip = lighten ? std::numeric_limits<Sample>::max() : Sample{0};
          forUnflagged<Sample, channels>(
              picture, flags, tile,
              [=](Sample* at) { dimPixels<Sample, channels>(at, kWordPixels, flip); },
              [=](Sample* at) { dimPixels<Sample, channels>(at, 1, flip); });
        });
      });
}

}  // namespace espy::mark
