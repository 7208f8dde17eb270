// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "espy/engine/find.h"

namespace espy::finders {

/// Does a match cover all of its window? A turned one does not.
bool coversItsWindow(const Match& match);
bool allCoverTheirWindows(std::span<const Match> matches);

/// Which pixels of its window a turned match covers: those whose centres lie within its corners.
/// Computed with corners that are rounded to 1/256 of a pixel, and whole numbers from there on, so
/// that everybody says the same.
class TurnedWindow {
 public:
  struct Span {
    std::int64_t begin = 0;
    std::int64_t end = 0;
  };

  explicit TurnedWindow(const Match& match);

  /// Columns of the scene [begin, end) in this row of the scene.
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

/// The overlap of two matches, intersection over union, of what they truly cover.
double overlapOf(const Match& a, const Match& b);

}  // namespace espy::finders
