// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "score/mask_sums.h"

#include <algorithm>
#include <cmath>

#include "score/needle.h"

namespace espy::score {
namespace {

/// From this number on, reading the rectangles' corners at each position is slower than the FFTs.
constexpr std::size_t kManyRectangles = 256;

ScoredNeedle maskOf(const ScoredNeedle& needle) {
  ScoredNeedle mask;
  mask.index = needle.index;
  mask.size = needle.size;
  mask.form = needle.form;
  // Channels with their own means are summed separately.
  if (needle.sums.eachMean()) mask.form.channels = 1;
  mask.weights = needle.weights;
  mask.solid = needle.solid;
  for (int c = 0; c < mask.form.channels; ++c) {
    mask.values.insert(mask.values.end(), needle.weights.begin(), needle.weights.end());
  }
  const auto samples = static_cast<std::int64_t>(needle.sums.sharing());
  mask.sums.samples = mask.sums.weight = samples;
  mask.sums.sum = mask.sums.squares = static_cast<std::uint64_t>(samples);
  return mask;
}

}  // namespace

bool hasManyHoles(const ScoredNeedle& needle) {
  return (needle.scattered || needle.rectangles.size() > kManyRectangles) && !needle.weighted;
}

Masks::Masks(Size transform, std::span<const ScoredNeedle* const> needles, const Control& control,
             const NeedleCut& cut)
    : index_(needles.size(), 0) {
  std::vector<const ScoredNeedle*> pointers;
  masks_.reserve(needles.size());
  for (std::size_t n = 0; n < needles.size(); ++n) {
    if (!hasManyHoles(*needles[n])) continue;
    index_[n] = masks_.size();
    masks_.push_back(maskOf(*needles[n]));
    pointers.push_back(&masks_.back());
  }
  correlator_ =
      std::make_unique<const Correlator<double>>(transform, pointers, control, Centre::none, cut);
}

template <class Sample, class Sum>
template <class Part>
bool MaskSums<Sample, Sum>::add(const Masks& masks, std::size_t mask, Tiles tiles, const Part& part,
                                std::int64_t factor, std::array<ScratchVector<Sum>, 2>& to) {
  std::vector<picture::TilePlanes<std::uint16_t>> planes;
  for (std::size_t t = 0; t < tiles.size(); ++t) {
    const picture::TilePlanes<Sample>& tile = tiles[t];
    const std::int64_t channelPitch = tile.size().pixels();
    parts_[t].resize(static_cast<std::size_t>(channelPitch * tile.channels()));
    std::uint16_t* next = parts_[t].data();
    for (int c = 0; c < tile.channels(); ++c) {
      for (std::int64_t y = 0; y < tile.size().height; ++y) {
        const Sample* row = tile.row(c, y);
        for (std::int64_t x = 0; x < tile.size().width; ++x) *next++ = part(row[x]);
      }
    }
    planes.emplace_back(parts_[t].data(), tile.size(), tile.channels(), tile.size().width,
                        channelPitch);
  }
  masks.correlator().load(std::span<const picture::TilePlanes<std::uint16_t>>(planes), buffers_);
  if (!(masks.correlator().correlateLast(mask, buffers_) < 0.49)) return false;
  for (std::size_t t = 0; t < tiles.size(); ++t) {
    const ScratchVector<double>& result = buffers_.result.part(t);
    const std::int64_t pitch = masks.correlator().size().width;
    Sum* next = to[t].data();
    for (std::int64_t y = 0; y < places_.height; ++y) {
      for (std::int64_t x = 0; x < places_.width; ++x) {
        const auto sum = masks.correlator().products<std::int64_t>(
            mask, buffers_, static_cast<int>(t), std::llround(result[y * pitch + x]), 0);
        *next++ += static_cast<Sum>(sum * factor);
      }
    }
  }
  return true;
}

template <class Sample, class Sum>
bool MaskSums<Sample, Sum>::load(const Masks& masks, std::size_t needle, Tiles tiles) {
  const bool done = loadAll(masks, needle, tiles);
  // Frees the scratch buffers until the next tiles.
  buffers_ = {};
  parts_ = {};
  return done;
}

template <class Sample, class Sum>
bool MaskSums<Sample, Sum>::loadAll(const Masks& masks, std::size_t needle, Tiles tiles) {
  const std::size_t mask = masks.indexOf(needle);
  // Tiles smaller than their FFT have fewer positions.
  const Size size = tiles.front().size();
  const Size whole = masks.sizeOf(mask);
  const Size output = masks.correlator().placesOf(mask);
  places_ = {std::min(output.width, size.width - whole.width + 1),
             std::min(output.height, size.height - whole.height + 1)};
  for (std::size_t t = 0; t < tiles.size(); ++t) {
    sums_[t].assign(static_cast<std::size_t>(places_.pixels()), 0);
    squares_[t].assign(sums_[t].size(), 0);
  }
  const auto itself = [](Sample value) { return std::uint16_t{value}; };
  if (!add(masks, mask, tiles, itself, 1, sums_)) return false;
  // The square of 8 bits fits into 16. Of 16 bits, h and l, it is h h 2^16 + h l 2^9 + l l.
  const auto low = [](Sample value) { return static_cast<std::uint32_t>(value) & 0xffU; };
  const auto lowSquare = [&](Sample value) {
    return static_cast<std::uint16_t>(low(value) * low(value));
  };
  if (!add(masks, mask, tiles, lowSquare, 1, squares_)) return false;
  if constexpr (sizeof(Sample) == 1) return true;
  const auto high = [](Sample value) { return static_cast<std::uint32_t>(value) >> 8U; };
  const auto highSquare = [&](Sample value) {
    return static_cast<std::uint16_t>(high(value) * high(value));
  };
  const auto both = [&](Sample value) {
    return static_cast<std::uint16_t>(high(value) * low(value));
  };
  return add(masks, mask, tiles, highSquare, 1 << 16, squares_) &&
         add(masks, mask, tiles, both, 1 << 9, squares_);
}

template <class Sample, class Sum>
void MaskSums<Sample, Sum>::windows(int tile, std::int64_t x, std::int64_t y, std::int64_t count,
                                    Sum* sums, Sum* squares) const {
  const auto at = static_cast<std::size_t>(y * places_.width + x);
  const auto t = static_cast<std::size_t>(tile);
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
    sums[i] = sums_[t][at + i];
    squares[i] = squares_[t][at + i];
  }
}

template class MaskSums<std::uint8_t, std::uint32_t>;
template class MaskSums<std::uint8_t, std::uint64_t>;
template class MaskSums<std::uint16_t, std::uint64_t>;

}  // namespace espy::score
