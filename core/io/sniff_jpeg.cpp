// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "io/byte_reader.h"
#include "io/message.h"
#include "io/sniff_formats.h"

namespace espy::io {
namespace {

/// Steps from marker to marker. Starts behind the two bytes with which every JPEG begins.
class JpegMarkers {
 public:
  JpegMarkers(std::span<const std::uint8_t> bytes, const std::string& name)
      : bytes_(bytes), file_(bytes, ByteReader::Order::big), name_(name) {}

  /// The next marker's second byte; `position` is then behind it.
  int next() {
    if (file_.u8(at_) != 0xff) {
      refuse(ErrorCode::badPicture, name_,
             fmt::format("the JPEG file is damaged at byte {}: no marker is there", at_));
    }
    while (file_.u8(at_) == 0xff) ++at_;  // any number of fill bytes
    return file_.u8(at_++);
  }

  std::uint64_t position() const { return at_; }
  const ByteReader& file() const { return file_; }

  /// Goes behind the segment that begins at the position.
  void skipSegment() {
    const std::uint64_t length = file_.u16(at_);
    if (length < 2) {
      refuse(ErrorCode::badPicture, name_,
             fmt::format("the JPEG file is damaged at byte {}: a segment has no length", at_));
    }
    file_.need(at_, length);
    at_ += length;
  }

  /// Goes to the marker that ends the compressed data which begin at the position.
  void skipData() {
    for (;;) {
      const auto found = std::find(bytes_.begin() + static_cast<std::ptrdiff_t>(at_), bytes_.end(),
                                   std::uint8_t{0xff});
      at_ = static_cast<std::uint64_t>(found - bytes_.begin());
      std::uint64_t code = at_ + 1;
      while (file_.u8(code) == 0xff) ++code;
      const int second = file_.u8(code);
      // A zero makes the 0xff data; 0xd0 to 0xd7 restart the decoder within them.
      if (second != 0 && (second < 0xd0 || second > 0xd7)) return;
      at_ = code + 1;
    }
  }

 private:
  std::span<const std::uint8_t> bytes_;
  ByteReader file_;
  const std::string& name_;
  std::uint64_t at_ = 2;
};

/// Markers that begin a frame, whose segment says the size: 0xc0 to 0xcf but for three tables.
bool beginsFrame(int marker) {
  return marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8 && marker != 0xcc;
}

/// Markers that stand alone, without a segment.
bool standsAlone(int marker) {
  return marker == 0x01 || (marker >= 0xd0 && marker <= 0xd8);
}

constexpr int kEndOfImage = 0xd9;
constexpr int kStartOfScan = 0xda;

}  // namespace

PictureInfo jpegInfo(std::span<const std::uint8_t> bytes, const std::string& name) {
  JpegMarkers markers(bytes, name);
  for (;;) {
    const int marker = markers.next();
    if (marker == kEndOfImage || marker == kStartOfScan) {
      refuse(ErrorCode::badPicture, name, "the JPEG file does not say its size");
    }
    if (standsAlone(marker)) continue;
    if (!beginsFrame(marker)) {
      markers.skipSegment();
      continue;
    }
    const std::uint64_t at = markers.position();
    const ByteReader& file = markers.file();
    const int bits = file.u8(at + 2);
    PictureInfo info;
    info.height = file.u16(at + 3);
    info.width = file.u16(at + 5);
    const int components = file.u8(at + 7);
    if (info.width == 0 || info.height == 0) {
      refuse(ErrorCode::badPicture, name,
             fmt::format("the JPEG header says {} x {} pixels", info.width, info.height));
    }
    if (bits != 8) {
      refuse(ErrorCode::unsupported, name,
             fmt::format("is a JPEG with {} bits a sample; 8 are read", bits));
    }
    info.channels = components == 1 ? 1 : 3;
    return info;
  }
}

std::size_t jpegEnd(std::span<const std::uint8_t> bytes, const std::string& name) {
  JpegMarkers markers(bytes, name);
  bool data = false;
  for (;;) {
    const int marker = markers.next();
    if (marker == kEndOfImage) {
      if (!data) refuse(ErrorCode::badPicture, name, "the JPEG file has no picture data");
      return markers.position();
    }
    if (standsAlone(marker)) continue;
    markers.skipSegment();
    if (marker == kStartOfScan) {
      data = true;
      markers.skipData();
    }
  }
}

}  // namespace espy::io
