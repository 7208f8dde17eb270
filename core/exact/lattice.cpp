// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "exact/lattice.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace espy::exact {
namespace {

/// The length of the longest row of opaque pixels, at most `enough`.
std::int64_t longestOpaqueRun(const Pattern& pattern, std::int64_t enough) {
  if (pattern.allOpaque) return std::min(pattern.size.width, enough);
  std::int64_t longest = 0;
  for (std::int64_t y = 0; y < pattern.size.height; ++y) {
    std::int64_t length = 0;
    for (std::int64_t x = 0; x < pattern.size.width; ++x) {
      length = pattern.isOpaque(x, y) ? length + 1 : 0;
      longest = std::max(longest, length);
      if (longest >= enough) return enough;
    }
  }
  return longest;
}

}  // namespace

int chooseRunPixels(std::span<const Pattern* const> group) {
  std::int64_t narrowest = std::numeric_limits<std::int64_t>::max();
  for (const Pattern* pattern : group) narrowest = std::min(narrowest, pattern->size.width);
  const int fit = kMaxKeyBytes / group.front()->format.bytesPerPixel();
  std::int64_t pixels = std::min<std::int64_t>(std::clamp<std::int64_t>(narrowest / 4, 1, 8), fit);
  for (const Pattern* pattern : group) pixels = longestOpaqueRun(*pattern, pixels);
  return static_cast<int>(pixels);
}

KeyShape makeKeyShape(PixelFormat format, int runPixels) {
  KeyShape shape;
  shape.bytes = runPixels * format.bytesPerPixel();
  std::uint8_t care[kMaxKeyBytes];
  std::fill_n(care, kMaxKeyBytes, std::uint8_t{0xff});
  if (format.hasAlpha()) {
    const int sample = format.bytesPerSample();
    for (int p = 1; p <= runPixels; ++p) {
      std::fill_n(care + p * format.bytesPerPixel() - sample, sample, std::uint8_t{0});
    }
  }
  std::memcpy(&shape.careLow, care, 8);
  std::memcpy(&shape.careHigh, care + 8, 8);
  return shape;
}

Lattice coarsest(std::span<const Pattern* const> group, int runPixels) {
  Lattice lattice{std::numeric_limits<std::int64_t>::max(),
                  std::numeric_limits<std::int64_t>::max()};
  for (const Pattern* pattern : group) {
    lattice.rowStep = std::min(lattice.rowStep, pattern->size.height);
    lattice.columnStep = std::min(lattice.columnStep, pattern->size.width - runPixels + 1);
  }
  return lattice;
}

bool opaqueRunAt(const Pattern& pattern, std::int64_t x, std::int64_t y, int runPixels) {
  if (pattern.allOpaque) return true;
  for (int i = 0; i < runPixels; ++i) {
    if (!pattern.isOpaque(x + i, y)) return false;
  }
  return true;
}

Lattice balance(Lattice lattice, Size scene, std::size_t needles, double insertCost) {
  const double area =
      std::sqrt(static_cast<double>(scene.pixels()) / (static_cast<double>(needles) * insertCost));
  // A run stores its position in the needle in 16 bits.
  const auto bound = std::clamp<std::int64_t>(static_cast<std::int64_t>(area), 1, 65535);
  lattice.rowStep = std::min(lattice.rowStep, bound);
  lattice.columnStep =
      std::min(lattice.columnStep, std::max<std::int64_t>(1, bound / lattice.rowStep));
  return lattice;
}

std::vector<Lattice> coarserAndFiner(const Lattice& coarsestOne) {
  std::vector<Lattice> lattices;
  for (std::int64_t rows = coarsestOne.rowStep;; rows /= 2) {
    for (std::int64_t columns = coarsestOne.columnStep;; columns /= 2) {
      lattices.push_back({rows, columns});
      if (columns == 1) break;
    }
    if (rows == 1) break;
  }
  return lattices;
}

}  // namespace espy::exact
