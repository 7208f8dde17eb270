// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "lab/pattern_scenes.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <tuple>

#include "base/parallel.h"
#include "base/phrase.h"
#include "espy/error.h"
#include "lab/pattern_dice.h"
#include "lab/pattern_drawing.h"

namespace espy::lab::pattern {
namespace {

void fill(const MutableImageView& picture, Colour filling, const Control& control) {
  const std::array<std::uint8_t, 3> colour{filling.red, filling.green, filling.blue};
  const int channels = picture.format().channels;
  parallelFor(picture.height(), threadsFor(control), {0, control.stop, {}},
              [&](std::int64_t y, int) {
                std::uint8_t* row = picture.row(y);
                for (std::int64_t x = 0; x < picture.width(); ++x) {
                  for (int c = 0; c < channels; ++c) {
                    row[x * channels + c] = colour[static_cast<std::size_t>(c)];
                  }
                }
              });
}

/// A box of half the width and height in the centre.
PatternScene drawBox(Size size, PixelFormat format, const Screening& colours,
                     const Control& control) {
  PatternScene drawing;
  drawing.needle = Image::forOverwrite({size.width / 2, size.height / 2}, format);
  fill(drawing.needle.pixels(), colours.shape, control);
  drawing.scene = Image::forOverwrite(size, format);
  fill(drawing.scene.pixels(), colours.ground, control);
  paste(drawing.needle, drawing.scene.pixels(), size.width / 4, size.height / 4);
  drawing.places.emplace_back(size.width / 4, size.height / 4);
  return drawing;
}

/// Nested squares, low-contrast and noisy, hard to see in the plaster.
Image drawPattern(std::uint64_t seed) {
  Image pattern({kPatternSide, kPatternSide}, kGrey);
  Dice dice(seedFor(seed, 31));
  for (int y = 0; y < kPatternSide; ++y) {
    for (int x = 0; x < kPatternSide; ++x) {
      const int toEdge = std::min({x, y, kPatternSide - 1 - x, kPatternSide - 1 - y});
      const int grey = (toEdge % 2 == 0 ? 142 : 110) + dice.below(41) - 20;
      *pattern.pixels().pixel(x, y) = static_cast<std::uint8_t>(grey);
    }
  }
  return pattern;
}

/// Each copy has a random position in a cell of its own, so that none overlap.
PatternScene drawPatterns(Size size, std::int64_t matches, std::uint64_t seed,
                          const Control& control) {
  constexpr int kCell = 24;
  const int columns = static_cast<int>(size.width / kCell);
  const int cells = columns * static_cast<int>(size.height / kCell);
  if (matches > cells) {
    throw Error(
        ErrorCode::badUse,
        phrase("no more than {} patterns fit into {} x {} pixels, so matches={} is too many", cells,
               size.width, size.height, matches));
  }
  PatternScene drawing;
  drawing.needle = drawPattern(seed);
  drawing.scene = Image::forOverwrite(size, kGrey);
  drawPlaster(drawing.scene.pixels(), seedFor(seed, 32), control);
  Dice dice(seedFor(seed, 33));
  for (const int cell : drawn(static_cast<int>(matches), cells, dice)) {
    const int x = cell % columns * kCell + dice.below(kCell - kPatternSide + 1);
    const int y = cell / columns * kCell + dice.below(kCell - kPatternSide + 1);
    paste(drawing.needle, drawing.scene.pixels(), x, y);
    drawing.places.emplace_back(x, y);
  }
  std::ranges::sort(drawing.places, {}, [](const espy::Place& p) { return std::tuple(p.y, p.x); });
  return drawing;
}

}  // namespace

void paste(const ImageView& what, const MutableImageView& to, std::int64_t x, std::int64_t y) {
  for (std::int64_t v = 0; v < what.height(); ++v) {
    std::memcpy(to.pixel(x, y + v), what.row(v), static_cast<std::size_t>(what.rowBytes()));
  }
}

bool hidesMany(Milestone milestone) {
  return milestone == Milestone::greyPattern || milestone == Milestone::patternOutline;
}

bool isOutlined(Milestone milestone) {
  return milestone == Milestone::boxEdge || milestone == Milestone::patternOutline ||
         milestone == Milestone::crowd;
}

std::optional<Screening> screeningOf(Milestone milestone) {
  switch (milestone) {
    case Milestone::greyBox:
    case Milestone::boxEdge:
      return Screening{{96, 96, 96}, {176, 176, 176}};
    case Milestone::colourBox:
      return Screening{{64, 64, 200}, {176, 40, 40}};
    default:
      return std::nullopt;
  }
}

Size sizeOf(std::int64_t kilopixels) {
  for (const Size known : {Size{1024, 1024}, Size{3072, 2304}, Size{7680, 5400}}) {
    if ((known.pixels() + 500) / 1000 == kilopixels) return known;
  }
  const auto pixels = static_cast<double>(kilopixels) * 1000;
  const auto width = static_cast<std::int64_t>(std::lround(std::sqrt(pixels * 4 / 3)));
  return {width, std::lround(pixels / static_cast<double>(width))};
}

PatternScene drawScene(Milestone milestone, Size size, std::int64_t matches, std::uint64_t seed,
                       const Control& control) {
  switch (milestone) {
    case Milestone::greyBox:
    case Milestone::boxEdge:
      return drawBox(size, kGrey, *screeningOf(milestone), control);
    case Milestone::colourBox:
      return drawBox(size, kColour, *screeningOf(milestone), control);
    case Milestone::greyPattern:
    case Milestone::patternOutline:
      return drawPatterns(size, matches, seed, control);
    case Milestone::crowd:
      break;
  }
  return drawCrowd(size, seed, control);
}

}  // namespace espy::lab::pattern
