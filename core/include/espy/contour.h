// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "espy/find.h"
#include "espy/image.h"

#pragma GCC visibility push(default)
/// Outlines that bend. `find` with `Method::outline` finds them in pictures.
///
///     const auto leaf = espy::outlinesOf({first.image}).front();
///     const auto other = espy::outlinesOf({second.image}).front();
///     if (espy::outlineDistance(leaf, other) < 0.1) group(first, second);
namespace espy {

/// The outlines of a picture, longest first, in pixels: of what is opaque if a pixel is transparent
/// or masked, else its edges. A closed outline ends at its first point. Empty if there is none.
std::vector<std::vector<SubPixel>> outlinesOf(const Needle& picture);

/// How much one outline must be deformed to become the other, 0 (the same shape; position, size,
/// rotation and mirroring do not count) to 1. The two are compared as `Method::outline` compares
/// them, whole with whole. `bend`, above 0 to 1, is as `FindOptions::bend`. Throws `badUse` for an
/// outline of less than three different points.
double outlineDistance(std::span<const SubPixel> a, std::span<const SubPixel> b, double bend = 0.7);

/// Distances by shared neighbours, 0 to 1, for a collection that is ranked as a whole: shapes of a
/// class are found through others between them, which `outlineDistance` of two shapes cannot know.
/// `distances` is a symmetric table of `count` rows and columns; `neighbours`, at least 2 and less
/// than `count`, is about the number of shapes of a class. Shapes are alike if their nearest
/// neighbours that are so mutually are the same, weighted by distance. Takes count^3 steps. Throws
/// `badUse` for other sizes.
std::vector<float> distancesByNeighbours(std::span<const float> distances, std::size_t count,
                                         std::size_t neighbours);

}  // namespace espy
#pragma GCC visibility pop
