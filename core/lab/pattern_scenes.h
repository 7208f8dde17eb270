// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "espy/control.h"
#include "espy/engine/find.h"
#include "espy/image.h"
#include "lab/pattern_task.h"

/// Pictures of where-is-a-pattern: generated from a seed, the same on every machine, with the
/// needle at known positions only.
namespace espy::lab::pattern {

/// Contents and marking of a picture.
enum class Milestone : std::uint8_t {
  greyBox = 1,         ///< a dark grey box on light grey, everything else whited out
  colourBox = 2,       ///< a blue box on red, the same
  boxEdge = 3,         ///< the grey box, outlined
  greyPattern = 4,     ///< copies of a pattern of 16 x 16 in rough plaster, whited out
  patternOutline = 5,  ///< the same, outlined
  crowd = 6,           ///< one figure of 16 x 16 in a colour crowd with look-alikes, outlined
};

/// Whether the number of needles is a parameter, instead of one.
bool hidesMany(Milestone milestone);
bool isOutlined(Milestone milestone);
/// The colours of a box and its ground; empty if the milestone has a pattern.
std::optional<Screening> screeningOf(Milestone milestone);

struct PatternScene {
  Image scene;                      ///< 8-bit grey or RGB
  Image needle;                     ///< in the scene's format: a pattern, or the box
  std::vector<espy::Place> places;  ///< positions of the needle, by y, then x
};

/// Dimensions of a picture of about `kilopixels` thousand pixels: 4:3, except for 1049
/// (1024 x 1024), 7078 (3072 x 2304) and 41472 (7680 x 5400).
Size sizeOf(std::int64_t kilopixels);

/// The least size for all milestones.
inline constexpr std::int64_t kLeastKilopixels = 16;

/// Draws the picture. `matches`: the number of needles, only if hidesMany(). Throws `badUse` if
/// they do not fit.
PatternScene drawScene(Milestone milestone, Size size, std::int64_t matches, std::uint64_t seed,
                       const Control& control);

}  // namespace espy::lab::pattern
