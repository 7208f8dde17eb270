// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/simd.h"
#include "picture/planes.h"
#include "score/needle.h"
#include "score/row_loops.h"
#include "score/scene_ranges.h"

namespace espy::score {

/// A block of a 16-bit needle.
struct DeepBlock {
  const std::uint16_t* values;  ///< from its first sample
  const std::uint8_t* weights;  ///< of its pixels: 0 where ignored
  std::int64_t pitch;           ///< of both, in numbers
  Size size;
};
/// Writes the sums of differences of `kStretch` neighbouring windows from a block; `from`: the
/// first sample of the first one.
ESPY_SIMD_DECLARE(deepDifferences, void(const std::uint16_t* from, std::int64_t pitch,
                                        const DeepBlock& block, std::uint32_t* to));
/// Prefix sums at the corners of a block of a window; those of its neighbours follow.
struct BlockCorners {
  const std::uint32_t* above;  ///< upper-left
  const std::uint32_t* below;  ///< lower-left
  std::int64_t width;          ///< of the block
};
/// Adds |S - T| of `count` neighbouring windows, where S is a window's sum over the block, and T
/// that of the needle. `isGreater`: S >= T for all of them, otherwise S <= T.
ESPY_SIMD_DECLARE(addBlockSums, void(const BlockCorners& corners, std::uint32_t needle,
                                     bool isGreater, std::int64_t count, std::uint64_t* sums));

/// Sums of absolute differences of a large needle, block by block. Where no sample of the needle's
/// block lies strictly within the range of the windows' samples under it, nor the other way round,
/// the sum of differences is the difference of the sums: three additions for each window. Other
/// blocks are divided, down to blocks of `kLeaf` pixels, which are compared sample by sample.
///
/// Lower bound for n x n in 2n x 2n: (n + 1)^2 windows. Flat: one block a window, so it is bounded
/// by reading the prefix sums: 16 bytes a window. Where nothing can be summed: n^2 (n + 1)^2
/// differences. With AVX2 a core computes 32 a cycle (psadbw), 90 a nanosecond with loads and
/// additions: for n = 1,000 11 s, for n = 2,000 178 s, on two cores 1.4 and 5.6 s a megapixel.
class DifferenceTree {
 public:
  /// Fewer positions across would leave most of a stretch unused.
  static constexpr std::int64_t kLeastAcross = 32;

  /// For sad without weights, where the needle is so large that this pays.
  static bool can(Size scene, const ScoredNeedle& needle, Method method);
  /// Cost per position where all samples are compared, measured on one core.
  static double nanoseconds(const ScoredNeedle& needle);

  explicit DifferenceTree(const ScoredNeedle& needle);

  /// Rows of windows that are compared together: a block of the needle is read once for all.
  static constexpr std::int64_t kRows = 8;

  /// `rows` <= `kRows` rows of `count` <= `kStretch` neighbouring windows, the first at (x, y) of a
  /// tile, which is (sceneX, sceneY) of the scene.
  struct Windows {
    std::int64_t sceneX;
    std::int64_t sceneY;
    std::int64_t x;
    std::int64_t y;
    std::int64_t count;
    std::int64_t rows;
  };
  /// Their distances, with pitch `kStretch`, and the number of samples compared in all calls.
  struct Distances {
    alignas(64) std::array<std::uint64_t, kRows * kStretch> sums;
    std::int64_t compared = 0;
  };
  /// Returns false if all exceed `most`; otherwise values above it may be partial sums.
  template <class Sample>
  bool at(const picture::TilePlanes<Sample>& tile, const SceneRanges& scene, const Windows& windows,
          std::uint64_t most, const Control& control, Distances& distances) const;

 private:
  /// Side of the smallest blocks.
  static constexpr std::int64_t kLeaf = 32;

  struct Block {
    int channel;
    picture::Rectangle area;
    SampleRange range;
    std::uint32_t sum = 0;
    bool opaque = true;     ///< no pixel is ignored
    std::size_t first = 0;  ///< index of its first part, or of its taps
    std::size_t parts = 0;  ///< number of parts; 0: not divided
  };
  template <class Sample>
  struct Search;

  void measure(Block& block) const;
  void divide(std::size_t index);

  const ScoredNeedle& needle_;
  const RowLoops& loops_;
  std::size_t roots_ = 0;
  std::vector<Block> blocks_;         ///< the roots, then parts next to each other
  std::vector<DifferenceTaps> taps_;  ///< 8 bits: of the blocks that are not divided
};

/// The trees of several needles, and the ranges of their scene.
struct DifferenceTrees {
  DifferenceTrees(const ImageView& scene, std::span<const ScoredNeedle* const> needles,
                  Method method, const Control& control);

  const DifferenceTree* of(std::size_t needle) const { return trees[needle].get(); }

  std::vector<std::unique_ptr<const DifferenceTree>>
      trees;                                  ///< by needle; null where it cannot pay
  std::unique_ptr<const SceneRanges> ranges;  ///< null if there are no trees
};

}  // namespace espy::score
