// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "score/average_filter.h"

#include <algorithm>
#include <limits>

#include "score/costs.h"
#include "score/needle.h"

namespace espy::score {
namespace {

/// Limit of the samples of blocks; more cost more than they save.
constexpr std::int64_t kMostSamples = 1024;

std::int64_t stretchesOf(std::int64_t positions) {
  return (positions + kStretch - 1) / kStretch;
}

Stretch firstOf(const picture::SamplePlanes& means, std::int64_t row) {
  return {means.row(0, row), means.pitch, means.channelPitch};
}

}  // namespace

bool AverageFilter::can(const AverageBound& bound, Method method) {
  const ScoredNeedle& blocks = bound.blocks();
  return bound.isUsable() && blocks.solid && blocks.sums.samples <= kMostSamples &&
         (method == Method::ssd ||
          (method == Method::sad &&
           bound.mostDistance() < std::numeric_limits<std::uint16_t>::max()));
}

double AverageFilter::nanoseconds(const AverageBound& bound, Method method) {
  const ScoredNeedle& blocks = bound.blocks();
  const costs::Rows& cost = costs::rows();
  const auto rows = static_cast<double>(blocks.size.height * blocks.form.channels);
  const auto groupsOf = [&](std::int64_t together) {
    const std::int64_t groups = (blocks.size.width + together - 1) / together;
    return static_cast<double>(groups);
  };
  if (method == Method::ssd) {
    return cost.meansSquares + cost.meansProducts * (rows + 3) * groupsOf(rowLoops().together);
  }
  const std::int64_t wholeFours = blocks.size.width / 4;
  if (!rowLoops().byFours) return cost.meansDifferences + cost.meansGroup * rows * groupsOf(8);
  return cost.meansDifferences +
         rows * (cost.meansGroup * static_cast<double>(wholeFours) +
                 cost.meansOne * static_cast<double>(blocks.size.width % 4));
}

AverageFilter::AverageFilter(const AverageBound& bound, Method method)
    : loops_(rowLoops()), grid_(bound.blocks().size) {
  const ScoredNeedle& blocks = bound.blocks();
  if (method == Method::sad) {
    limit_ = static_cast<std::int32_t>(bound.mostDistance());
    differences_.emplace(blocks, loops_.byFours);
    return;
  }
  // S - 2 D <= most - sum T^2.
  limit_ = static_cast<std::int32_t>(std::clamp<std::int64_t>(
      static_cast<std::int64_t>(bound.mostDistance()) -
          static_cast<std::int64_t>(blocks.sums.squares),
      std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int32_t>::max()));
  products_.emplace(grid_, blocks.form.channels, loops_.together);
  for (int c = 0; c < blocks.form.channels; ++c) {
    for (std::int64_t y = 0; y < grid_.height; ++y) {
      for (std::int64_t x = 0; x < grid_.width; ++x) {
        products_->set(c, x, y, std::int32_t{blocks.row(c, y)[x]} - 128);
      }
    }
  }
}

/// With J a window's means and T the needle's, their squared distance is
/// sum J^2 - 2 sum J T + sum T^2 = S - 2 D + sum T^2, where S = sum J (J - 256) is the same for all
/// needles and slides from row to row, and D = sum J (T - 128).
void AverageFilter::termsOf(const picture::SamplePlanes& means, std::int64_t row,
                            std::int64_t positions, std::int32_t* to) const {
  loops_.terms(firstOf(means, row), stretchesOf(positions), *products_, to);
}

void AverageFilter::askSquares(const picture::SamplePlanes& means, std::int64_t positions,
                               std::int64_t count, const std::uint64_t* valid, const Marks& marks,
                               Scratch& scratch) const {
  const std::int64_t words = stretchesOf(positions);
  const std::int64_t pitch = words * kStretch;
  // Terms of a window's rows, and of the row to be added next.
  const std::int64_t kept = grid_.height + 1;
  scratch.terms.resize(static_cast<std::size_t>(kept * pitch));
  scratch.sums.resize(static_cast<std::size_t>(kRowsTogether * pitch));
  const auto terms = [&](std::int64_t row) { return scratch.terms.data() + row % kept * pitch; };
  for (std::int64_t row = 0; row + 1 < grid_.height; ++row) {
    termsOf(means, row, positions, terms(row));
  }
  for (std::int64_t first = 0; first < count; first += kRowsTogether) {
    const std::int64_t rows = std::min(kRowsTogether, count - first);
    for (std::int64_t r = 0; r < rows; ++r) {
      const std::int64_t row = first + r;
      const std::int64_t entering = row + grid_.height - 1;
      termsOf(means, entering, positions, terms(entering));
      std::int32_t* to = scratch.sums.data() + r * pitch;
      if (row == 0) {
        std::copy_n(terms(0), pitch, to);
        for (std::int64_t other = 1; other <= entering; ++other) {
          const std::int32_t* term = terms(other);
          for (std::int64_t i = 0; i < pitch; ++i) to[i] += term[i];
        }
        continue;
      }
      const std::int32_t* before =
          scratch.sums.data() + (r == 0 ? kRowsTogether - 1 : r - 1) * pitch;
      loops_.slide(before, terms(entering), terms(row - 1), pitch, to);
    }
    if (rows == kRowsTogether) {
      loops_.markProducts(firstOf(means, first), words, *products_, static_cast<int>(rows),
                          scratch.sums.data(), limit_, valid, marks.from(first));
      continue;
    }
    for (std::int64_t r = 0; r < rows; ++r) {
      loops_.markProducts(firstOf(means, first + r), words, *products_, 1,
                          scratch.sums.data() + r * pitch, limit_, valid, marks.from(first + r));
    }
  }
}

void AverageFilter::ask(const picture::SamplePlanes& means, std::int64_t positions,
                        std::int64_t count, const std::uint64_t* valid, const Marks& marks,
                        Scratch& scratch) const {
  if (products_) {
    askSquares(means, positions, count, valid, marks, scratch);
    return;
  }
  for (std::int64_t row = 0; row < count; ++row) {
    loops_.markDifferences(firstOf(means, row), stretchesOf(positions), *differences_,
                           static_cast<std::uint32_t>(limit_), valid, marks.from(row));
  }
}

}  // namespace espy::score
