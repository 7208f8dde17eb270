// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "files/message.h"
#include "io/pnm_raster.h"
#include "io/scale.h"

namespace espy::io {
namespace {

/// Tokenises a plain raster.
class PlainText {
 public:
  PlainText(std::span<const std::uint8_t> bytes, const PnmHeader& header, const std::string& name)
      : start_(bytes.data()),
        at_(bytes.data() + header.raster),
        end_(bytes.data() + bytes.size()),
        header_(header),
        name_(name) {}

  std::size_t position() const { return static_cast<std::size_t>(at_ - start_); }

  /// The next pixel of P1; whitespace between digits is optional.
  bool bit() {
    skipSpace();
    if (at_ == end_) refuseEnd();
    if (*at_ != '0' && *at_ != '1') refuseByte();
    ++done_;
    return *at_++ == '1';
  }

  std::uint32_t sample() {
    skipSpace();
    if (at_ == end_) refuseEnd();
    if (!isDigit(*at_)) refuseByte();
    const std::uint8_t* first = at_;
    std::uint32_t value = 0;
    for (; at_ != end_ && isDigit(*at_); ++at_) {
      value = value * 10 + (*at_ - '0');
      if (value > header_.maxval) refuseOver(first);
    }
    // Without whitespace after it, the number may be truncated.
    if (at_ == end_) refuseEnd();
    if (!isPnmSpace(*at_) && *at_ != '#') refuseByte();
    if (*at_ != '#') ++at_;
    ++done_;
    return value;
  }

  /// Whether only whitespace and comments follow.
  bool onlySpaceFollows() {
    const std::uint8_t* before = at_;
    skipSpace();
    const bool only = at_ == end_;
    at_ = before;
    return only;
  }

 private:
  void skipSpace() {
    for (; at_ != end_; ++at_) {
      if (*at_ == '#') {
        while (at_ != end_ && *at_ != '\n' && *at_ != '\r') ++at_;
        if (at_ == end_) return;
      } else if (!isPnmSpace(*at_)) {
        return;
      }
    }
  }

  [[noreturn]] void refuseEnd() const {
    files::refuse(ErrorCode::badPicture, name_,
                  phrase("the raster ends after {} of {} samples", done_, header_.samples()));
  }
  [[noreturn]] void refuseByte() const {
    files::refuse(ErrorCode::badPicture, name_,
                  phrase("the raster contains byte {} after {} of {} samples",
                         fmt::format("0x{:02x}", *at_), done_, header_.samples()));
  }
  [[noreturn]] void refuseOver(const std::uint8_t* first) const {
    DecimalNumber number;
    for (const std::uint8_t* at = first; at != end_ && isDigit(*at); ++at) number.push(*at);
    refuseSample(done_, number.text(), header_, name_);
  }

  const std::uint8_t* start_;
  const std::uint8_t* at_;
  const std::uint8_t* end_;
  const PnmHeader& header_;
  const std::string& name_;
  std::uint64_t done_ = 0;
};

}  // namespace

Raster readPlainRaster(std::span<const std::uint8_t> bytes, const PnmHeader& header,
                       const std::string& name) {
  // A bit takes at least a byte, any other sample a digit and a space: checked before allocating.
  const std::uint64_t there = bytes.size() - header.raster;
  const std::uint64_t samples = header.samples();
  const std::uint64_t fit = header.isBitmap() ? there : there / 2;
  if (fit < samples) {
    files::refuse(ErrorCode::badPicture, name,
                  phrase("the raster has {} bytes, which cannot hold {} samples", there, samples));
  }

  Raster result;
  result.image = Image({header.width, header.height}, header.format());
  const MutableImageView picture = result.image.pixels();
  const Scale scale(header.maxval, samples);
  const std::int64_t count = header.width * header.channels;
  PlainText text(bytes, header, name);
  for (std::int64_t y = 0; y < header.height; ++y) {
    std::uint8_t* row = picture.row(y);
    if (header.isBitmap()) {
      for (std::int64_t i = 0; i < count; ++i) row[i] = text.bit() ? 0 : 255;
    } else if (header.maxval < 256) {
      for (std::int64_t i = 0; i < count; ++i) {
        row[i] = static_cast<std::uint8_t>(scale(text.sample()));
      }
    } else {
      auto* words = reinterpret_cast<std::uint16_t*>(row);
      for (std::int64_t i = 0; i < count; ++i) {
        words[i] = static_cast<std::uint16_t>(scale(text.sample()));
      }
    }
  }
  result.end = text.onlySpaceFollows() ? bytes.size() : text.position();
  return result;
}

}  // namespace espy::io
