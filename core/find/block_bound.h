// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "base/work_memory.h"
#include "find/score_formula.h"
#include "find/tile_planes.h"

/// Places that cannot reach a score, told from the means of a few square blocks of their windows.
///
/// The means of K blocks of A samples are what is left of a window I when all else is averaged out:
/// a projection. Distances only shrink under it: A sum (mean I - mean T)^2 <= ssd, and
/// A sum |mean I - mean T| <= sad. And of
/// the angle between I and T it leaves this much open: if p is the share of T's variance that lies
/// in the means of its blocks, and c the cosine of the angle between both sides' means, each less
/// its mean, then zncc^2 <= c^2 p + (1 - p), and zncc^2 <= 1 - p where c is negative (Cauchy and
/// Schwarz, applied to what the means do not see).
namespace espy::find {

/// The means of all square blocks of a tile, by the block's upper-left pixel, less a whole number
/// near the mean of all.
class BlockMeans {
 public:
  template <class Sample>
  void load(const TilePlanes<Sample>& tile, int side, float centre);

  int side() const { return side_; }
  float centre() const { return centre_; }
  std::int64_t pitch() const { return pitch_; }
  /// Row y of a channel; 64 numbers behind its end may be read.
  const float* row(int channel, std::int64_t y) const {
    return means_.data() + (channel * rows_ + y) * pitch_;
  }
  void clear() { side_ = 0; }

  /// Sums of the means of `columns` by `rows` blocks side by side, over all channels, and of their
  /// squares, by the upper-left pixel of the first. Kept until others are asked for.
  void sumGrid(int columns, int rows);
  const float* gridSums(std::int64_t y) const { return gridSums_.data() + y * pitch_; }
  const float* gridSquares(std::int64_t y) const { return gridSquares_.data() + y * pitch_; }

 private:
  int side_ = 0;
  int channels_ = 1;
  int gridColumns_ = 0;
  int gridRows_ = 0;
  float centre_ = 0;
  std::int64_t rows_ = 0;
  std::int64_t pitch_ = 0;
  WorkVector<float> means_;
  WorkVector<std::uint32_t> sums_;
  WorkVector<float> gridSums_;
  WorkVector<float> gridSquares_;
};

/// What the blocks of one size tell of a needle.
class BlockBound {
 public:
  /// Places that are looked at together.
  static constexpr int kPlaces = 64;

  /// With blocks that lie side by side and hold no ignored pixel.
  BlockBound(const ScoredNeedle& needle, Method method, int side);

  int side() const { return side_; }
  std::size_t blocks() const { return blocks_.size(); }
  /// How much of what there is to see the blocks see: the share p of the needle's variance.
  double share() const { return share_; }
  /// Is enough ruled out with this minimum? With zncc that is all but a cone around the needle, of
  /// at least this cosine.
  bool helps(double minScore, double leastCosine) const;

  /// What asking needs to know of means that are laid out and centred like these.
  class Question {
   public:
    Question() = default;
    /// `often`: of most places of a tile, after `prepare`.
    Question(const BlockBound& bound, const BlockMeans& means, double minScore, bool often,
             bool manyNeedles);
    /// Of `kPlaces` places beside each other, the first of which is at (x, y) of the tile: which
    /// may reach the score? One bit for each.
    std::uint64_t mayReach(const BlockMeans& means, std::int64_t x, std::int64_t y) const;

   private:
    Method method_ = Method::zncc;
    int runs_ = 0;  ///< rows of blocks whose sums are there; 0: they are not
    std::int64_t runStep_ = 0;
    std::vector<std::int64_t> offsets_;  ///< of the blocks' means, from that of the window
    std::vector<float> values_;          ///< of T
    float norm_ = 0;                     ///< sum of their squares
    float limit_ = 0;                    ///< of cosine^2, or of the distance
    float slack_ = 0;                    ///< sad: by which the sum of differences may be off
  };

  /// Makes the sums that a question reads if it is asked often: of runs of blocks, or, which pays
  /// for many needles of the same size, of all of them.
  void prepare(BlockMeans& means, bool manyNeedles) const {
    if (wholeGrid_) means.sumGrid(columns_, manyNeedles ? rows_ : 1);
  }

 private:
  struct Block {
    int channel;
    std::int32_t x;
    std::int32_t y;
    float mean;      ///< of T
    float centered;  ///< less the mean of all blocks
  };

  Method method_;
  int side_;
  int columns_ = 0;
  int rows_ = 0;
  bool wholeGrid_ = false;  ///< no block had to be left out
  double share_ = 0;
  double maxValue_ = 255;
  double greatest_ = 0;  ///< sad, ssd: the greatest distance there can be
  std::vector<Block> blocks_;
};

/// So many sizes of blocks are asked in turn at most.
inline constexpr std::size_t kMostBounds = 3;

/// Whether asking a needle's bounds pays: they are left alone for a while where they rule out too
/// little too often.
class BoundsLuck {
 public:
  bool tryThem() {
    if (2 * failed_ <= tried_ || tried_ < 6) return true;
    return ++skipped_ % 16 == 0;
  }
  void count(bool failed) {
    ++tried_;
    failed_ += failed ? 1 : 0;
  }

 private:
  std::int64_t tried_ = 0;
  std::int64_t failed_ = 0;
  std::int64_t skipped_ = 0;
};

/// Blocks have sides of powers of two, less than 2 to this power.
inline constexpr std::size_t kBlockSides = 7;

/// Bounds for one of so many needles, from coarse to fine, which are worth asking before all
/// samples are.
std::vector<BlockBound> boundsFor(const ScoredNeedle& needle, Method method, double minScore,
                                  std::size_t needles);

}  // namespace espy::find
