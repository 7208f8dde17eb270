// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "espy/image.h"
#include "find/run_table.h"

namespace espy::find {

/// How often runs of pixels occur in a scene, estimated from a few thousand scattered places.
class RunStatistics {
 public:
  /// The scene must be at least `runPixels` wide and not empty.
  RunStatistics(const ImageView& scene, int runPixels, const KeyShape& shape);

  /// The part of all places that hold a run of this hash, 0..1. A run that was not met counts as a
  /// third of one that was met once.
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

}  // namespace espy::find
