// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "contour/seeds.h"
#include "espy/control.h"
#include "espy/find.h"

namespace espy::contour {

/// An outline to look for: a needle's, or its mirror image.
struct WantedOutline {
  std::uint32_t needle = 0;
  bool mirrored = false;
  ShapeTree tree;
  double length;  ///< of the outline, in pixels
  Size size;      ///< the needle's
};
/// The outlines of the needles. Throws `badUse` for one without an outline.
std::vector<WantedOutline> wantedOutlines(std::span<const Needle> needles, double bend, bool flip,
                                          const Control& control);

/// A candidate, with what a `Match` does not hold.
struct OutlineMatch {
  Match match;
  std::vector<SubPixel> points;
  std::vector<float> bends;  ///< of eighths, in degrees
  double seen = 0;           ///< share of the outline
};

/// Scales that are searched unless others are requested.
inline constexpr PoseRange kOutlineScales{0.5, 2, 0};

/// All candidates with at least the minimum score, best first, equal ones by y, then x, and in any
/// case the best one. The options' angle (0: any) and scale (1: `kOutlineScales`) limit the poses.
std::vector<OutlineMatch> searchOutlines(const ImageView& scene,
                                         std::span<const WantedOutline> wanted,
                                         const FindOptions& options, const FillTree& fill,
                                         int threads, const Control& control, Timeline& timeline);

}  // namespace espy::contour
