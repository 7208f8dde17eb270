// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "support/drawing_shapes.h"

#include <algorithm>
#include <cmath>

#include "support/random_pictures.h"

namespace espy::test {

Shapes::Shapes(Size size, bool part, std::uint64_t seed) {
  if (!part) return;
  Random random(seed);
  const auto upTo = [&](double most) {
    return most * static_cast<double>(random.below(10001)) / 10000;
  };
  const auto width = static_cast<double>(size.width);
  const auto height = static_cast<double>(size.height);
  const double side = std::min(width, height);
  plate_ = 70 + upTo(110);
  const auto grey = [&] {
    double value = 0;
    do {
      value = 30 + upTo(195);
    } while (std::abs(value - plate_) < 40);
    return value;
  };
  constexpr int kFewest = 10;
  const std::int64_t count = kFewest + random.below(6);
  for (std::int64_t k = 0; k < count; ++k) {
    const auto kind = static_cast<Kind>(k % 4);
    const double turn = upTo(6.2832);
    Shape shape{kind, upTo(width), upTo(height), std::cos(turn), std::sin(turn), 0, 0, grey()};
    switch (kind) {
      case Kind::rectangle:
        shape.along = side * (0.06 + upTo(0.2));
        shape.across = side * (0.05 + upTo(0.12));
        break;
      case Kind::ring:
        shape.along = side * (0.08 + upTo(0.14));
        shape.across = side * (0.02 + upTo(0.03));
        break;
      case Kind::hole:
        shape.along = side * (0.04 + upTo(0.08));
        break;
      case Kind::stroke:
        shape.along = side * (0.1 + upTo(0.2));
        shape.across = 1 + side * upTo(0.02);
        break;
    }
    shapes_.push_back(shape);
    if (kind != Kind::stroke) continue;
    // A second bar at its end, as in letters.
    Shape bar = shape;
    bar.x += shape.along * shape.cosine;
    bar.y += shape.along * shape.sine;
    bar.cosine = -shape.sine;
    bar.sine = shape.cosine;
    bar.along *= 0.6;
    shapes_.push_back(bar);
  }
}

bool Shapes::covers(const Shape& shape, double x, double y) {
  const double dx = x - shape.x;
  const double dy = y - shape.y;
  switch (shape.kind) {
    case Kind::ring:
      return std::abs(std::hypot(dx, dy) - shape.along) < shape.across;
    case Kind::hole:
      return dx * dx + dy * dy < shape.along * shape.along;
    default:
      return std::abs(dx * shape.cosine + dy * shape.sine) < shape.along &&
             std::abs(dy * shape.cosine - dx * shape.sine) < shape.across;
  }
}

double Shapes::at(double x, double y) const {
  double grey = plate_;
  for (const Shape& shape : shapes_) {
    if (covers(shape, x, y)) grey = shape.grey;
  }
  return grey;
}

}  // namespace espy::test
