// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <list>
#include <string>
#include <vector>

#include "espy/index.h"
#include "support/random_pictures.h"

namespace espy::test {

/// Needles with their pictures.
struct Needles {
  std::list<Image> pictures;
  std::list<Image> masks;
  std::vector<Needle> all;

  void add(Image&& picture);
  void addMasked(Image&& picture, Image&& mask);
};

/// Writes an index of these needles, named by their numbers, in segments of at most `segment`.
NeedleIndex indexOf(const std::string& path, const Needles& needles, std::size_t segment = 1000);

/// Converts to another format; 8-bit samples v become 257 v, alpha is random.
Image inFormat(const ImageView& picture, PixelFormat format, Random& random);

/// Needles of the scene and of others, in all formats, many of them equal or nearly equal: up to
/// `most`.
Needles randomNeedles(const ImageView& scene, Random& random, std::int64_t most = 40);

/// Tiles that differ in one pixel of one channel each, and so share most of their blocks.
Needles nearlyEqualTiles(Size size, PixelFormat format);

}  // namespace espy::test
