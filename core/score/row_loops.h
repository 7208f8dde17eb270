// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "base/scratch.h"
#include "score/needle.h"

namespace espy::score {

/// Neighbouring windows of a row that are computed together, and rows of these.
inline constexpr std::int64_t kStretch = 64;
inline constexpr std::int64_t kRowsTogether = 4;

/// A needle's samples, less a number, packed into 32-bit numbers: as many neighbours of a row as
/// the SIMD level multiplies at once.
class ProductTaps {
 public:
  ProductTaps(Size size, int channels, int together);

  void set(int channel, std::int64_t x, std::int64_t y, std::int32_t value);

  Size size() const { return size_; }
  int channels() const { return channels_; }
  std::int64_t groups() const { return groups_; }       ///< numbers per row
  std::uint32_t lastMask() const { return lastMask_; }  ///< valid bits of a row's last number
  /// Each channel has rows of zeros above and below, so that several rows of windows can be
  /// computed together.
  const std::int32_t* row(int channel, std::int64_t y) const {
    return taps_.data() + (channel * paddedHeight() + kRowsTogether - 1 + y) * groups_;
  }

 private:
  std::int64_t paddedHeight() const { return size_.height + 2 * (kRowsTogether - 1); }

  Size size_;
  int channels_;
  int together_;
  std::int64_t groups_;
  std::uint32_t lastMask_;
  ScratchVector<std::int32_t> taps_;
};

/// A stretch of windows, given by the first window's first sample.
struct Stretch {
  const std::uint8_t* from;
  std::int64_t pitch;         ///< samples from row to row
  std::int64_t channelPitch;  ///< samples from channel to channel
};

/// Output bits of windows, `bitsPitch` words per row; the number of set bits of a row is added to
/// `counts`, `countsPitch` apart.
struct Marks {
  std::uint64_t* bits;
  std::int64_t bitsPitch;
  std::uint32_t* counts;
  std::int64_t countsPitch;

  Marks from(std::int64_t row) const {
    return {bits + row * bitsPitch, bitsPitch, counts + row * countsPitch, countsPitch};
  }
};

/// The samples of an 8-bit needle that take part, all with equal weight, in the layout of the
/// comparison loops.
struct DifferenceTaps {
  /// Eight neighbours of a row.
  struct Eight {
    std::int32_t channel;
    std::int32_t y;
    std::int32_t x;
    std::uint64_t values;
    std::uint64_t mask;  ///< 0xff for bytes that take part
  };
  /// For AVX-512: four samples that all take part, or one; by row.
  struct Four {
    std::int32_t x;
    std::uint32_t values;
  };
  struct One {
    std::int32_t x;
    std::uint16_t value;
  };
  struct Row {
    int channel;
    std::int64_t y;
    std::size_t fours;  ///< index of the next row's first one
    std::size_t ones;
  };

  DifferenceTaps(const ScoredNeedle& needle, bool byFours);
  /// Of a block of one channel, relative to its first sample.
  DifferenceTaps(const ScoredNeedle& needle, int channel, const picture::Rectangle& block,
                 bool byFours);

  Size size;
  int channels;
  std::vector<Eight> eights;  ///< if not by fours
  std::vector<Four> fours;
  std::vector<One> ones;
  std::vector<Row> rows;

 private:
  void add(const ScoredNeedle& needle, int channel, const picture::Rectangle& block, int asChannel,
           bool byFours);
};

/// The loops of one SIMD level. All read up to 64 samples behind the last window.
struct RowLoops {
  int together;  ///< samples per number of `ProductTaps`
  bool byFours;  ///< layout of `DifferenceTaps`

  /// Writes the sums of products of `rows` (1 or kRowsTogether) rows of windows.
  void (*products)(const Stretch& stretch, const ProductTaps& taps, int rows, std::int32_t* to,
                   std::int64_t toPitch);
  /// Writes sum J (J - 256) over a row of the samples J of all channels, for `count` neighbouring
  /// stretches, in lane order.
  void (*terms)(const Stretch& stretch, std::int64_t count, const ProductTaps& taps,
                std::int32_t* to);
  /// Marks the `valid` windows of `count` neighbouring stretches for which `sums` (in the order of
  /// `terms`) less twice the products do not exceed `limit`.
  void (*markProducts)(const Stretch& stretch, std::int64_t count, const ProductTaps& taps,
                       int rows, const std::int32_t* sums, std::int32_t limit,
                       const std::uint64_t* valid, const Marks& marks);

  /// Writes sums of differences of `rows` rows of windows, with pitch kStretch; the needle has no
  /// mask, and sums fit into 32 bits.
  void (*differences)(const Stretch& stretch, const DifferenceTaps& taps, int rows,
                      std::uint32_t* to);
  /// The same for one row and any size and mask. Returns false once all exceed `most`.
  bool (*differencesWithin)(const Stretch& stretch, const DifferenceTaps& taps, std::uint64_t most,
                            std::uint64_t* to);
  /// Marks the `valid` windows of `count` neighbouring stretches whose differences do not exceed
  /// `most` < 65535; the needle has no mask.
  void (*markDifferences)(const Stretch& stretch, std::int64_t count, const DifferenceTaps& taps,
                          std::uint32_t most, const std::uint64_t* valid, const Marks& marks);

  /// to = before + enters - leaves.
  void (*slide)(const std::int32_t* before, const std::int32_t* enters, const std::int32_t* leaves,
                std::int64_t count, std::int32_t* to);
  /// to = from - less.
  void (*lessToFloats)(const std::int32_t* from, std::int64_t count, std::int32_t less, float* to);
};

/// Of the level in use.
const RowLoops& rowLoops();

}  // namespace espy::score
