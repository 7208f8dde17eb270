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

/// The pictures of a segment in which a needle of this size may lie, ascending: all in which it
/// lies are among them. `probes`: not empty.
std::vector<CandidateScene> candidatesIn(const SceneSegment& segment, std::uint32_t needle,
                                         Size size, const std::vector<Probe>& probes,
                                         const Control& control);

}  // namespace espy::index
