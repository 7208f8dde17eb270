// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "base/work_memory.h"
#include "score/needle.h"

namespace espy::score {

/// Windows that lie side by side and are computed together, and rows of those.
inline constexpr std::int64_t kStretch = 64;
inline constexpr std::int64_t kRowsTogether = 4;

/// A needle's samples, less a number, in numbers of 32 bits that hold as many neighbours of a row
/// as the level multiplies at once.
class ProductTaps {
 public:
  ProductTaps(Size size, int channels, int together);

  void set(int channel, std::int64_t x, std::int64_t y, std::int32_t value);

  Size size() const { return size_; }
  int channels() const { return channels_; }
  std::int64_t groups() const { return groups_; }       ///< numbers of a row
  std::uint32_t lastMask() const { return lastMask_; }  ///< bits of a row's last number
  /// There are rows of zeros above and below each channel, so that some rows of windows can be
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
  WorkVector<std::int32_t> taps_;
};

/// A stretch of windows, given by the first one's first sample.
struct Stretch {
  const std::uint8_t* from;
  std::int64_t pitch;         ///< samples from row to row
  std::int64_t channelPitch;  ///< and from channel to channel
};

/// Where bits of windows go: words that begin `bitsPitch` apart from row to row, and how many bits
/// of a row are set, which is added to counts that are `countsPitch` apart.
struct Marks {
  std::uint64_t* bits;
  std::int64_t bitsPitch;
  std::uint32_t* counts;
  std::int64_t countsPitch;

  Marks from(std::int64_t row) const {
    return {bits + row * bitsPitch, bitsPitch, counts + row * countsPitch, countsPitch};
  }
};

/// The samples of a needle of 8 bits that take part, none of which weighs more than others, as
/// they are compared with windows.
struct DifferenceTaps {
  /// Neighbours in a row.
  struct Eight {
    std::int32_t channel;
    std::int32_t y;
    std::int32_t x;
    std::uint64_t values;
    std::uint64_t mask;  ///< bytes that take part
  };
  /// What AVX-512 compares at once: four that all take part, and one; by row.
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
    std::size_t fours;  ///< the first of the next row
    std::size_t ones;
  };

  DifferenceTaps(const ScoredNeedle& needle, bool byFours);

  Size size;
  int channels;
  std::vector<Eight> eights;  ///< unless by fours
  std::vector<Four> fours;
  std::vector<One> ones;
  std::vector<Row> rows;
};

/// The loops of one SIMD level. All read up to 64 samples behind the last window.
struct RowLoops {
  int together;  ///< samples that `ProductTaps` has in a number
  bool byFours;  ///< what `DifferenceTaps` holds

  /// Writes sums of products of `rows` (1 or kRowsTogether) rows of windows.
  void (*products)(const Stretch& stretch, const ProductTaps& taps, int rows, std::int32_t* to,
                   std::int64_t toPitch);
  /// Writes sum J (J - 256) over a row of the samples J of all channels, for `count` neighbouring
  /// stretches, in the order of lanes.
  void (*terms)(const Stretch& stretch, std::int64_t count, const ProductTaps& taps,
                std::int32_t* to);
  /// Marks those windows of `count` neighbouring stretches that are `valid` and whose sums, in the
  /// order of `terms`, less twice the products do not exceed `limit`.
  void (*markProducts)(const Stretch& stretch, std::int64_t count, const ProductTaps& taps,
                       int rows, const std::int32_t* sums, std::int32_t limit,
                       const std::uint64_t* valid, const Marks& marks);

  /// Writes sums of differences of `rows` rows of windows, kStretch apart; the needle is solid, and
  /// sums fit into 32 bits.
  void (*differences)(const Stretch& stretch, const DifferenceTaps& taps, int rows,
                      std::uint32_t* to);
  /// The same of one row and any size and mask. False once all exceed `most`.
  bool (*differencesWithin)(const Stretch& stretch, const DifferenceTaps& taps, std::uint64_t most,
                            std::uint64_t* to);
  /// Marks those windows of `count` neighbouring stretches that are `valid` and whose differences
  /// do not exceed `most`, which is less than 65535; the needle is solid.
  void (*markDifferences)(const Stretch& stretch, std::int64_t count, const DifferenceTaps& taps,
                          std::uint32_t most, const std::uint64_t* valid, const Marks& marks);

  /// to = before + enters - leaves.
  void (*slide)(const std::int32_t* before, const std::int32_t* enters, const std::int32_t* leaves,
                std::int64_t count, std::int32_t* to);
  /// to = from - less.
  void (*lessToFloats)(const std::int32_t* from, std::int64_t count, std::int32_t less, float* to);
};

/// Those of the level in use.
const RowLoops& rowLoops();

}  // namespace espy::score
