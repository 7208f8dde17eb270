// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "io/pnm_header.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "files/message.h"
#include "io/limits.h"

namespace espy::io {
namespace {

constexpr int kEnd = -1;

Message shownByte(int c) {
  return c > ' ' && c < 127 ? Message(fmt::format("'{}'", static_cast<char>(c)))
                            : phrase("byte {}", fmt::format("0x{:02x}", c));
}

/// The text of a header without its comments.
class HeaderText {
 public:
  HeaderText(std::span<const std::uint8_t> bytes, const std::string& name)
      : text_(bytes.first(std::min(bytes.size(), kMostHeaderBytes))), name_(name) {}

  std::size_t position() const { return at_; }

  /// The next character outside comments; `kEnd` at the end.
  int next() {
    while (at_ < text_.size() && text_[at_] == '#') skipComment();
    return at_ < text_.size() ? text_[at_++] : kEnd;
  }

  /// Reads a number and the whitespace character after it.
  DecimalNumber number(const Message& what, bool endsRawHeader) {
    int c = next();
    while (isPnmSpace(c)) c = next();
    DecimalNumber number;
    for (; isDigit(c); c = next()) {
      number.push(c);
      if (at_ < text_.size() && text_[at_] == '#') {
        commentTouches_ = true;
        if (endsRawHeader && commentDelimits()) return number;
      }
    }
    if (c == kEnd) {
      refuseEnd(number.empty() ? phrase("the file ends before the {}", what)
                               : phrase("the file ends in the {}", what));
    }
    if (!isPnmSpace(c)) {
      files::refuse(ErrorCode::badPicture, name_,
                    hinted(phrase("{} is where the {} should be", shownByte(c), what)));
    }
    return number;
  }

  /// Adds a hint if a comment may have changed a number's meaning.
  Message hinted(const Message& fact) const {
    return commentTouches_ ? phrase(
                                 "{} (a comment directly follows a number: the digits after the "
                                 "comment belong to the number)",
                                 fact)
                           : fact;
  }

 private:
  void skipComment() {
    while (at_ < text_.size() && text_[at_] != '\n' && text_[at_] != '\r') ++at_;
    if (at_ < text_.size()) ++at_;
  }

  /// A comment follows the last number of a header. By the specification the comment includes its
  /// line end, and whitespace must follow to delimit the raster; libnetpbm takes the line end as
  /// delimiter. If the text is invalid by the specification, the second is assumed: returns true,
  /// with the position after the comment.
  bool commentDelimits() {
    const std::size_t before = at_;
    skipComment();
    if (at_ < text_.size()) {
      const int c = text_[at_];
      if (!isPnmSpace(c) && !isDigit(c) && c != '#') return true;
    }
    at_ = before;
    return false;
  }

  [[noreturn]] void refuseEnd(const Message& fact) const {
    if (text_.size() == kMostHeaderBytes) {  // of a stream no more was read
      files::refuse(ErrorCode::badPicture, name_,
                    phrase("the header is longer than {} bytes", kMostHeaderBytes));
    }
    files::refuse(ErrorCode::badPicture, name_, hinted(fact));
  }

  std::span<const std::uint8_t> text_;
  const std::string& name_;
  std::size_t at_ = 2;  // after the magic number
  bool commentTouches_ = false;
};

PnmHeader readClassicHeader(std::span<const std::uint8_t> bytes, const std::string& name) {
  PnmHeader header;
  header.kind = bytes[1] - '0';
  header.depth = header.channels = header.kind == 3 || header.kind == 6 ? 3 : 1;

  HeaderText text(bytes, name);
  const int afterMagic = text.next();
  if (afterMagic != kEnd && !isPnmSpace(afterMagic)) {
    files::refuse(
        ErrorCode::badPicture, name,
        phrase("{} follows P{}, where whitespace is required", shownByte(afterMagic), header.kind));
  }
  const bool raw = !header.isPlain();
  const DecimalNumber width = text.number(phrase("width"), false);
  const DecimalNumber height = text.number(phrase("height"), raw && header.isBitmap());
  if (!header.isBitmap()) {
    const DecimalNumber maxval = text.number("maxval", raw);
    checkSide(width, phrase("width"), name);
    checkSide(height, phrase("height"), name);
    checkMaxval(maxval, name);
    header.maxval = static_cast<std::uint32_t>(maxval.value());
  } else {
    checkSide(width, phrase("width"), name);
    checkSide(height, phrase("height"), name);
  }
  header.width = width.value();
  header.height = height.value();
  header.raster = text.position();
  return header;
}

}  // namespace

std::uint64_t PnmHeader::samples() const {
  return static_cast<std::uint64_t>(width) * static_cast<std::uint64_t>(height) *
         static_cast<std::uint64_t>(depth);
}

std::uint64_t PnmHeader::rowBytes() const {
  const auto across = static_cast<std::uint64_t>(width) * static_cast<std::uint64_t>(depth);
  return isBitmap() ? across / 8 + (across % 8 != 0 ? 1 : 0)
                    : across * static_cast<std::uint64_t>(fileSampleBytes());
}

PnmHeader readPnmHeader(std::span<const std::uint8_t> bytes, const ReadOptions& options,
                        const std::string& name) {
  PnmHeader header = bytes[1] == '7' ? readPamHeader(bytes, name) : readClassicHeader(bytes, name);
  std::int64_t bytesPerPixel = 0;
  if (__builtin_mul_overflow(header.depth, std::int64_t{header.fileSampleBytes()},
                             &bytesPerPixel)) {
    files::refuse(ErrorCode::tooLarge, name,
                  phrase("{} channels are more than 63 bits can count", header.depth));
  }
  checkSize(header.width, header.height, bytesPerPixel, options, name);
  return header;
}

void DecimalNumber::push(int digit) {
  constexpr std::size_t kShownDigits = 24;
  any_ = true;
  if (digits_ == "0") digits_.clear();  // drops leading zeros
  if (digits_.size() < kShownDigits) {
    digits_ += static_cast<char>(digit);
  } else {
    cut_ = true;
  }
  if (!fits_) return;
  std::int64_t next = 0;
  if (__builtin_mul_overflow(value_, std::int64_t{10}, &next) ||
      __builtin_add_overflow(next, std::int64_t{digit - '0'}, &next)) {
    fits_ = false;
    value_ = std::numeric_limits<std::int64_t>::max();
    return;
  }
  value_ = next;
}

std::string DecimalNumber::text() const {
  return cut_ ? digits_ + "..." : digits_;
}

void checkSide(const DecimalNumber& number, const Message& what, const std::string& name) {
  if (!number.fits()) {
    files::refuse(ErrorCode::tooLarge, name,
                  phrase("the {} {} does not fit in 63 bits", what, number.text()));
  }
  if (number.value() == 0) {
    files::refuse(ErrorCode::badPicture, name, phrase("the {} is 0, but must be at least 1", what));
  }
}

void checkMaxval(const DecimalNumber& number, const std::string& name) {
  if (number.value() < 1 || number.value() > 65535) {
    files::refuse(ErrorCode::badPicture, name,
                  phrase("maxval is {}, but must be 1 to 65535", number.text()));
  }
}

}  // namespace espy::io
