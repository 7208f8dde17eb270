// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "io/bmp.h"

#include <algorithm>

#include "files/byte_reader.h"
#include "files/message.h"

namespace espy::io {
namespace {

enum Escape { kEndOfRow, kEndOfPicture, kSkip };

class Runs {
 public:
  Runs(const BmpHeader& header, std::span<const std::uint8_t> bytes, const std::string& name)
      : header_(header),
        file_(bytes, files::ByteReader::Order::little),
        name_(name),
        halves_(header.packedAs(BmpPacking::runsOfHalves)),
        pixels_(static_cast<std::size_t>(header.width * header.height)) {}

  std::vector<std::uint8_t> read() {
    for (std::uint64_t at = header_.data; fromBelow_ < header_.height;) {
      const int count = file_.u8(at);
      const int value = file_.u8(at + 1);
      at += 2;
      if (count > 0) {
        for (int i = 0; i < count; ++i) put(half(value, i));
      } else if (value == kEndOfRow) {
        x_ = 0;
        ++fromBelow_;
      } else if (value == kEndOfPicture) {
        return std::move(pixels_);
      } else if (value == kSkip) {
        x_ += file_.u8(at);
        fromBelow_ += file_.u8(at + 1);
        at += 2;
        if (x_ > header_.width || fromBelow_ > header_.height) refuseOutside();
      } else {
        for (int i = 0; i < value; ++i) {
          put(halves_ ? half(file_.u8(at + static_cast<std::uint64_t>(i / 2)), i)
                      : file_.u8(at + static_cast<std::uint64_t>(i)));
        }
        const auto bytes = static_cast<std::uint64_t>(halves_ ? (value + 1) / 2 : value);
        at += (bytes + 1) / 2 * 2;
      }
    }
    return std::move(pixels_);
  }

 private:
  int half(int value, int index) const {
    if (!halves_) return value;
    return index % 2 == 0 ? value >> 4 : value & 15;
  }
  void put(int value) {
    if (x_ >= header_.width || fromBelow_ >= header_.height) refuseOutside();
    const std::int64_t y = header_.height - 1 - fromBelow_;
    pixels_[static_cast<std::size_t>(y * header_.width + x_++)] = static_cast<std::uint8_t>(value);
  }
  [[noreturn]] void refuseOutside() const {
    refuseBmp(name_,
              phrase("its runs extend beyond {} x {} pixels", header_.width, header_.height));
  }

  const BmpHeader& header_;
  files::ByteReader file_;
  const std::string& name_;
  bool halves_;
  std::vector<std::uint8_t> pixels_;
  std::int64_t x_ = 0;
  std::int64_t fromBelow_ = 0;
};

}  // namespace

void refuseBmp(const std::string& name, const Message& why) {
  files::refuse(ErrorCode::badPicture, name,
                phrase("is a BMP picture that cannot be decoded: {}", why));
}

std::vector<std::uint8_t> readBmpRuns(const BmpHeader& header, std::span<const std::uint8_t> bytes,
                                      const std::string& name) {
  // A run is at most 255 pixels in two bytes.
  const std::uint64_t there = bytes.size() - std::min<std::uint64_t>(header.data, bytes.size());
  const auto pixels = static_cast<std::uint64_t>(header.width * header.height);
  if (pixels / 128 > there) {
    refuseBmp(name, phrase("{} of runs cannot fill {} x {} pixels", files::countedBytes(there),
                           header.width, header.height));
  }
  try {
    return Runs(header, bytes, name).read();
  } catch (const files::Truncated&) {
    refuseBmp(name, phrase("its runs end before the picture does"));
  }
}

}  // namespace espy::io
