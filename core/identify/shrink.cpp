// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "identify/shrink.h"

#include <algorithm>
#include <vector>

#include "base/parallel.h"
#include "io/convert_row.h"

namespace espy::identify {
namespace {

constexpr PixelFormat kGrey{1, Depth::u8};
constexpr std::int64_t kBandRows = 16;

/// The part of the large picture that one small pixel covers along one side, in units of 1/`parts`
/// pixels; `parts` is the small side, so all lengths are integers.
struct Cover {
  std::int64_t first;
  std::int64_t last;
  std::uint64_t firstWeight;  ///< of the first pixel
  std::uint64_t lastWeight;   ///< 0 if it is the first
};

Cover coverOf(std::int64_t index, std::int64_t small, std::int64_t large) {
  const std::int64_t begin = index * large;
  const std::int64_t end = begin + large;
  Cover cover{begin / small, (end - 1) / small, 0, 0};
  if (cover.first == cover.last) {
    cover.firstWeight = static_cast<std::uint64_t>(large);
  } else {
    cover.firstWeight = static_cast<std::uint64_t>((cover.first + 1) * small - begin);
    cover.lastWeight = static_cast<std::uint64_t>(end - cover.last * small);
  }
  return cover;
}

/// Computes rows of the small picture in order.
class Shrinker {
 public:
  Shrinker(const ImageView& photograph, const std::vector<Cover>& columns, Size size)
      : photograph_(photograph),
        columns_(columns),
        size_(size),
        grey_(static_cast<std::size_t>(photograph.width())),
        sums_(columns.size()),
        totals_(columns.size()) {}

  void make(std::int64_t y, std::uint8_t* out) {
    const Cover rows = coverOf(y, size_.height, photograph_.height());
    std::ranges::fill(totals_, 0);
    for (std::int64_t row = rows.first; row <= rows.last; ++row) {
      const std::uint64_t weight = row == rows.first  ? rows.firstWeight
                                   : row == rows.last ? rows.lastWeight
                                                      : static_cast<std::uint64_t>(size_.height);
      sumRow(row);
      for (std::size_t x = 0; x < totals_.size(); ++x) totals_[x] += weight * sums_[x];
    }
    const auto all = static_cast<std::uint64_t>(photograph_.size().pixels());
    for (std::size_t x = 0; x < totals_.size(); ++x) {
      out[x] = static_cast<std::uint8_t>((totals_[x] + all / 2) / all);
    }
  }

 private:
  /// A row shared by two small rows is summed once.
  void sumRow(std::int64_t row) {
    if (row == summed_) return;
    summed_ = row;
    io::convertRow(photograph_, row, kGrey, grey_.data());
    const auto parts = static_cast<std::uint64_t>(size_.width);
    for (std::size_t x = 0; x < columns_.size(); ++x) {
      const Cover& cover = columns_[x];
      const auto at = [&](std::int64_t index) -> std::uint64_t {
        return grey_[static_cast<std::size_t>(index)];
      };
      std::uint32_t between = 0;
      for (std::int64_t i = cover.first + 1; i < cover.last; ++i) {
        between += grey_[static_cast<std::size_t>(i)];
      }
      sums_[x] =
          cover.firstWeight * at(cover.first) + parts * between + cover.lastWeight * at(cover.last);
    }
  }

  ImageView photograph_;
  const std::vector<Cover>& columns_;
  Size size_;
  std::vector<std::uint8_t> grey_;
  std::vector<std::uint64_t> sums_;    ///< of row `summed_`
  std::vector<std::uint64_t> totals_;  ///< of one pixel's rows
  std::int64_t summed_ = -1;
};

}  // namespace

Size shrunkSize(Size photograph, std::int64_t longestSide) {
  const std::int64_t longer = std::max(photograph.width, photograph.height);
  if (longer <= longestSide) return photograph;
  const auto shrunk = [&](std::int64_t side) {
    return std::max<std::int64_t>(1, (2 * side * longestSide + longer) / (2 * longer));
  };
  return {shrunk(photograph.width), shrunk(photograph.height)};
}

Image shrunkGrey(const ImageView& photograph, Size size, const Control& control) {
  std::vector<Cover> columns;
  for (std::int64_t x = 0; x < size.width; ++x) {
    columns.push_back(coverOf(x, size.width, photograph.width()));
  }
  Image grey = Image::forOverwrite(size, kGrey);
  const MutableImageView pixels = grey.pixels();
  const Control quiet{control.threads, control.stop, {}, control.beside};
  const std::int64_t bands = (size.height + kBandRows - 1) / kBandRows;
  parallelFor(bands, threadsFor(control), quiet, [&](std::int64_t band, int) {
    Shrinker shrinker(photograph, columns, size);
    const std::int64_t end = std::min((band + 1) * kBandRows, size.height);
    for (std::int64_t y = band * kBandRows; y < end; ++y) shrinker.make(y, pixels.row(y));
  });
  return grey;
}

}  // namespace espy::identify
