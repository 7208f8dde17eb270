// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "espy/image.h"

namespace espy::test {

/// splitmix64: the same sequence on every machine.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    state_ += 0x9e3779b97f4a7c15U;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31);
  }
  /// 0 .. bound - 1
  std::int64_t below(std::int64_t bound) {
    return static_cast<std::int64_t>(next() % static_cast<std::uint64_t>(bound));
  }
  bool oneIn(std::int64_t n) { return below(n) == 0; }

 private:
  std::uint64_t state_;
};

/// Kinds of random pictures; each is adversarial for some strategy.
enum class Kind {
  noise,     ///< uniform
  twoTone,   ///< two values at random: runs repeat, windows do not
  flat,      ///< one value
  stripes,   ///< period 2..5 along x, y or both
  dither,    ///< 2 x 2 checkerboard
  gradient,  ///< slowly rising
  flawed,    ///< flat, stripes or dither with a few pixels changed
  tiled,     ///< a small noise tile, repeated
};
inline constexpr int kKinds = 8;
const char* nameOf(Kind kind);

/// A picture with row padding, optionally stored bottom-up.
class PaddedPicture {
 public:
  PaddedPicture(Size size, PixelFormat format, std::int64_t padding, bool bottomUp);

  MutableImageView pixels() { return view_; }
  ImageView view() const { return view_; }

 private:
  std::vector<std::uint8_t> bytes_;
  MutableImageView view_;
};

/// Fills every sample; alpha is random. With `greyOnly` all colour channels are equal.
void draw(const MutableImageView& picture, Kind kind, Random& random, bool greyOnly);

/// Copies `from` to (x, y) of `to`; the formats must be equal.
void paste(const MutableImageView& to, const ImageView& from, std::int64_t x, std::int64_t y);

}  // namespace espy::test
