// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "score/scene_ranges.h"

#include <algorithm>

#include "picture/planes.h"

namespace espy::score {

void SampleRange::add(SampleRange other) {
  least = std::min(least, other.least);
  greatest = std::max(greatest, other.greatest);
}

SceneRanges::SceneRanges(const ImageView& scene, picture::CommonFormat form, const Control& control)
    : size_(scene.size()) {
  sums_.resize(static_cast<std::size_t>(form.channels * (size_.width + 1) * (size_.height + 1)));
  const Size cells{(size_.width + kCell - 1) / kCell, (size_.height + kCell - 1) / kCell};
  levels_.push_back({kCell, cells, {}});
  levels_.back().ranges.resize(static_cast<std::size_t>(form.channels * cells.pixels()));
  if (form.depth == Depth::u16) {
    load<std::uint16_t>(scene, form, control);
  } else {
    load<std::uint8_t>(scene, form, control);
  }
  addLevels(form.channels);
}

/// In strips as high as a cell, so that little is converted at a time.
template <class Sample>
void SceneRanges::load(const ImageView& scene, picture::CommonFormat form, const Control& control) {
  Level& level = levels_.front();
  picture::TilePlanes<Sample> strip;
  const auto sumsOf = [&](int channel, std::int64_t y) { return sums_.data() + at(channel, y); };
  for (int c = 0; c < form.channels; ++c) std::fill_n(sumsOf(c, 0), size_.width + 1, 0);
  for (std::int64_t top = 0; top < size_.height; top += kCell) {
    control.check();
    const std::int64_t rows = std::min(kCell, size_.height - top);
    strip.load(scene, form, 0, top, {size_.width, rows});
    for (int c = 0; c < form.channels; ++c) {
      SampleRange* const cells = level.ranges.data() + level.at(c, top / kCell);
      for (std::int64_t y = 0; y < rows; ++y) {
        const Sample* const row = strip.row(c, y);
        const std::uint32_t* const above = sumsOf(c, top + y);
        std::uint32_t* const to = sumsOf(c, top + y + 1);
        to[0] = 0;
        std::uint32_t sum = 0;
        for (std::int64_t cell = 0, x = 0; x < size_.width; ++cell) {
          SampleRange range = cells[cell];
          for (const std::int64_t end = std::min(size_.width, x + kCell); x < end; ++x) {
            const std::uint16_t sample = row[x];
            range.add({sample, sample});
            sum += sample;
            to[x + 1] = above[x + 1] + sum;
          }
          cells[cell] = range;
        }
      }
    }
  }
}

/// Each level has cells of twice the side.
void SceneRanges::addLevels(int channels) {
  while (levels_.back().cells.width > 1 || levels_.back().cells.height > 1) {
    const Level& from = levels_.back();
    Level to{2 * from.side, {(from.cells.width + 1) / 2, (from.cells.height + 1) / 2}, {}};
    to.ranges.resize(static_cast<std::size_t>(channels * to.cells.pixels()));
    for (int c = 0; c < channels; ++c) {
      for (std::int64_t y = 0; y < from.cells.height; ++y) {
        SampleRange* const row = to.ranges.data() + to.at(c, y / 2);
        for (std::int64_t x = 0; x < from.cells.width; ++x) row[x / 2].add(from.row(c, y)[x]);
      }
    }
    levels_.push_back(std::move(to));
  }
}

SampleRange SceneRanges::range(int channel, const picture::Rectangle& rectangle) const {
  const std::int64_t wanted = std::min(rectangle.width, rectangle.height) / 4;
  std::size_t l = 0;
  while (l + 1 < levels_.size() && levels_[l + 1].side <= wanted) ++l;
  const Level& level = levels_[l];
  const std::int64_t left = rectangle.x / level.side;
  const std::int64_t right = (rectangle.x + rectangle.width - 1) / level.side;
  const std::int64_t bottom = (rectangle.y + rectangle.height - 1) / level.side;
  SampleRange range;
  for (std::int64_t y = rectangle.y / level.side; y <= bottom; ++y) {
    const SampleRange* const row = level.row(channel, y);
    for (std::int64_t x = left; x <= right; ++x) range.add(row[x]);
  }
  return range;
}

}  // namespace espy::score
