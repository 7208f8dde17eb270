// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "espy/engine/all.h"

/// Searches that are made to be hard, for every method, mask, tolerance and selection.
namespace espy::bench {

enum class Scenery : std::uint8_t {
  flat,          ///< one value
  stripes,       ///< period 4
  checkerboard,  ///< of single pixels
  noise,
  gradient,  ///< rising slowly along both sides
  plateau,   ///< large squares of few values
  nearFlat,  ///< one value, or one more
  flawed,    ///< flat, one pixel in 5000 off
  tiled,     ///< the needle everywhere
  screen,    ///< a window of a program: flat ground, lines of specks
};
inline constexpr int kSceneries = 10;

enum class Holes : std::uint8_t { none, one, checkerboard, comb, round, random, weights };
inline constexpr int kHoles = 7;

/// One search.
struct WorstCase {
  Scenery scenery = Scenery::flat;
  Size scene{1024, 1024};
  PixelFormat format{1, Depth::u8};
  std::vector<Size> needles{{64, 64}};
  Holes holes = Holes::none;
  bool foreign = false;  ///< the needle is noise, not a piece of the scene
  FindOptions search;
  bool nearest = false;
  bool subPixel = false;
  bool distances = false;  ///< of exact matches
  bool oneThread = false;

  std::string name() const;
  std::int64_t pixels() const { return scene.pixels(); }
};

/// The case's pictures.
struct WorstPictures {
  explicit WorstPictures(const WorstCase& one);

  Image scene;
  std::vector<Image> pictures;
  std::vector<Image> masks;
  std::vector<Needle> needles;
};

/// Those that were found to be slow, large or wrong once.
std::vector<WorstCase> knownCases();
/// Needles in any pose.
std::vector<WorstCase> poseCases();
/// Any, the same for the same number.
WorstCase anyWorstCase(std::uint64_t number);

}  // namespace espy::bench
