// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "cuda/score/needle.h"

#include <algorithm>

#include "find/reference.h"
#include "score/reference.h"

namespace espy::cuda {
namespace {

find::NeedleSums sumsOf(const ScoredNeedle& needle, std::int64_t maxValue) {
  find::NeedleSums sums;
  sums.maxValue = maxValue;
  const std::size_t pixels = needle.weights.size();
  for (std::size_t begin = 0; begin < needle.values.size(); begin += pixels) {
    for (std::size_t i = 0; i < pixels; ++i) {
      const std::uint8_t weight = needle.weights[i];
      if (weight == 0) continue;
      const std::uint64_t value = needle.values[begin + i];
      ++sums.samples;
      sums.weight += weight;
      sums.sum += value;
      sums.squares += value * value;
    }
  }
  return sums;
}

/// Of bytes that all take part.
void copySamples(const ImageView& picture, ScoredNeedle& needle) {
  const int step = picture.format().channels;
  std::uint16_t* to = needle.values.data();
  for (int c = 0; c < needle.channels; ++c) {
    for (std::int64_t y = 0; y < picture.height(); ++y) {
      const std::uint8_t* from = picture.pixel(0, y) + (step == 1 ? 0 : c);
      for (std::int64_t x = 0; x < picture.width(); ++x, from += step) *to++ = *from;
    }
  }
}

template <class ByteOf>
std::vector<std::int8_t> bytesOf(const ScoredNeedle& needle, std::int64_t first, std::int64_t rows,
                                 const ByteOf& byteOf) {
  const auto width = static_cast<std::size_t>(needle.size.width);
  const std::size_t count = static_cast<std::size_t>(rows) * width;
  const std::size_t skipped = static_cast<std::size_t>(first) * width;
  std::vector<std::int8_t> bytes(static_cast<std::size_t>(needle.channels) * count);
  for (std::size_t c = 0; c < static_cast<std::size_t>(needle.channels); ++c) {
    const std::uint16_t* values = needle.values.data() + c * needle.weights.size() + skipped;
    const std::uint8_t* weights = needle.weights.data() + skipped;
    for (std::size_t i = 0; i < count; ++i) {
      bytes[c * count + i] = static_cast<std::int8_t>(weights[i] != 0 ? byteOf(values[i]) : 0);
    }
  }
  return bytes;
}

}  // namespace

std::vector<std::int8_t> centredBytes(const ScoredNeedle& needle, std::int64_t first,
                                      std::int64_t rows) {
  return bytesOf(needle, first, rows, [](int value) { return value - 128; });
}

std::vector<std::int8_t> maskBytes(const ScoredNeedle& needle, std::int64_t first,
                                   std::int64_t rows) {
  return bytesOf(needle, first, rows, [](int) { return 1; });
}

ScoredNeedle scoredNeedle(const Needle& needle, std::uint32_t index, PixelFormat scene,
                          bool weighted) {
  const ImageView& picture = needle.picture;
  const PixelFormat own = picture.format();
  const bool depthsDiffer = own.depth != scene.depth;
  ScoredNeedle prepared;
  prepared.index = index;
  prepared.size = picture.size();
  prepared.channels = std::max(own.colourChannels(), scene.colourChannels());
  prepared.bytes = own.depth == Depth::u8 && scene.depth == Depth::u8;
  prepared.deepScene = scene.depth == Depth::u16;
  prepared.weighted = weighted;
  const auto pixels = static_cast<std::size_t>(prepared.pixels());
  prepared.values.resize(pixels * static_cast<std::size_t>(prepared.channels));
  prepared.weights.resize(pixels);
  // Most needles are bytes, all of which take part; for the others plain and slow will do.
  const bool plain = prepared.bytes && !needle.mask && !own.hasAlpha();
  if (plain) {
    copySamples(picture, prepared);
    std::fill(prepared.weights.begin(), prepared.weights.end(),
              static_cast<std::uint8_t>(weighted ? 255 : 1));
  }
  std::size_t at = 0;
  for (std::int64_t y = 0; y < picture.height() && !plain; ++y) {
    for (std::int64_t x = 0; x < picture.width(); ++x, ++at) {
      prepared.weights[at] = static_cast<std::uint8_t>(score::weightOf(needle, x, y, weighted));
      for (int c = 0; c < prepared.channels; ++c) {
        prepared.values[at + pixels * static_cast<std::size_t>(c)] =
            static_cast<std::uint16_t>(find::comparedSample(picture, x, y, c, depthsDiffer));
      }
    }
  }
  prepared.sums = sumsOf(prepared, std::max(own.maxValue(), scene.maxValue()));
  prepared.masked = prepared.sums.samples < prepared.channels * prepared.pixels();
  return prepared;
}

ScoreRule ruleOf(Method method, const find::NeedleSums& sums) {
  ScoreRule rule;
  rule.correlates = method == Method::zncc;
  rule.squared = method == Method::ssd;
  rule.samples = sums.samples;
  rule.sum = sums.sum;
  rule.squares = sums.squares;
  const find::Wide variance = sums.variance();
  rule.variance = static_cast<double>(variance);
  rule.highVariance = static_cast<std::uint64_t>(variance >> 64);
  rule.lowVariance = static_cast<std::uint64_t>(variance);
  const std::int64_t most = rule.squared ? sums.maxValue * sums.maxValue : sums.maxValue;
  rule.greatest = static_cast<double>(static_cast<find::Wide>(most) * sums.weight);
  return rule;
}

Threshold thresholdOf(Method method, const find::NeedleSums& sums, double minScore) {
  Threshold threshold{minScore, 0};
  if (method == Method::zncc) return threshold;
  // Scores never rise with the distance: the first distance that scores too little is looked for.
  std::uint64_t low = 0;
  std::uint64_t high = ~std::uint64_t{0};
  while (low < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    if (score::scoreOfDistance(method, sums, middle) >= minScore) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  threshold.below = low;
  return threshold;
}

}  // namespace espy::cuda
