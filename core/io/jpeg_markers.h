// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <string>

#include "files/byte_reader.h"
#include "files/message.h"

namespace espy::io {

/// Iterates over the markers of a JPEG, starting after SOI.
class JpegMarkers {
 public:
  JpegMarkers(std::span<const std::uint8_t> bytes, const std::string& name)
      : bytes_(bytes), file_(bytes, files::ByteReader::Order::big), name_(name) {}

  /// Returns the next marker's second byte; `position` is then after it.
  int next() {
    if (file_.u8(at_) != 0xff) {
      files::refuse(ErrorCode::badPicture, name_,
                    phrase("the JPEG file is damaged at byte {}: a marker is missing", at_));
    }
    while (file_.u8(at_) == 0xff) ++at_;  // any number of fill bytes
    return file_.u8(at_++);
  }

  std::uint64_t position() const { return at_; }
  const files::ByteReader& file() const { return file_; }

  /// Skips the segment that begins at the position.
  void skipSegment() {
    const std::uint64_t length = file_.u16(at_);
    if (length < 2) {
      files::refuse(ErrorCode::badPicture, name_,
                    phrase("the JPEG file is damaged at byte {}: a segment has no length", at_));
    }
    file_.need(at_, length);
    at_ += length;
  }

  /// Skips entropy-coded data, up to the marker that ends it.
  void skipData() {
    for (;;) {
      file_.need(at_, 1);
      const void* found = std::memchr(bytes_.data() + at_, 0xff, bytes_.size() - at_);
      if (found == nullptr) throw files::Truncated{};
      at_ = static_cast<std::uint64_t>(static_cast<const std::uint8_t*>(found) - bytes_.data());
      std::uint64_t code = at_ + 1;
      while (file_.u8(code) == 0xff) ++code;
      const int second = file_.u8(code);
      // 0xff 0x00 is an escaped data byte; 0xd0 to 0xd7 are restart markers within the data.
      if (second != 0 && (second < 0xd0 || second > 0xd7)) return;
      at_ = code + 1;
    }
  }

 private:
  std::span<const std::uint8_t> bytes_;
  files::ByteReader file_;
  const std::string& name_;
  std::uint64_t at_ = 2;
};

/// SOF markers, whose segment has the size: 0xc0 to 0xcf without DHT, JPG and DAC.
inline bool beginsFrame(int marker) {
  return marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8 && marker != 0xcc;
}

/// Markers without a segment.
inline bool standsAlone(int marker) {
  return marker == 0x01 || (marker >= 0xd0 && marker <= 0xd8);
}

inline constexpr int kEndOfImage = 0xd9;
inline constexpr int kStartOfScan = 0xda;

}  // namespace espy::io
