// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "find/peak_order.h"

#include <algorithm>
#include <cstddef>
#include <tuple>

namespace espy::finders {
namespace {

/// Comparisons between two checks for cancellation.
constexpr std::uint64_t kCheckEvery = 1 << 14;
/// With fewer peaks than 1 / kDense of a row, comparing is faster than counting.
constexpr std::size_t kDense = 8;

/// In-place counting sort ("American flag sort"): moves each element to its key's range, and
/// returns the ranges' ends.
template <class Key>
void placeByKey(Peak* first, std::size_t count, std::size_t keys, const Key& keyOf,
                std::vector<std::size_t>& next, std::vector<std::size_t>& end) {
  end.assign(keys, 0);
  for (std::size_t i = 0; i < count; ++i) ++end[keyOf(first[i])];
  next.resize(keys);
  std::size_t begin = 0;
  for (std::size_t key = 0; key < keys; ++key) {
    next[key] = begin;
    begin += end[key];
    end[key] = begin;
  }
  for (std::size_t key = 0; key < keys; ++key) {
    while (next[key] < end[key]) {
      Peak& here = first[next[key]];
      const std::size_t wanted = keyOf(here);
      if (wanted == key) {
        ++next[key];
      } else {
        std::swap(here, first[next[wanted]++]);
      }
    }
  }
}

}  // namespace

void orderPeaks(std::vector<Peak>& peaks, const Control& control) {
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::size_t needles = 0;
  for (const Peak& peak : peaks) {
    rows = std::max<std::size_t>(rows, peak.y + std::size_t{1});
    columns = std::max<std::size_t>(columns, peak.x + std::size_t{1});
    needles = std::max<std::size_t>(needles, peak.needle + std::size_t{1});
  }
  std::uint64_t looked = 0;
  const auto look = [&] {
    if (++looked % kCheckEvery == 0) control.check();
  };
  const auto isBefore = [&](const Peak& a, const Peak& b) {
    look();
    return std::tie(a.needle, a.y, a.x) < std::tie(b.needle, b.y, b.x);
  };
  if (peaks.size() / kDense < needles * rows) {
    std::sort(peaks.begin(), peaks.end(), isBefore);
    return;
  }
  if (std::is_sorted(peaks.begin(), peaks.end(), isBefore)) return;

  std::vector<std::size_t> next;
  std::vector<std::size_t> rowEnds;
  placeByKey(
      peaks.data(), peaks.size(), needles * rows,
      [&](const Peak& peak) {
        look();
        return peak.needle * rows + peak.y;
      },
      next, rowEnds);
  std::vector<std::size_t> ends;
  Peak* row = peaks.data();
  for (const std::size_t rowEnd : rowEnds) {
    const auto count = static_cast<std::size_t>(peaks.data() + rowEnd - row);
    if (count >= columns / kDense) {
      placeByKey(
          row, count, columns,
          [&](const Peak& peak) {
            look();
            return std::size_t{peak.x};
          },
          next, ends);
    } else {
      std::sort(row, row + count, isBefore);
    }
    row += count;
  }
}

}  // namespace espy::finders
