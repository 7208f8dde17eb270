// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "espy/image.h"

namespace espy::test {

/// Random rectangles, rings, holes and strokes on a plate, defined at sub-pixel positions.
class Shapes {
 public:
  /// Without `part` only the plate, in a medium grey.
  Shapes(Size size, bool part, std::uint64_t seed);
  double at(double x, double y) const;

 private:
  enum class Kind : std::uint8_t { rectangle, ring, hole, stroke };
  struct Shape {
    Kind kind;
    double x;
    double y;
    double cosine;
    double sine;
    double along;   ///< half length, or radius
    double across;  ///< half width
    double grey;
  };
  static bool covers(const Shape& shape, double x, double y);

  double plate_ = 128;
  std::vector<Shape> shapes_;
};

}  // namespace espy::test
