// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// A crowd of small figures in a few colours on sand. Some differ from the needle in only a few
// pixels.
#include <algorithm>
#include <cstring>

#include "base/parallel.h"
#include "lab/pattern_dice.h"
#include "lab/pattern_drawing.h"

namespace espy::lab::pattern {
namespace {

using Rgb = std::array<std::uint8_t, 3>;

constexpr int kCell = 20;  // pixels per side of a figure's cell
/// Shared by all figures, so that no single pixel identifies one.
constexpr std::array<Rgb, 8> kPalette{{{214, 48, 49},
                                       {9, 132, 227},
                                       {253, 203, 110},
                                       {245, 246, 250},
                                       {45, 52, 54},
                                       {0, 148, 120},
                                       {232, 190, 160},
                                       {108, 92, 231}}};

/// Palette indices of 2 x 2 squares, symmetric left to right.
using Figure = std::array<std::uint8_t, kPatternSide * kPatternSide>;

Figure figureOf(std::uint64_t seed) {
  Dice dice(seed);
  std::array<int, 4> colours{};
  for (int& colour : colours) colour = dice.below(static_cast<int>(kPalette.size()));
  std::array<std::uint8_t, kPatternSide * kPatternSide / 8> squares{};
  for (std::uint8_t& square : squares) {
    square = static_cast<std::uint8_t>(colours[dice.below(4)]);
  }
  Figure figure{};
  for (int y = 0; y < kPatternSide; ++y) {
    for (int x = 0; x < kPatternSide; ++x) {
      const int fromLeft = std::min(x, kPatternSide - 1 - x);
      figure[y * kPatternSide + x] = squares[y / 2 * (kPatternSide / 4) + fromLeft / 2];
    }
  }
  return figure;
}

/// The figure with one to four pixels changed.
Figure lookAlikeOf(Figure figure, std::uint64_t seed) {
  Dice dice(seed);
  const int differing = 1 + dice.below(4);
  for (const int pixel : drawn(differing, kPatternSide * kPatternSide, dice)) {
    std::uint8_t& colour = figure[pixel];
    colour = static_cast<std::uint8_t>((colour + 1 + dice.below(7)) % 8);
  }
  return figure;
}

void drawFigure(const Figure& figure, const MutableImageView& picture, std::int64_t x,
                std::int64_t y) {
  for (int v = 0; v < kPatternSide; ++v) {
    for (int u = 0; u < kPatternSide; ++u) {
      const Rgb& colour = kPalette[figure[v * kPatternSide + u]];
      std::memcpy(picture.pixel(x + u, y + v), colour.data(), colour.size());
    }
  }
}

void drawSand(const MutableImageView& picture, std::int64_t y, std::uint64_t seed) {
  for (std::int64_t x = 0; x < picture.width(); ++x) {
    const auto number = static_cast<std::uint64_t>(y * picture.width() + x);
    const int grain = within(scrambled(seed + number), 11) - 5;
    const Rgb sand{static_cast<std::uint8_t>(228 + grain), static_cast<std::uint8_t>(206 + grain),
                   static_cast<std::uint8_t>(164 + grain)};
    std::memcpy(picture.pixel(x, y), sand.data(), sand.size());
  }
}

}  // namespace

PatternScene drawCrowd(Size size, std::uint64_t seed, const Control& control) {
  PatternScene drawing;
  drawing.scene = Image::forOverwrite(size, kColour);
  drawing.needle = Image({kPatternSide, kPatternSide}, kColour);
  const MutableImageView picture = drawing.scene.pixels();
  const Figure wanted = figureOf(seedFor(seed, 11));
  drawFigure(wanted, drawing.needle.pixels(), 0, 0);

  // Assigns cells: one for the needle, some for look-alikes, the others for random figures.
  const int columns = static_cast<int>(size.width / kCell);
  const int rows = static_cast<int>(size.height / kCell);
  const auto lookAlikes = static_cast<int>(std::max<std::int64_t>(12, size.pixels() / 100'000));
  Dice dice(seedFor(seed, 12));
  const std::vector<int> special = drawn(1 + lookAlikes, columns * rows, dice);
  std::vector<std::uint8_t> alike(static_cast<std::size_t>(columns) *
                                  static_cast<std::size_t>(rows));
  for (const int cell : special) alike[cell] = 1;

  const std::uint64_t sandSeed = seedFor(seed, 13);
  const std::uint64_t figureSeed = seedFor(seed, 14);
  const std::int64_t strips = (size.height + kCell - 1) / kCell;
  const Control quiet{0, control.stop, {}};
  parallelFor(strips, threadsFor(control), quiet, [&](std::int64_t strip, int) {
    const std::int64_t end = std::min((strip + 1) * kCell, size.height);
    for (std::int64_t y = strip * kCell; y < end; ++y) drawSand(picture, y, sandSeed);
    if (strip >= rows) return;
    for (int column = 0; column < columns; ++column) {
      const int cell = static_cast<int>(strip) * columns + column;
      Dice own(figureSeed + static_cast<std::uint64_t>(cell) * 8);
      const int aside = own.below(kCell - kPatternSide + 1);
      const int down = own.below(kCell - kPatternSide + 1);
      const std::uint64_t looks = own.next();
      const bool isWanted = cell == special.front();
      const bool looksAlike = alike[cell] != 0;
      const Figure figure = isWanted     ? wanted
                            : looksAlike ? lookAlikeOf(wanted, looks)
                                         : figureOf(looks);
      drawFigure(figure, picture, std::int64_t{column} * kCell + aside, strip * kCell + down);
      if (isWanted) {
        drawing.places = {{static_cast<std::uint32_t>(column * kCell + aside),
                           static_cast<std::uint32_t>(strip * kCell + down)}};
      }
    }
  });
  return drawing;
}

}  // namespace espy::lab::pattern
