// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "espy/control.h"
#include "espy/image.h"
#include "index/scene_probes.h"
#include "index/scene_segment.h"

namespace espy::index {

/// A position of a needle to verify.
struct Spot {
  std::uint32_t needle = 0;
  std::int64_t x = 0;
  std::int64_t y = 0;

  auto operator<=>(const Spot&) const = default;
};

/// A picture of a segment in which a needle may lie.
struct CandidateScene {
  std::uint64_t scene = 0;
  bool whole = false;       ///< search it whole: too many positions
  std::vector<Spot> spots;  ///< else these
};

/// Calls `take(scene, stored, start, position in it)` for the positions of a hash, ascending.
template <class Take>
void forPositions(const SceneSegment& segment, std::uint64_t hash, const Control& control,
                  const Take& take) {
  std::uint64_t scene = 0;
  std::uint64_t start = 0;
  std::uint64_t end = 0;
  StoredScene stored;
  segment.positionsOf(hash, [&](std::span<const std::uint64_t> positions) {
    control.check();
    for (const std::uint64_t position : positions) {
      if (position < start || position >= end) {
        scene = segment.sceneAt(position);
        stored = segment.scene(scene);
        start = segment.start(scene);
        end = start + stored.pixels();
      }
      take(scene, stored, start, position - start);
    }
    return true;
  });
}

/// Whether a needle's window fits into a picture.
inline bool fits(std::int64_t x, std::int64_t y, Size needle, const StoredScene& scene) {
  return x >= 0 && y >= 0 && x + needle.width <= scene.width && y + needle.height <= scene.height;
}

/// The pictures of a segment in which a needle of this size may lie, ascending: all in which it
/// lies are among them. `probes`: not empty.
std::vector<CandidateScene> candidatesIn(const SceneSegment& segment, std::uint32_t needle,
                                         Size size, const std::vector<Probe>& probes,
                                         const Control& control);

}  // namespace espy::index
