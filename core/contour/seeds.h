// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "contour/chains.h"
#include "contour/complete.h"
#include "contour/shape_tree.h"

namespace espy::contour {

/// A part of an outline that is matched with a contour.
struct Seed {
  int node = 0;                  ///< kWhole: the whole outline
  double share = 1;              ///< cost as a share of the largest
  std::uint32_t order = 0;       ///< among those of the same contour
  std::vector<SubPixel> points;  ///< where the part's points are

  static constexpr int kWhole = -1;
};

/// Computes the costs of a contour: `fillByReference` or `fillFast`.
using FillTree = std::function<void(const ShapeTree&, const StepContour&, TreeCosts&)>;

/// The contours at this step (pixels); long ones in parts that overlap.
std::vector<SteppedChain> stepped(const std::vector<Chain>& chains, double step,
                                  const Control& control);

/// The parts of the outline (the whole, halves, quarters, eighths) that match somewhere in the
/// contour, run through in either direction: the best of each.
std::vector<Seed> seedsIn(const ShapeTree& tree, const SteppedChain& chain, const FillTree& fill);

}  // namespace espy::contour
