// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "espy/error.h"
#include "espy/pictures.h"

namespace espy::io {

/// What the header of a PBM, PGM, PPM or PAM picture says.
struct PnmHeader {
  int kind = 0;  ///< the digit of the magic number, 1..7
  std::int64_t width = 0;
  std::int64_t height = 0;
  std::int64_t depth = 1;    ///< samples per pixel in the file
  int channels = 1;          ///< the first so many of them make the picture
  std::uint32_t maxval = 1;  ///< the value of white; 1 for PBM
  std::size_t raster = 0;    ///< where the raster begins
  Message note;              ///< what people should know about the reading of this header

  bool isBitmap() const { return kind == 1 || kind == 4; }
  bool isPlain() const { return kind <= 3; }
  /// Bytes of a sample in a raw raster.
  int fileSampleBytes() const { return maxval < 256 ? 1 : 2; }
  /// The picture that this file becomes.
  PixelFormat format() const { return {channels, maxval < 256 ? Depth::u8 : Depth::u16}; }
  /// Samples in the file.
  std::uint64_t samples() const;
  /// Bytes of one row and of all rows of a raw raster.
  std::uint64_t rowBytes() const;
  std::uint64_t rasterBytes() const { return rowBytes() * static_cast<std::uint64_t>(height); }
};

/// Reads the header of a file that begins with "P1" to "P7", by the letter of the specification. A
/// comment reaches from "#" to the end of its line, with the line end, and may lie inside a number.
/// Throws `badPicture`, and `tooLarge` for numbers that no picture has and sizes over the limit.
PnmHeader readPnmHeader(std::span<const std::uint8_t> bytes, const ReadOptions& options,
                        const std::string& name);

/// The part for "P7"; limits are the caller's.
PnmHeader readPamHeader(std::span<const std::uint8_t> bytes, const std::string& name);

/// Space, TAB, LF, VT, FF or CR.
constexpr bool isPnmSpace(int c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}
constexpr bool isDigit(int c) {
  return c >= '0' && c <= '9';
}

/// Headers are this long at most, comments included.
inline constexpr std::size_t kMostHeaderBytes = std::size_t{1} << 20;

/// A decimal number as it is read, digit by digit; it never wraps.
class DecimalNumber {
 public:
  void push(int digit);
  bool empty() const { return !any_; }
  bool fits() const { return fits_; }
  /// The value; the largest possible where it does not fit.
  std::int64_t value() const { return value_; }
  /// The digits, shortened where there are many.
  std::string text() const;

 private:
  std::int64_t value_ = 0;
  std::string digits_;
  bool any_ = false;
  bool fits_ = true;
  bool cut_ = false;
};

/// Throws unless the number can be a width, a height or a depth ("width is 0, ...").
void checkSide(const DecimalNumber& number, const Message& what, const std::string& name);
/// Throws unless the number is in 1..65535.
void checkMaxval(const DecimalNumber& number, const std::string& name);

}  // namespace espy::io
