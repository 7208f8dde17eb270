// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "espy/error.h"
#include "espy/pictures.h"

namespace espy::io {

/// The header of a PBM, PGM, PPM or PAM picture.
struct PnmHeader {
  int kind = 0;  ///< the digit of the magic number, 1..7
  std::int64_t width = 0;
  std::int64_t height = 0;
  std::int64_t depth = 1;    ///< samples per pixel in the file
  int channels = 1;          ///< the first `channels` of them form the picture
  std::uint32_t maxval = 1;  ///< the value of white; 1 for PBM
  std::size_t raster = 0;    ///< offset of the raster
  Message note;              ///< remark for the user about this header

  bool isBitmap() const { return kind == 1 || kind == 4; }
  bool isPlain() const { return kind <= 3; }
  /// Bytes of a sample in a raw raster.
  int fileSampleBytes() const { return maxval < 256 ? 1 : 2; }
  /// Format of the decoded picture.
  PixelFormat format() const { return {channels, maxval < 256 ? Depth::u8 : Depth::u16}; }
  /// Samples in the file.
  std::uint64_t samples() const;
  /// Bytes of a row, and of all rows, of a raw raster.
  std::uint64_t rowBytes() const;
  std::uint64_t rasterBytes() const { return rowBytes() * static_cast<std::uint64_t>(height); }
};

/// Reads the header of a file that begins with "P1" to "P7", strictly by the specification. A
/// comment extends from "#" through the end of its line, and may be inside a number. Throws
/// `badPicture`, or `tooLarge` for numbers out of range and sizes over the limit.
PnmHeader readPnmHeader(std::span<const std::uint8_t> bytes, const ReadOptions& options,
                        const std::string& name);

/// The same for "P7"; the caller checks the limits.
PnmHeader readPamHeader(std::span<const std::uint8_t> bytes, const std::string& name);

/// Space, TAB, LF, VT, FF or CR.
constexpr bool isPnmSpace(int c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}
constexpr bool isDigit(int c) {
  return c >= '0' && c <= '9';
}

/// Limit of a header, comments included.
inline constexpr std::size_t kMostHeaderBytes = std::size_t{1} << 20;

/// A decimal number, read digit by digit without overflow.
class DecimalNumber {
 public:
  void push(int digit);
  bool empty() const { return !any_; }
  bool fits() const { return fits_; }
  /// The value; the maximum if it does not fit.
  std::int64_t value() const { return value_; }
  /// The digits, abbreviated if there are many.
  std::string text() const;

 private:
  std::int64_t value_ = 0;
  std::string digits_;
  bool any_ = false;
  bool fits_ = true;
  bool cut_ = false;
};

/// Throws unless the number is a valid width, height or depth ("width is 0, ...").
void checkSide(const DecimalNumber& number, const Message& what, const std::string& name);
/// Throws unless the number is in 1..65535.
void checkMaxval(const DecimalNumber& number, const std::string& name);

}  // namespace espy::io
