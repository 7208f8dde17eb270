// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "score/difference_tree.h"

#include <algorithm>
#include <array>
#include <type_traits>

#include "score/costs.h"

namespace espy::score {
namespace {

/// Below, all windows are compared at once.
constexpr std::int64_t kLeastSamples = 16384;
/// Fewer positions do not repay the prefix sums.
constexpr std::int64_t kLeastPositions = 4096;

/// Side of the largest blocks, whose sums fit into 32 bits.
std::int64_t largestSide(Depth depth) {
  return depth == Depth::u16 ? 256 : 2048;
}

}  // namespace

bool DifferenceTree::can(Size scene, const ScoredNeedle& needle, Method method) {
  const Size positions{scene.width - needle.size.width + 1, scene.height - needle.size.height + 1};
  return method == Method::sad && !needle.weighted && needle.sums.samples >= kLeastSamples &&
         std::min(needle.size.width, needle.size.height) >= kLeaf &&
         positions.width >= kLeastAcross && positions.pixels() >= kLeastPositions;
}

double DifferenceTree::nanoseconds(const ScoredNeedle& needle) {
  const double together = rowLoops().byFours ? 4 : 8;
  const double sample = needle.form.depth == Depth::u16 ? costs::kDeepDifference
                                                        : costs::rows().differences / together;
  return (sample + costs::kDifferenceBlock / (kLeaf * kLeaf)) *
         static_cast<double>(needle.sums.samples);
}

DifferenceTree::DifferenceTree(const ScoredNeedle& needle) : needle_(needle), loops_(rowLoops()) {
  const std::int64_t side = largestSide(needle.form.depth);
  for (int c = 0; c < needle.form.channels; ++c) {
    for (std::int64_t y = 0; y < needle.size.height; y += side) {
      for (std::int64_t x = 0; x < needle.size.width; x += side) {
        blocks_.push_back(
            {c,
             {x, y, std::min(side, needle.size.width - x), std::min(side, needle.size.height - y)},
             {}});
      }
    }
  }
  roots_ = blocks_.size();
  for (std::size_t i = 0; i < blocks_.size(); ++i) divide(i);
  for (std::size_t i = blocks_.size(); i-- > 0;) {
    Block& block = blocks_[i];
    if (block.parts == 0) {
      measure(block);
      continue;
    }
    for (std::size_t p = block.first; p < block.first + block.parts; ++p) {
      block.range.add(blocks_[p].range);
      block.sum += blocks_[p].sum;
      block.opaque = block.opaque && blocks_[p].opaque;
    }
  }
}

/// Into up to four parts, whose sides are multiples of the smallest.
void DifferenceTree::divide(std::size_t index) {
  const Block block = blocks_[index];
  const picture::Rectangle& area = block.area;
  const auto half = [](std::int64_t side) {
    return side > kLeaf ? ((side + 1) / 2 + kLeaf - 1) / kLeaf * kLeaf : side;
  };
  const std::int64_t width = half(area.width);
  const std::int64_t height = half(area.height);
  if (width == area.width && height == area.height) {
    blocks_[index].first = taps_.size();
    if (needle_.form.depth == Depth::u8) {
      taps_.emplace_back(needle_, block.channel, area, loops_.byFours);
    }
    return;
  }
  blocks_[index].first = blocks_.size();
  for (std::int64_t y = 0; y < area.height; y += height) {
    for (std::int64_t x = 0; x < area.width; x += width) {
      blocks_.push_back({block.channel,
                         {area.x + x, area.y + y, std::min(width, area.width - x),
                          std::min(height, area.height - y)},
                         {}});
    }
  }
  blocks_[index].parts = blocks_.size() - blocks_[index].first;
}

void DifferenceTree::measure(Block& block) const {
  const picture::Rectangle& area = block.area;
  for (std::int64_t y = area.y; y < area.y + area.height; ++y) {
    const std::uint16_t* const row = needle_.row(block.channel, y);
    for (std::int64_t x = area.x; x < area.x + area.width; ++x) {
      if (needle_.weight(x, y) == 0) {
        block.opaque = false;
        continue;
      }
      block.range.add({row[x], row[x]});
      block.sum += row[x];
    }
  }
}

/// The distances of one row of windows.
template <class Sample>
struct DifferenceTree::Search {
  const DifferenceTree& tree;
  const picture::TilePlanes<Sample>& tile;
  const SceneRanges& scene;
  const Row& row;
  std::uint64_t most;
  alignas(64) std::array<std::uint64_t, kStretch> sums = {};
  std::int64_t compared = 0;
  int unchecked = 0;  ///< compared blocks since the sums were tested

