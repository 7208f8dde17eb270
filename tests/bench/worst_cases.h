// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "espy/engine/all.h"

/// Adversarial searches for every method, mask, tolerance and selection.
namespace espy::bench {

enum class Scenery : std::uint8_t {
  flat,          ///< one value
  stripes,       ///< period 4
  checkerboard,  ///< of single pixels
  noise,
  gradient,  ///< slowly rising along both axes
  plateau,   ///< large squares of few values
  nearFlat,  ///< one value, with random increments of one
  flawed,    ///< flat, one pixel in 5000 changed
  tiled,     ///< the needle, repeated
  screen,    ///< a program's window: flat background, lines of specks
  squares,   ///< checkerboard of 8 x 8 pixels
};

enum class Holes : std::uint8_t { none, one, checkerboard, comb, round, random, weights };
inline constexpr int kHoles = 7;

/// An adversarial search.
struct WorstCase {
  Scenery scenery = Scenery::flat;
  Size scene{1024, 1024};
  PixelFormat format{1, Depth::u8};
  std::vector<Size> needles{{64, 64}};
  Holes holes = Holes::none;
  bool foreign = false;  ///< the needle is noise, not cut from the scene
  FindOptions search;
  bool nearest = false;
  bool subPixel = false;
  bool distances = false;  ///< compute the distances of exact matches
  bool oneThread = false;

  std::string name() const;
  std::int64_t pixels() const { return scene.pixels(); }
};

/// Pictures of a case.
struct WorstPictures {
  explicit WorstPictures(const WorstCase& one);

  Image scene;
  std::vector<Image> pictures;
  std::vector<Image> masks;
  std::vector<Needle> needles;
};

/// Cases that were slow, large or wrong once.
std::vector<WorstCase> knownCases();
/// Needles in any pose.
std::vector<WorstCase> poseCases();
/// A random case, deterministic in `number`.
WorstCase anyWorstCase(std::uint64_t number);

}  // namespace espy::bench
