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

using Cover = PixelCover;

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

std::vector<Cover> coversOf(std::int64_t small, std::int64_t large) {
  std::vector<Cover> covers;
  for (std::int64_t i = 0; i < small; ++i) covers.push_back(coverOf(i, small, large));
  return covers;
}

/// Weighted sums of a row of the photograph, one per column of the small picture.
void sumRow(const std::vector<std::uint8_t>& grey, const std::vector<Cover>& columns,
            std::vector<std::uint64_t>& sums) {
  const auto parts = static_cast<std::uint64_t>(columns.size());
  for (std::size_t x = 0; x < columns.size(); ++x) {
    const Cover& cover = columns[x];
    const auto at = [&](std::int64_t index) -> std::uint64_t {
      return grey[static_cast<std::size_t>(index)];
    };
    std::uint32_t between = 0;
    for (std::int64_t i = cover.first + 1; i < cover.last; ++i) {
      between += grey[static_cast<std::size_t>(i)];
    }
    sums[x] =
        cover.firstWeight * at(cover.first) + parts * between + cover.lastWeight * at(cover.last);
  }
}

/// `all`: pixels of the photograph, which is the total weight of a small pixel.
std::uint8_t meanOf(std::uint64_t total, std::uint64_t all) {
  return static_cast<std::uint8_t>((total + all / 2) / all);
}

/// Computes the rows of the small picture in order.
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
      takeRow(row);
      for (std::size_t x = 0; x < totals_.size(); ++x) totals_[x] += weight * sums_[x];
    }
    const auto all = static_cast<std::uint64_t>(photograph_.size().pixels());
    for (std::size_t x = 0; x < totals_.size(); ++x) out[x] = meanOf(totals_[x], all);
  }

 private:
  /// A row that contributes to two rows of the small picture is summed once.
  void takeRow(std::int64_t row) {
    if (row == summed_) return;
    summed_ = row;
    io::convertRow(photograph_, row, kGrey, grey_.data());
    sumRow(grey_, columns_, sums_);
  }

  ImageView photograph_;
  const std::vector<Cover>& columns_;
  Size size_;
  std::vector<std::uint8_t> grey_;
  std::vector<std::uint64_t> sums_;    ///< of row `summed_`
  std::vector<std::uint64_t> totals_;  ///< of the current small row
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
  const std::vector<Cover> columns = coversOf(size.width, photograph.width());
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

bool ShrinkingSink::begin(Size size, PixelFormat format) {
  constexpr std::int64_t kLarge = std::int64_t{64} << 20;  // bytes
  const Size small = shrunkSize(size, longestSide_);
  const std::int64_t bytes = size.pixels() * format.bytesPerPixel();
  const auto sums = static_cast<std::int64_t>(sizeof(std::uint64_t)) * small.pixels();
  if (bytes < kLarge || sums > bytes / 4) return false;
  photograph_ = size;
  size_ = small;
  columns_ = coversOf(small.width, size.width);
  some_.resize(static_cast<std::size_t>(size.width));
  grey_.resize(some_.size());
  sums_.resize(static_cast<std::size_t>(small.width));
  totals_.resize(static_cast<std::size_t>(small.pixels()));
  return true;
}

void ShrinkingSink::take(std::int64_t y, const ImageView& row, std::int64_t first,
                         std::int64_t step) {
  control_.check();
  if (step == 1) {
    io::convertRow(row, 0, kGrey, grey_.data());
  } else {
    io::convertRow(row, 0, kGrey, some_.data());
    std::ranges::fill(grey_, std::uint8_t{0});
    for (std::int64_t i = 0; i < row.width(); ++i) {
      grey_[static_cast<std::size_t>(first + i * step)] = some_[static_cast<std::size_t>(i)];
    }
  }
  sumRow(grey_, columns_, sums_);
  // Range of small rows that this row contributes to, in the units of `coverOf`.
  const std::int64_t begin = y * size_.height;
  const std::int64_t end = begin + size_.height;
  const std::int64_t last = (end - 1) / photograph_.height;
  for (std::int64_t small = begin / photograph_.height; small <= last; ++small) {
    const auto weight = static_cast<std::uint64_t>(std::min(end, (small + 1) * photograph_.height) -
                                                   std::max(begin, small * photograph_.height));
    std::uint64_t* const totals = totals_.data() + small * size_.width;
    for (std::size_t x = 0; x < sums_.size(); ++x) totals[x] += weight * sums_[x];
  }
}

Image ShrinkingSink::shrunk() const {
  Image grey = Image::forOverwrite(size_, kGrey);
  const MutableImageView pixels = grey.pixels();
  const auto all = static_cast<std::uint64_t>(photograph_.pixels());
  const std::uint64_t* total = totals_.data();
  for (std::int64_t y = 0; y < size_.height; ++y) {
    for (std::int64_t x = 0; x < size_.width; ++x) pixels.row(y)[x] = meanOf(*total++, all);
  }
  return grey;
}

}  // namespace espy::identify
