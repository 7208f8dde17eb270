// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "score/difference_tree.h"

#include <algorithm>
#include <array>
#include <type_traits>
#include <utility>

#include "espy/control.h"
#include "picture/tile_grid.h"
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
  const Size positions = picture::positionsIn(scene, needle.size);
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

template <class Sample>
struct DifferenceTree::Search {
  const DifferenceTree& tree;
  const picture::TilePlanes<Sample>& tile;
  const SceneRanges& scene;
  const Windows& windows;
  std::uint64_t most;
  const Control& control;
  Distances& to;
  bool isFirst = true;  ///< no block was compared
  int unchecked = 0;    ///< blocks compared since the sums were tested

  std::uint64_t* sums(std::int64_t row) const { return to.sums.data() + row * kStretch; }

  bool allExceed() const {
    for (std::int64_t r = 0; r < windows.rows; ++r) {
      if (*std::min_element(sums(r), sums(r) + windows.count) <= most) return false;
    }
    return true;
  }

  /// Adds a block; false if all windows then exceed the limit.
  bool add(const Block& block) {
    const picture::Rectangle& area = block.area;
    if (block.opaque) {
      const std::int64_t x = windows.sceneX + area.x;
      const std::int64_t y = windows.sceneY + area.y;
      const SampleRange range = scene.range(
          block.channel, {x, y, area.width + windows.count - 1, area.height + windows.rows - 1});
      const bool isGreater = range.least >= block.range.greatest;
      if (isGreater || range.greatest <= block.range.least) {
        for (std::int64_t r = 0; r < windows.rows; ++r) {
          addBlockSums({scene.sums(block.channel, y + r) + x,
                        scene.sums(block.channel, y + r + area.height) + x, area.width},
                       block.sum, isGreater, windows.count, sums(r));
        }
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
    const Sample* const from = tile.row(block.channel, windows.y + area.y) + windows.x + area.x;
    to.compared += windows.rows * windows.count * area.width * area.height;
    const bool first = std::exchange(isFirst, false);
    if constexpr (std::is_same_v<Sample, std::uint8_t>) {
      if (first || !block.opaque) {
        addWithin(tree.taps_[block.first], from);
        return !allExceed();
      }
    }
    for (std::int64_t r = 0, rows = 1; r < windows.rows; r += rows) {
      alignas(64) std::array<std::uint32_t, kRowsTogether * kStretch> some;
      if constexpr (std::is_same_v<Sample, std::uint8_t>) {
        rows = windows.rows - r >= kRowsTogether ? kRowsTogether : 1;
        tree.loops_.differences({from + r * tile.pitch(), tile.pitch(), tile.channelPitch()},
                                tree.taps_[block.first], static_cast<int>(rows), some.data());
      } else {
        const ScoredNeedle& needle = tree.needle_;
        deepDifferences(from + r * tile.pitch(), tile.pitch(),
                        {needle.row(block.channel, area.y) + area.x,
                         needle.weights.data() + area.y * needle.size.width + area.x,
                         needle.size.width,
                         {area.width, area.height}},
                        some.data());
      }
      for (std::int64_t i = 0; i < rows * kStretch; ++i) {
        sums(r)[i] += some[static_cast<std::size_t>(i)];
      }
    }
    if (!first && ++unchecked % kCheckEvery != 0) return true;
    control.check();
    return !allExceed();
  }

  /// Stops after a few samples of a row if these exceed the limit.
  void addWithin(const DifferenceTaps& taps, const std::uint8_t* from) {
    for (std::int64_t r = 0; r < windows.rows; ++r) {
      alignas(64) std::array<std::uint64_t, kStretch> some;
      const bool within = tree.loops_.differencesWithin(
          {from + r * tile.pitch(), tile.pitch(), tile.channelPitch()}, taps, most, some.data());
      if (!within) some.fill(most + 1);
      for (std::size_t i = 0; i < some.size(); ++i) sums(r)[i] += some[i];
    }
  }
};

template <class Sample>
bool DifferenceTree::at(const picture::TilePlanes<Sample>& tile, const SceneRanges& scene,
                        const Windows& windows, std::uint64_t most, const Control& control,
                        Distances& distances) const {
  distances.sums.fill(0);
  Search<Sample> search{*this, tile, scene, windows, most, control, distances};
  for (std::size_t i = 0; i < roots_; ++i) {
    if (!search.add(blocks_[i])) return false;
  }
  return !search.allExceed();
}

template bool DifferenceTree::at(const picture::TilePlanes<std::uint8_t>&, const SceneRanges&,
                                 const Windows&, std::uint64_t, const Control&, Distances&) const;
template bool DifferenceTree::at(const picture::TilePlanes<std::uint16_t>&, const SceneRanges&,
                                 const Windows&, std::uint64_t, const Control&, Distances&) const;

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
