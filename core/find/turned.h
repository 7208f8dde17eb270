// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "espy/engine/find.h"

namespace espy::finders {

/// Does a match cover its whole window? False for turned ones.
bool coversItsWindow(const Match& match);
bool allCoverTheirWindows(std::span<const Match> matches);

/// The pixels that a turned match covers: those with their centres inside its corners. Corners are
/// rounded to 1/256 of a pixel and then processed in integers, so that all engines agree.
class TurnedWindow {
 public:
  struct Span {
    std::int64_t begin = 0;
    std::int64_t end = 0;
  };

  explicit TurnedWindow(const Match& match);

  /// The columns [begin, end) of the scene in this row.
  Span row(std::int64_t y) const;

 private:
  /// a x + b y + c >= 0 inside, in 1/256 pixels.
  struct Side {
    std::int64_t a;
    std::int64_t b;
    std::int64_t c;
  };
  std::int64_t left_;
  std::int64_t right_;
  std::array<Side, 4> sides_;
};

/// What outlines of matches in the same pose share: all but the centre.
struct OutlineShape {
  explicit OutlineShape(const Match& match);
  MatchOutline at(SubPixel centre) const;

  /// The needle's lower right corner before the rotation, from the centre; `right` is negative if
  /// mirrored.
  double right;
  double down;
  double cosine;
  double sine;
};
SubPixel centreOf(const Match& match);

/// Intersection over union of the areas that two matches cover.
double overlapOf(const MatchOutline& a, const MatchOutline& b);
inline double overlapOf(const Match& a, const Match& b) {
  return overlapOf(outlineOf(a), outlineOf(b));
}

}  // namespace espy::finders