  bool allExceed() const {
    return *std::min_element(sums.begin(), sums.begin() + row.count) > most;
  }

  /// Adds a block; false if all windows then exceed the limit.
  bool add(const Block& block) {
    const picture::Rectangle& area = block.area;
    if (block.opaque) {
      const SampleRange range = scene.range(
          block.channel,
          {row.sceneX + area.x, row.sceneY + area.y, area.width + row.count - 1, area.height});
      const bool isGreater = range.least >= block.range.greatest;
      if (isGreater || range.greatest <= block.range.least) {
        const std::int64_t x = row.sceneX + area.x;
        const std::int64_t y = row.sceneY + area.y;
        addBlockSums({scene.sums(block.channel, y) + x,
                      scene.sums(block.channel, y + area.height) + x, area.width},
                     block.sum, isGreater, row.count, sums.data());
        return true;
      }
    }
    if (block.parts == 0) return compare(block);
    for (std::size_t p = block.first; p < block.first + block.parts; ++p) {
      if (!add(tree.blocks_[p])) return false;
    }
    return true;
  }

  /// Adds a block sample by sample.
  bool compare(const Block& block) {
    constexpr int kCheckEvery = 4;
    const picture::Rectangle& area = block.area;
    const Sample* const from = tile.row(block.channel, row.y + area.y) + row.x + area.x;
    const bool isFirst = compared == 0;
    compared += row.count * area.width * area.height;
    alignas(64) std::array<std::uint32_t, kStretch> some;
    if constexpr (std::is_same_v<Sample, std::uint8_t>) {
      const DifferenceTaps& taps = tree.taps_[block.first];
      const Stretch stretch{from, tile.pitch(), tile.channelPitch()};
      if (isFirst || !block.opaque) {
        // Stops after a few samples if these suffice.
        alignas(64) std::array<std::uint64_t, kStretch> within;
        if (!tree.loops_.differencesWithin(stretch, taps, most, within.data())) return false;
        for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += within[i];
        return !allExceed();
      }
      tree.loops_.differences(stretch, taps, 1, some.data());
    } else {
      const ScoredNeedle& needle = tree.needle_;
      deepDifferences(from, tile.pitch(),
                      {needle.row(block.channel, area.y) + area.x,
                       needle.weights.data() + area.y * needle.size.width + area.x,
                       needle.size.width,
                       {area.width, area.height}},
                      some.data());
    }
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += some[i];
    if (!isFirst && ++unchecked % kCheckEvery != 0) return true;
    return !allExceed();
  }
};

template <class Sample>
bool DifferenceTree::at(const picture::TilePlanes<Sample>& tile, const SceneRanges& scene,
                        const Row& row, std::uint64_t most, std::uint64_t* distances,
                        std::int64_t& compared) const {
  Search<Sample> search{*this, tile, scene, row, most};
  bool within = true;
  for (std::size_t i = 0; i < roots_ && within; ++i) within = search.add(blocks_[i]);
  compared += search.compared;
  if (!within || search.allExceed()) return false;
  std::copy_n(search.sums.begin(), row.count, distances);
  return true;
}

template bool DifferenceTree::at(const picture::TilePlanes<std::uint8_t>&, const SceneRanges&,
                                 const Row&, std::uint64_t, std::uint64_t*, std::int64_t&) const;
template bool DifferenceTree::at(const picture::TilePlanes<std::uint16_t>&, const SceneRanges&,
                                 const Row&, std::uint64_t, std::uint64_t*, std::int64_t&) const;

DifferenceTrees::DifferenceTrees(const ImageView& scene,
                                 std::span<const ScoredNeedle* const> needles, Method method,
                                 const Control& control) {
  for (const ScoredNeedle* needle : needles) {
    const bool can = DifferenceTree::can(scene.size(), *needle, method);
    trees.push_back(can ? std::make_unique<const DifferenceTree>(*needle) : nullptr);
    if (can && !ranges) {
      ranges = std::make_unique<const SceneRanges>(scene, needle->form, control);
    }
  }
}

}  // namespace espy::score
