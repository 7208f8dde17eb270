// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "espy/control.h"
#include "espy/engine/find.h"
#include "espy/image.h"

/// The pictures of where-is-a-pattern: drawn from a seed, the same on every machine, with the
/// needle at known places and nowhere else.
namespace espy::lab::pattern {

/// What is hidden in what, and how it is to be marked.
enum class Milestone : std::uint8_t {
  greyBox = 1,         ///< a box of one grey on another, whited out
  colourBox = 2,       ///< the same in colour
  boxEdge = 3,         ///< the colour box, outlined
  greyPattern = 4,     ///< copies of a pattern of 16 x 16 in rough plaster, whited out
  patternOutline = 5,  ///< the same, outlined
  crowd = 6,           ///< one figure of 16 x 16 in a colour crowd with look-alikes, outlined
};

/// Whether the work of this milestone has as many needles as somebody wants, or just one.
bool hidesMany(Milestone milestone);
bool isOutlined(Milestone milestone);

struct PatternScene {
  Image scene;                      ///< grey or red, green, blue, of 8 bits
  Image needle;                     ///< of the same format
  std::vector<espy::Place> places;  ///< where the needle lies, by y, then x
};

/// The sides of a picture of so many thousand pixels, 4:3 but for three that are known: 1049 is
/// 1024 x 1024, 7078 is 3072 x 2304, and 41472 is 7680 x 5400.
Size sizeOf(std::int64_t kilopixels);

/// The least that all milestones can be drawn in.
inline constexpr std::int64_t kLeastKilopixels = 16;

/// Draws; `matches` counts only where the milestone hides many. Throws `badUse` where so many do
/// not fit.
PatternScene drawScene(Milestone milestone, Size size, std::int64_t matches, std::uint64_t seed,
                       const Control& control);

}  // namespace espy::lab::pattern
