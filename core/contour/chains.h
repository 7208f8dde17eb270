// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "espy/control.h"
#include "espy/find.h"
#include "espy/image.h"

/// Contours of pictures, as polylines between pixels.
namespace espy::contour {

/// A contour. A closed one continues from its last point to its first.
struct Chain {
  std::vector<SubPixel> points;
  bool closed = false;
};

/// Edges: local maxima of the gradient of any colour channel, between pixels, linked to chains of
/// at least `least` points; at a junction the straightest goes on.
std::vector<Chain> edgeChains(const ImageView& picture, std::size_t least, const Control& control);

/// The contours of a needle, longest first: if it has a transparent or masked pixel, boundaries of
/// the compared pixels, where weights (alpha and mask) cross half; else edges.
std::vector<Chain> needleChains(const Needle& needle, const Control& control);

/// The smallest box around points.
struct PointBox {
  double left;
  double top;
  double right;
  double bottom;
};
/// Of at least one point.
PointBox boxOf(std::span<const SubPixel> points);
/// The distance of two points, in pixels.
double apart(SubPixel a, SubPixel b);
double lengthOf(const Chain& chain);
/// Smooths the points `passes` times with weights 1, 2, 1.
void smoothen(Chain& chain, int passes);
/// `count` intervals of equal length along the chain: `count` points of a closed one, else
/// `count` + 1.
std::vector<SubPixel> resampled(const Chain& chain, std::int64_t count);

/// Half the size: averages of 2 x 2 pixels.
Image halved(const ImageView& picture, const Control& control);

}  // namespace espy::contour
