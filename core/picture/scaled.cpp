// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "espy/engine/scaled.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "base/phrase.h"
#include "espy/error.h"
#include "picture/scaled_rows.h"

namespace espy {
namespace {

constexpr int kMostLevels = 16;

void checkLevel(int level) {
  if (level < 0 || level > kMostLevels) {
    throw Error(ErrorCode::badUse,
                phrase("this picture has levels 0 to {}, not {}", kMostLevels, level));
  }
}

/// Screen pixels along one side that are inside the picture: [first, end).
struct Inside {
  std::int64_t first;
  std::int64_t end;
};
Inside insideOf(std::int64_t start, std::int64_t screen, std::int64_t picture) {
  if (start >= picture || start <= -screen) return {0, 0};
  return {std::max<std::int64_t>(0, -start), std::min(screen, picture - start)};
}

/// Produces rows of one level from the rows of a picture.
class LevelRows {
 public:
  /// For rows of `width` pixels from pixel `x` of the level, all inside it.
  LevelRows(const ImageView& picture, int level, std::int64_t x, std::int64_t width)
      : picture_(picture),
        level_(level),
        width_(width),
        begin_(x << level),
        end_(std::min((x + width) << level, picture.width())),
        sums_(static_cast<std::size_t>(kMostColumns * picture.format().channels)),
        totals_(static_cast<std::size_t>(width * 4)) {}

  void make(std::int64_t y, std::uint8_t* screen) {
    if (level_ == 0) {
      copyRow(picture_.format(), picture_.pixel(begin_, y), width_, screen);
      return;
    }
    const std::int64_t first = y << level_;
    const std::int64_t step = level_ < kSparseLevel ? 1 : std::int64_t{1} << (level_ - 3);
    const std::int64_t last = std::min(first + (std::int64_t{1} << level_), picture_.height()) - 1;
    const std::int64_t rows = (last - first) / step + 1;
    std::fill(totals_.begin(), totals_.end(), 0);
    for (std::int64_t at = begin_; at < end_; at += kMostColumns) {
      const std::int64_t pixels = std::min(kMostColumns, end_ - at);
      sumColumns(at, pixels, first, step, rows);
      sumSquares(at, pixels);
    }
    finish(rows, screen);
  }

 private:
  void sumColumns(std::int64_t x, std::int64_t pixels, std::int64_t y, std::int64_t step,
                  std::int64_t rows) {
    std::fill(sums_.begin(), sums_.end(), 0U);
    if (rows == 8) {
      addEightRows(picture_.format(), picture_.pixel(x, y), picture_.stride() * step, pixels,
                   sums_.data());
      return;
    }
    for (std::int64_t r = 0; r < rows; ++r) {
      addRow(picture_.format(), picture_.pixel(x, y + r * step), pixels, sums_.data());
    }
  }

  void sumSquares(std::int64_t x, std::int64_t pixels) {
    const PixelFormat format = picture_.format();
    std::uint64_t* totals = totals_.data() + ((x - begin_) >> level_) * 4;
    if (!format.hasAlpha()) return sumSquares(format.channels, sums_.data(), pixels, totals);
    for (int c = 0; c < format.channels; ++c) {
      sumSquares(1, sums_.data() + c * kMostColumns, pixels, totals + c);
    }
  }

  /// The columns are whole squares plus perhaps a partial last one, or part of one square.
  void sumSquares(int channels, const std::uint32_t* sums, std::int64_t pixels,
                  std::uint64_t* totals) const {
    const std::int64_t whole = pixels >> level_;
    const std::int64_t done = whole << level_;
    addSquares(channels, sums, std::int64_t{1} << level_, whole, totals);
    if (done == pixels) return;
    addSquares(channels, sums + done * channels, pixels - done, 1, totals + whole * 4);
  }

  void finish(std::int64_t rows, std::uint8_t* screen) {
    const std::int64_t whole = (end_ - begin_) >> level_;
    const std::int64_t rest = (end_ - begin_) - (whole << level_);
    const auto square = static_cast<std::uint64_t>(rows << level_);
    finishRow(picture_.format(), totals_.data(), whole, square, screen);
    if (rest == 0) return;
    finishRow(picture_.format(), totals_.data() + whole * 4, 1,
              static_cast<std::uint64_t>(rows * rest), screen + whole * 4);
  }

  ImageView picture_;
  int level_;
  std::int64_t width_;
  std::int64_t begin_;  ///< in columns of the picture
  std::int64_t end_;
  std::vector<std::uint32_t> sums_;    ///< column sums of a chunk
  std::vector<std::uint64_t> totals_;  ///< per square, four channels each
};

}  // namespace

Size scaledSize(Size size, int level) {
  checkLevel(level);
  const auto up = [level](std::int64_t side) {
    return (side >> level) + ((side & ((std::int64_t{1} << level) - 1)) != 0 ? 1 : 0);
  };
  return {up(size.width), up(size.height)};
}

void scaleForScreen(const ImageView& picture, const ScaledPart& part,
                    const MutableImageView& screen) {
  const Size level = scaledSize(picture.size(), part.level);
  if (screen.format() != PixelFormat{4, Depth::u8}) {
    throw Error(ErrorCode::badUse,
                phrase("a picture for the screen must have four channels of 8 bits"));
  }
  if (screen.empty()) return;
  const Inside x = insideOf(part.x, screen.width(), level.width);
  const Inside y = insideOf(part.y, screen.height(), level.height);
  const bool nothing = x.first >= x.end || y.first >= y.end;
  for (std::int64_t line = 0; line < screen.height(); ++line) {
    const bool some = !nothing && line >= y.first && line < y.end;
    const std::int64_t clear = some ? x.first : screen.width();
    std::memset(screen.row(line), 0, static_cast<std::size_t>(clear * 4));
    if (!some) continue;
    std::memset(screen.pixel(x.end, line), 0,
                static_cast<std::size_t>((screen.width() - x.end) * 4));
  }
  if (nothing) return;
  LevelRows rows(picture, part.level, part.x + x.first, x.end - x.first);
  for (std::int64_t line = y.first; line < y.end; ++line) {
    rows.make(part.y + line, screen.pixel(x.first, line));
  }
}

}  // namespace espy
