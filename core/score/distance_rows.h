// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "picture/planes.h"
#include "score/needle.h"

namespace espy::score {

/// Sums of differences, place by place, by reading every sample of every window; or, where a whole
/// stretch of places exceeds what is wanted, not all of them.
class DistanceRows {
 public:
  /// Places that are done at a time.
  static constexpr std::int64_t kPlaces = 64;

  DistanceRows(const ScoredNeedle& needle, Method method);

  /// The distances of up to `kPlaces` windows beside each other, the first of which is at (x, y) of
  /// the tile. False, and nothing written, if all of them are greater than `most`.
  template <class Sample>
  bool at(const picture::TilePlanes<Sample>& tile, std::int64_t x, std::int64_t y,
          std::int64_t count, std::uint64_t most, std::uint64_t* distances) const;

  /// What a place takes, as measured on one core.
  double nanoseconds() const;

 private:
  /// Four neighbouring samples that all take part, in one number.
  struct Four {
    std::int32_t x;
    std::uint32_t values;
  };
  struct One {
    std::int32_t x;
    std::uint16_t value;
    std::uint8_t weight;
  };
  /// A row of one channel.
  struct Row {
    int channel;
    std::int64_t y;
    std::vector<Four> fours;  ///< only with 8-bit samples that do not weigh differently
    std::vector<One> ones;    ///< what is left
    std::vector<One> all;
  };

  bool byFours(const picture::TilePlanes<std::uint8_t>& tile, std::int64_t x, std::int64_t y,
               std::uint64_t most, std::uint64_t* distances) const;

  Method method_;
  bool plain_ = false;  ///< sad, 8 bit, no weights: what is below by fours and in 16 bits
  std::vector<Row> rows_;
};

}  // namespace espy::score
