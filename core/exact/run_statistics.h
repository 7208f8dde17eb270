// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "espy/image.h"
#include "exact/run_table.h"

namespace espy::exact {

/// A fixed sequence of scattered positions, for sampling a scene.
class ScatteredPlaces {
 public:
  ScatteredPlaces(std::int64_t columns, std::int64_t rows)
      : columns_(static_cast<std::uint64_t>(columns)), rows_(static_cast<std::uint64_t>(rows)) {}

  struct Pixel {
    std::int64_t x = 0;
    std::int64_t y = 0;
  };
  Pixel next();

 private:
  std::uint64_t columns_;
  std::uint64_t rows_;
  std::uint64_t state_ = 0x853c49e6748fea9bU;
};

/// Frequencies of runs of pixels in a scene, estimated from a few thousand scattered positions.
class RunStatistics {
 public:
  /// The scene must be at least `runPixels` wide and not empty.
  RunStatistics(const ImageView& scene, int runPixels, const KeyShape& shape);

  /// The share of positions with a run of this hash, 0..1. A run that was not sampled counts as a
  /// third of one that was sampled once.
  double frequency(std::uint32_t hash) const;

 private:
  struct Slot {
    std::uint32_t hash = 0;
    std::uint32_t count = 0;
  };
  const Slot& slotOf(std::uint32_t hash) const;

  int shift_ = 0;
  double samples_ = 0;
  std::vector<Slot> slots_;  // open addressing, at most half full
};

}  // namespace espy::exact
