// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <limits>
#include <vector>

#include "files/message.h"
#include "io/own_formats.h"

namespace espy::io {
namespace {

class LittleBytes {
 public:
  LittleBytes& add(std::uint64_t value, int count) {
    for (int i = 0; i < count; ++i) bytes_.push_back(static_cast<std::uint8_t>(value >> 8 * i));
    return *this;
  }
  const std::vector<std::uint8_t>& bytes() const { return bytes_; }

 private:
  std::vector<std::uint8_t> bytes_;
};

}  // namespace

void writeBmp(const ImageView& image, const std::string& name, const Sink& sink) {
  const bool grey = image.format().channels == 1;
  const auto rowBytes = static_cast<std::uint64_t>(image.rowBytes() + 3) / 4 * 4;
  const std::uint64_t colours = grey ? 256 : 0;
  const std::uint64_t data = 14 + 40 + 4 * colours;
  const std::uint64_t size = data + rowBytes * static_cast<std::uint64_t>(image.height());
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
  if (size > kMost) {
    files::refuse(ErrorCode::unsupported, name,
                  phrase("a BMP has at most 4 GiB, which the picture exceeds"));
  }
  constexpr std::uint64_t kDotsAMetre = 2835;  // 72 dpi
  LittleBytes header;
  header.add('B', 1).add('M', 1).add(size, 4).add(0, 4).add(data, 4);
  header.add(40, 4).add(static_cast<std::uint64_t>(image.width()), 4);
  header.add(static_cast<std::uint64_t>(image.height()), 4).add(1, 2).add(grey ? 8 : 24, 2);
  header.add(0, 4).add(size - data, 4).add(kDotsAMetre, 4).add(kDotsAMetre, 4);
  header.add(colours, 4).add(0, 4);
  for (std::uint64_t value = 0; value < colours; ++value) header.add(value * 0x10101, 4);
  sink(header.bytes());

  std::vector<std::uint8_t> row(rowBytes);
  for (std::int64_t y = image.height() - 1; y >= 0; --y) {
    const std::uint8_t* in = image.row(y);
    for (std::int64_t x = 0; x < image.width(); ++x) {
      if (grey) {
        row[x] = in[x];
      } else {
        row[3 * x] = in[3 * x + 2];
        row[3 * x + 1] = in[3 * x + 1];
        row[3 * x + 2] = in[3 * x];
      }
    }
    sink(row);
  }
}

}  // namespace espy::io
