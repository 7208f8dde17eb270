// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "score/block_bound.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <vector>

#include "score/direct_blocks.h"

namespace espy::score {

namespace {

/// Sums the samples of blocks: columns first, in a loop that the compiler vectorises.
void sumBlocksOf(const ScoredNeedle& needle, int side, ScoredNeedle& blocks) {
  const Size grid = blocks.size;
  std::uint16_t* next = blocks.values.data();
  std::vector<std::uint16_t> columns(static_cast<std::size_t>(grid.width * side));
  for (int c = 0; c < needle.form.channels; ++c) {
    for (std::int64_t y = 0; y < grid.height; ++y, next += grid.width) {
      std::fill(columns.begin(), columns.end(), std::uint16_t{0});
      for (std::int64_t dy = 0; dy < side; ++dy) {
        const std::uint16_t* row = needle.row(c, y * side + dy);
        for (std::size_t x = 0; x < columns.size(); ++x) {
          columns[x] = static_cast<std::uint16_t>(columns[x] + row[x]);
        }
      }
      const std::uint16_t* column = columns.data();
      for (std::int64_t x = 0; x < grid.width; ++x, column += side) {
        next[x] = std::accumulate(column, column + side, std::uint16_t{0},
                                  [](int a, int b) { return static_cast<std::uint16_t>(a + b); });
      }
    }
  }
}

/// Gives weight 0 to blocks that contain an ignored pixel.
void leaveOut(const ScoredNeedle& needle, int side, ScoredNeedle& blocks) {
  const Size grid = blocks.size;
  std::vector<std::uint8_t> columns(static_cast<std::size_t>(grid.width * side));
  for (std::int64_t y = 0; y < grid.height; ++y) {
    std::uint8_t* weights = blocks.weights.data() + y * grid.width;
    std::fill(columns.begin(), columns.end(), std::uint8_t{1});
    for (std::int64_t dy = 0; dy < side; ++dy) {
      const std::uint8_t* row = needle.weights.data() + (y * side + dy) * needle.size.width;
      for (std::size_t x = 0; x < columns.size(); ++x) columns[x] &= row[x];
    }
    const std::uint8_t* column = columns.data();
    for (std::int64_t x = 0; x < grid.width; ++x, column += side) {
      for (std::int64_t dx = 0; dx < side; ++dx) weights[x] &= column[dx];
    }
    for (std::int64_t x = 0; x < grid.width; ++x) {
      if (weights[x] != 0) continue;
      blocks.solid = false;
      for (int c = 0; c < needle.form.channels; ++c) {
        blocks.values[static_cast<std::size_t>((c * grid.height + y) * grid.width + x)] = 0;
      }
    }
  }
}

}  // namespace

std::optional<BlockBound> BlockBound::make(const ScoredNeedle& needle, double minScore, int side) {
  const Size grid{needle.size.width / side, needle.size.height / side};
  if (needle.form.depth != Depth::u8 || needle.weighted) return {};
  if (grid.pixels() < 2 || minScore <= 0) return {};
  BlockBound bound;
  bound.side = side;
  ScoredNeedle& blocks = bound.blocks;
  blocks.index = needle.index;
  blocks.size = grid;
  blocks.form = {needle.form.channels, Depth::u16};
  blocks.weights.assign(static_cast<std::size_t>(grid.pixels()), 1);
  blocks.values.assign(static_cast<std::size_t>(grid.pixels() * needle.form.channels), 0);
  sumBlocksOf(needle, side, blocks);
  if (!needle.solid) leaveOut(needle, side, blocks);
  blocks.sums.maxValue = std::int64_t{255} * side * side;
  blocks.sums.samples =
      std::accumulate(blocks.weights.begin(), blocks.weights.end(), std::int64_t{0}) *
      needle.form.channels;
  blocks.sums.weight = blocks.sums.samples;
  if (blocks.sums.samples == 0) return {};
  for (const std::uint16_t value : blocks.values) {
    blocks.sums.sum += value;
    blocks.sums.squares += std::uint64_t{value} * value;
  }
  // Both variances are scaled by n^2; sums of blocks are A times their averages.
  const auto area = static_cast<double>(side) * side;
  const double ofBlocks =
      static_cast<double>(blocks.sums.variance()) / static_cast<double>(blocks.sums.samples) / area;
  const double all =
      static_cast<double>(needle.sums.variance()) / static_cast<double>(needle.sums.samples);
  const double share = std::min(ofBlocks / all, 1.0);
  const double wanted = minScore * (1 - 1e-9);
  const double left = wanted * wanted - (1 - share) - 1e-9;
  if (!(share > 0) || left <= 0) return {};
  bound.least = std::sqrt(left / share);
  const picture::Rectangle whole{0, 0, grid.width, grid.height};
  blocks.rectangles = {whole};
  blocks.inner = whole;
  if (blocks.solid) return bound;
  // A smaller rectangle prunes too little; more rectangles cost too much.
  constexpr double kLeast = 0.4;
  constexpr std::size_t kMostRectangles = 1024;
  const auto counts = [&](std::int64_t x, std::int64_t y) { return blocks.weight(x, y) != 0; };
  blocks.inner = picture::largestRectangle(grid, counts, {});
  if (static_cast<double>(bound.innerSamples()) <
      kLeast * static_cast<double>(blocks.sums.samples)) {
    return {};
  }
  const auto label = [&](std::int64_t x, std::int64_t y) { return counts(x, y) ? 1 : -1; };
  const std::vector<picture::Labelled> parts =
      picture::labelledRectangles(grid, label, {}, kMostRectangles);
  if (parts.size() > kMostRectangles) return {};
  blocks.rectangles.clear();
  for (const picture::Labelled& part : parts) blocks.rectangles.push_back(part.rectangle);
  return bound;
}

std::optional<BlockBound> blockBoundForTransforms(const ScoredNeedle& needle, double minScore) {
  // The cost of an FFT hardly depends on the block size. Smaller blocks leave fewer positions, so 2
  // x 2 is used where larger ones keep too little of the variance or are too few.
  const std::int64_t shorter = std::min(needle.size.width, needle.size.height);
  for (int side = shorter >= 768 ? 8 : 4; side >= 2; side /= 2) {
    const std::int64_t across = shorter / side;
    if (across < (side == 2 ? 8 : 16)) continue;
    const double enough = side == 2 ? (across < 16 ? 0.7 : 0.5) : across < 32 ? 0.75 : 0.7;
    std::optional<BlockBound> bound = BlockBound::make(needle, minScore, side);
    if (bound && bound->least >= enough) return bound;
  }
  return {};
}

std::optional<BlockBound> blockBoundForProducts(const ScoredNeedle& needle, double minScore) {
  // The largest blocks have the fewest products; they must still leave few positions.
  constexpr double kEnough = 0.6;
  constexpr std::int64_t kAcross = 8;
  const std::int64_t shorter = std::min(needle.size.width, needle.size.height);
  for (const int side : {16, 8, 4, 2}) {
    if (shorter / side < kAcross) continue;
    std::optional<BlockBound> bound = BlockBound::make(needle, minScore, side);
    if (!bound || bound->least < kEnough || !BlockTaps::make(*bound)) continue;
    bound->direct = true;
    return bound;
  }
  return {};
}

int squareShift(std::int64_t blocks, std::int64_t most) {
  const auto sum = static_cast<std::uint64_t>(blocks) * static_cast<std::uint64_t>(most * most);
  return std::max(0, static_cast<int>(std::bit_width(sum)) - 31);
}

/// Let S = sum d and K the blocks in the part. The spread sum d^2 - S^2 / K is bounded from below
/// by the shifted squares. In single precision each term has a relative error below 2.4e-7; S^2 / K
/// is at most sum d^2, which is at most the shifted squares plus their lost bits.
BlockTest blockTestFor(const BlockBound& bound, double error, std::int64_t blocks, int shift) {
  const finders::NeedleSums& sums = bound.blocks.sums;
  const auto part = static_cast<double>(blocks);
  const double lost = std::ldexp(part, shift);
  const double spread = static_cast<double>(sums.variance()) / static_cast<double>(sums.samples);
  return {static_cast<float>(error * (1 + 1e-6)),
          static_cast<float>(bound.least * bound.least * spread * (1 - 1e-5)),
          static_cast<float>(1 / part), static_cast<float>(std::ldexp(1.0, shift)),
          static_cast<float>(3e-7 * lost)};
}

}  // namespace espy::score
