// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "cuda/score/needle.h"

#include <algorithm>

namespace espy::cuda {
namespace {

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
  ScoredNeedle prepared;
  static_cast<finders::PreparedNeedle&>(prepared) =
      finders::prepareNeedle(needle, index, scene, weighted);
  prepared.channels = prepared.form.channels;
  prepared.bytes = prepared.form.depth == Depth::u8;
  prepared.deepScene = scene.depth == Depth::u16;
  prepared.masked = !prepared.solid;
  return prepared;
}

ScoreRule ruleOf(Method method, const finders::NeedleSums& sums) {
  ScoreRule rule;
  rule.correlates = method == Method::zncc;
  rule.squared = method == Method::ssd;
  rule.samples = sums.samples;
  rule.sum = sums.sum;
  rule.squares = sums.squares;
  const finders::Wide variance = sums.variance();
  rule.variance = static_cast<double>(variance);
  rule.highVariance = static_cast<std::uint64_t>(variance >> 64);
  rule.lowVariance = static_cast<std::uint64_t>(variance);
  const std::int64_t most = rule.squared ? sums.maxValue * sums.maxValue : sums.maxValue;
  rule.greatest = static_cast<double>(static_cast<finders::Wide>(most) * sums.weight);
  return rule;
}

Threshold thresholdOf(Method method, const finders::NeedleSums& sums, double minScore) {
  Threshold threshold{minScore, 0};
  if (method == Method::zncc) return threshold;
  // Scores are monotonic in the distance: binary search for the first distance that scores too
  // little.
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
