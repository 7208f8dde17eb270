// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "espy/find.h"
#include "espy/image.h"
#include "support/random_pictures.h"

/// Figures with limbs, such as hands, tools and animals, that bend at their joints.
namespace espy::test {

/// A limb: a tapered capsule, attached to another one.
struct Limb {
  int parent = -1;
  double at = 1;     ///< where on the parent: 0 its start, 1 its end
  double angle = 0;  ///< against the parent, in radians
  double length = 1;
  double startRadius = 0.2;
  double endRadius = 0.2;
};

/// A figure of limbs; the first one is the body. Sizes are relative.
struct Figure {
  std::vector<Limb> limbs;

  /// A figure of this class: the same for the same number.
  static Figure ofClass(std::uint64_t number);
  /// One limb bent at its joint by up to `bend` radians, the others by up to `others`, each length
  /// changed by up to the share `stretch`. It has two limbs or more.
  Figure bent(Random& random, double bend, double others, double stretch) const;
};

/// A figure in a picture: distance of a point to its boundary, negative inside.
class PlacedFigure {
 public:
  /// Centred at (x, y), with the largest side of its box `size` before the rotation (radians).
  PlacedFigure(const Figure& figure, double x, double y, double size, double rotation,
               bool mirrored = false);
  double distance(double x, double y) const;
  /// Half the side of a square around (x, y) with all of it.
  double reach() const { return reach_; }
  SubPixel centre() const { return centre_; }
  /// Where a point of this figure's boundary is in `other`, the same figure bent: at the same place
  /// of the same limb.
  SubPixel movedTo(const PlacedFigure& other, SubPixel at) const;

 private:
  struct Capsule {
    SubPixel from;
    SubPixel to;
    double startRadius;
    double endRadius;
  };
  static double distanceTo(const Capsule& capsule, double x, double y);

  std::vector<Capsule> capsules_;
  SubPixel centre_;
  double reach_ = 0;
};

/// A number in [-1, 1].
inline double plusMinus(Random& random) {
  return static_cast<double>(random.below(2000001) - 1000000) / 1e6;
}

/// Blends the figure into an RGB or RGBA picture; with alpha, into alpha too.
void drawFigure(const MutableImageView& picture, const PlacedFigure& figure,
                const std::uint8_t (&colour)[3]);

/// A needle: the figure in RGBA, with a transparent border of a few pixels.
Image figureNeedle(const Figure& figure, double size);

}  // namespace espy::test
