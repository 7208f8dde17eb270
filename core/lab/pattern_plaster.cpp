// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "base/parallel.h"
#include "lab/pattern_dice.h"
#include "lab/pattern_drawing.h"

namespace espy::lab::pattern {
namespace {

/// Smooth value noise, 0..255: bilinear interpolation of random heights on a grid.
class ValueNoise {
 public:
  ValueNoise(int spacing, std::int64_t width, std::uint64_t seed)
      : spacing_(spacing), columns_(width / spacing + 2), seed_(seed) {}

  /// Heights at the grid's columns in row y, multiplied by `spacing`.
  void prepareRow(std::int64_t y, std::vector<int>& heights) const {
    heights.resize(static_cast<std::size_t>(columns_));
    const std::int64_t above = y / spacing_;
    const int part = static_cast<int>(y % spacing_);
    for (std::int64_t column = 0; column < columns_; ++column) {
      heights[static_cast<std::size_t>(column)] =
          corner(column, above) * (spacing_ - part) + corner(column, above + 1) * part;
    }
  }

  int at(std::int64_t x, const std::vector<int>& heights) const {
    const auto column = static_cast<std::size_t>(x / spacing_);
    const int part = static_cast<int>(x % spacing_);
    return (heights[column] * (spacing_ - part) + heights[column + 1] * part) /
           (spacing_ * spacing_);
  }

 private:
  int corner(std::int64_t column, std::int64_t row) const {
    const auto number = static_cast<std::uint64_t>(row * columns_ + column);
    return within(scrambled(seed_ + number), 256);
  }

  int spacing_;
  std::int64_t columns_;
  std::uint64_t seed_;
};

}  // namespace

void drawPlaster(const MutableImageView& picture, std::uint64_t seed, const Control& control) {
  const ValueNoise wide(64, picture.width(), seedFor(seed, 1));
  const ValueNoise narrow(8, picture.width(), seedFor(seed, 2));
  const std::uint64_t grainSeed = seedFor(seed, 3);
  parallelFor(picture.height(), threadsFor(control), {0, control.stop, {}},
              [&](std::int64_t y, int) {
                std::vector<int> wideRow;
                std::vector<int> narrowRow;
                wide.prepareRow(y, wideRow);
                narrow.prepareRow(y, narrowRow);
                std::uint8_t* row = picture.row(y);
                for (std::int64_t x = 0; x < picture.width(); ++x) {
                  const auto number = static_cast<std::uint64_t>(y * picture.width() + x);
                  const int grain = within(scrambled(grainSeed + number), 41) - 20;
                  const int relief = 4 * wide.at(x, wideRow) + narrow.at(x, narrowRow);
                  row[x] = static_cast<std::uint8_t>(62 + relief / 10 + grain);
                }
              });
}

}  // namespace espy::lab::pattern
