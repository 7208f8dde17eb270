// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <initializer_list>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>

#include "canvas.h"

namespace samples {

/// A drawing in letters, one string per row; '.' and ' ' are transparent.
using Art = std::span<const std::string_view>;

/// Maps letters to colours.
class Palette {
 public:
  Palette(std::initializer_list<std::pair<char, Rgb>> colours) {
    for (const auto& [letter, colour] : colours) set(letter, colour);
  }
  void set(char letter, Rgb colour) { colours_[static_cast<unsigned char>(letter) & 127] = colour; }
  /// Sets a colour and, for the capital letter, its shade.
  void setShaded(char letter, Rgb colour) {
    set(letter, colour);
    set(static_cast<char>(letter - 'a' + 'A'), scaled(colour, 80));
  }
  Rgb operator[](char letter) const { return colours_[static_cast<unsigned char>(letter) & 127]; }

 private:
  std::array<Rgb, 128> colours_{};
};

/// A small drawing made of parts, to be stamped on the canvas.
class Sprite {
 public:
  static constexpr int kWidth = 48;
  static constexpr int kHeight = 64;

  void set(int x, int y, Rgb colour) {
    if (x < 0 || y < 0 || x >= kWidth || y >= kHeight) return;
    const std::size_t i = index(x, y);
    colours_[i] = colour;
    opaque_[i] = true;
  }
  bool opaque(int x, int y) const {
    return x >= 0 && y >= 0 && x < kWidth && y < kHeight && opaque_[index(x, y)];
  }
  Rgb colour(int x, int y) const { return colours_[index(x, y)]; }

  /// Draws `art` with its upper-left letter at (x, y).
  void put(Art art, int x, int y, const Palette& palette) {
    put(art, x, y, [&](char letter, int, int) { return palette[letter]; });
  }
  /// With a colour that depends on letter, column and row.
  template <class ColourOf>
  requires std::is_invocable_r_v<Rgb, ColourOf, char, int, int>
  void put(Art art, int x, int y, const ColourOf& colourOf) {
    for (std::size_t row = 0; row < art.size(); ++row) {
      for (std::size_t column = 0; column < art[row].size(); ++column) {
        const char letter = art[row][column];
        if (letter == '.' || letter == ' ') continue;
        const int u = static_cast<int>(column);
        const int v = static_cast<int>(row);
        set(x + u, y + v, colourOf(letter, u, v));
      }
    }
  }

  /// Adds an outline in a dark shade of the adjacent colour.
  void outline();

  /// Copies to the canvas so that sprite pixel (ownX, ownY) falls on (x, y).
  void stamp(Canvas& canvas, int x, int y, int ownX, int ownY, bool mirrored = false) const;

 private:
  static std::size_t index(int x, int y) {
    return static_cast<std::size_t>(y) * kWidth + static_cast<std::size_t>(x);
  }

  std::array<Rgb, kWidth * kHeight> colours_{};
  std::array<bool, kWidth * kHeight> opaque_{};
};

/// Draws `art` directly on the canvas.
void putArt(Canvas& canvas, Art art, int x, int y, const Palette& palette, bool mirrored = false);

}  // namespace samples
